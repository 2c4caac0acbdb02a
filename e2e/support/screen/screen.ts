import { type Locator, type Page, expect } from "@playwright/test";
import type { ActionDetail } from "@/lib/contract/actions/action-view";
import { readAction } from "../http/api";
import { type Proposed, untilStatus } from "../proposals/proposals";
import { countCommits } from "../simulator";

/** The inbox as people find their way in it: by role and by name. */

export async function openInbox(page: Page, marker: string): Promise<void> {
  await page.goto(`/proposed-actions?q=${marker}`);
  // The first rows give way to those that scroll, and cards that are new have to be looked at anew.
  await expect(page.locator("[role=feed][aria-busy=true]")).toHaveCount(0);
}

export async function openAction<One extends Pick<Proposed, "id" | "marker">>(
  page: Page,
  one: One,
): Promise<One> {
  await page.goto(`/proposed-actions/${one.id}?q=${one.marker}`);
  await expect(detail(page).getByRole("heading", { level: 2 })).toBeVisible();
  return one;
}

/** Dense rows, or the cards that show a change whole and decide it. */
export async function showAs(page: Page, look: "Rows" | "Cards"): Promise<void> {
  const button = page.getByRole("group", { name: "Rows or cards" }).getByRole("button", { name: look });
  await button.click();
  await expect(button).toHaveAttribute("aria-pressed", "true");
}

export const card = (page: Page, id: number) =>
  page.getByRole("article").and(page.locator(`[data-action-id="${id}"]`));

export const detail = (page: Page) => page.getByRole("region", { name: "Action", exact: true });

/** Where this screen offers the decision of an action up to L3: on a phone the card itself, on a desk the bar beside it. */
export const decisionOf = (page: Page, id: number, isPhone: boolean) =>
  isPhone ? card(page, id) : decisionBar(page);

export const section = (page: Page, title: string) =>
  detail(page)
    .locator("section")
    .filter({ has: page.getByRole("heading", { level: 3, name: title, exact: true }) });

export const decisionBar = (page: Page) => page.getByTestId("decision-bar");

export const approveButton = (within: Locator) =>
  within.getByRole("button", { name: "Approve", exact: true });

export const rejectButton = (within: Locator) => within.getByRole("button", { name: "Reject", exact: true });

/** The bar of what may be done with an action that nobody has to decide. */
export const amendBar = (page: Page) => page.getByTestId("amend-bar");

export const rejectDialog = (page: Page) => page.getByRole("dialog", { name: "Reject this?" });

export async function confirmApproval(page: Page): Promise<void> {
  const dialog = page.getByRole("dialog", { name: "Approve this?" });
  await dialog.getByRole("button", { name: "Confirm approval" }).click();
}

/** The page fits the window: its content does not reach beyond the right edge, or with "height" the lower one. */
export async function expectNoScroll(page: Page, side: "width" | "height", where?: string): Promise<void> {
  const over = () =>
    page.evaluate(
      (one) =>
        one === "width"
          ? document.documentElement.scrollWidth - window.innerWidth
          : document.documentElement.scrollHeight - window.innerHeight,
      side,
    );
  await expect.poll(over, { message: where ?? page.url() }).toBeLessThanOrEqual(0);
}

/** A time of less than an hour ago, in words. */
export const RECENTLY = String.raw`(just now|\d+ (s|min) ago)`;

/** The server's answer, where the decision was made. */
export const answer = (within: Locator) => within.getByTestId("answer");

/**
 * The answer to a decision of this page: on the card, which leaves the list after seconds and says more once its write has
 * ended, or as it was read out.
 */
export async function expectAnswer(page: Page, id: number, words: string | RegExp): Promise<void> {
  const announced = page.getByTestId("announcer").getByText(`#${id}: `);
  const fitting = answer(card(page, id)).or(announced).filter({ hasText: words });
  await expect(fitting.first()).toBeAttached();
}

/**
 * A decided card leaves the list once no hand is on it. A finger leaves no trace, so that a phone's card stays, with its
 * answer, until somebody touches elsewhere.
 */
export async function expectToLeave(page: Page, id: number, isPhone: boolean): Promise<void> {
  if (isPhone) {
    await expect(answer(card(page, id))).toBeVisible();
    await page.getByRole("heading", { level: 1 }).click();
  }
  await expect(card(page, id)).toHaveCount(0);
}

/** Presses G and the letter of a place. The second key counts for a second or so, which may be too short for a slow machine. */
export async function goTo(page: Page, letter: string, address: RegExp): Promise<void> {
  await expect(async () => {
    await page.keyboard.press("g");
    await page.keyboard.press(letter);
    await expect(page).toHaveURL(address, { timeout: 5_000 });
  }).toPass();
}

/**
 * Applied, verified, and told so in the ledger: committed once in the account, of a roll once per line, and not at all
 * where it stays with us.
 */
export async function expectApplied(id: number): Promise<ActionDetail> {
  await untilStatus(id, "applied");
  const action = await readAction(id);
  expect(action.push).toMatchObject({ status: "applied", verification: "verified" });
  if (action.line_count === null) {
    expect(action.receipt).toMatchObject({ status: "applied", verification: "verified" });
    const commits = await countCommits(action.receipt!.idempotency_key);
    expect(commits).toBe(action.goes_to_netsuite ? 1 : 0);
  } else {
    expect(action.push?.lines).toMatchObject({ total: action.line_count, applied: action.line_count });
    for (let lineNo = 1; lineNo <= action.line_count; lineNo += 1)
      expect(await countCommits(`cs-1-${id}-${lineNo}`), `line ${lineNo}`).toBe(1);
  }
  expect(action.timeline.map((entry) => entry.type)).toEqual(
    expect.arrayContaining(["hitl.proposed", "hitl.approved", "hitl.applied"]),
  );
  return action;
}

/** The page of an applied action says so. A write that stays with us never reads as if it went elsewhere. */
export async function expectShownAsApplied(
  page: Page,
  { id, marker }: Pick<Proposed, "id" | "marker">,
): Promise<void> {
  const { line_count: lines, goes_to_netsuite: leaves } = await readAction(id);
  const { title, entry } = appliedWords(lines, leaves);
  await page.goto(`/proposed-actions/${id}?q=${marker}&view=history`);
  await expect(detail(page).getByText(title)).toBeVisible();
  await expect(section(page, "History").getByText(entry)).toBeVisible();
  if (!leaves) await expect(detail(page).getByText("Written to NetSuite")).toHaveCount(0);
}

function appliedWords(lines: number | null, leaves: boolean): { title: string; entry: RegExp } {
  if (!leaves) return { title: "Kept and verified", entry: /Kept by Countersign and read back as approved/ };
  if (lines === null)
    return { title: "Applied and verified", entry: /Written to NetSuite and read back as approved/ };
  return {
    title: "Applied and verified",
    entry: new RegExp(`${lines} of ${lines} lines written to NetSuite and read back`),
  };
}
