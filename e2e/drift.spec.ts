import type { Locator, Page, Request } from "@playwright/test";
import { readAction, releaseSwitches } from "./support/http/api";
import type { Problem } from "@/lib/contract/problem";
import { call, succeed } from "./support/http/call";
import { parse } from "./support/http/request";
import { type Proposed, proposeHigh, proposeMedium, proposeOrderLine } from "./support/proposals/proposals";
import { expectProblem } from "./support/http/refusal";
import {
  answer,
  approveButton,
  card,
  confirmApproval,
  decisionBar,
  decisionOf,
  detail,
  expectApplied,
  openAction,
  openInbox,
  rejectButton,
  rejectDialog,
  section,
} from "./support/screen/screen";
import { countCommits, editRecord, endAllFaults } from "./support/simulator";
import { clickAgain, lookFirst } from "./support/screen/hand";
import { expect, test } from "./support/test";

test.afterEach(async () => {
  await endAllFaults();
  await releaseSwitches();
});

type OrderLine = Awaited<ReturnType<typeof proposeOrderLine>>;

/** The value that a colleague writes into the record in the meantime. */
const elsewhere = ({ live }: OrderLine) => (Number(live) + 0.37).toFixed(2);
const drift = async (proposed: OrderLine) => {
  await editRecord("order_line", proposed.recordId, { rate: elsewhere(proposed) });
  return elsewhere(proposed);
};
const proposeFrom = (page: Page, id: number, isPhone: boolean, value: string) =>
  decisionOf(page, id, isPhone).getByRole("button", { name: `Propose from $${value}` });

/** Approvals that the page sends. */
function watchApprovals(page: Page): Request[] {
  const sent: Request[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && (request.postData() ?? "").includes("decideAction"))
      sent.push(request);
  });
  return sent;
}

/** Until the reading of a card has come in. */
const untilRead = (page: Page, id: number) =>
  page.waitForResponse(async (response) => {
    const { pathname, searchParams } = new URL(response.url());
    if (pathname === `/api/proposed-actions/${id}/live`) return true;
    return (
      pathname === "/api/live-readings" && (searchParams.get("ids") ?? "").split(",").includes(String(id))
    );
  });

async function openRead<One extends Proposed>(page: Page, proposed: One): Promise<One> {
  const read = untilRead(page, proposed.id);
  await openInbox(page, proposed.marker);
  await read;
  return proposed;
}

const minute = 60_000;

test("a reading older than 30 seconds is refreshed before the tap is sent, and the approval goes on", async ({
  page,
  isPhone,
}) => {
  await page.clock.install();
  const proposed = await openRead(page, await proposeOrderLine());
  const approve = approveButton(decisionOf(page, proposed.id, isPhone));
  await expect(approve).toBeEnabled();
  await page.clock.fastForward(2 * minute);
  const again = page.waitForRequest(`**/api/proposed-actions/${proposed.id}/live`);
  await approve.click();
  await again;
  await expectApplied(proposed.id);
});

test("a record that changed between reading and tap: nothing is sent, and the card shows the new state", async ({
  page,
  isPhone,
}) => {
  await page.clock.install();
  const sent = watchApprovals(page);
  const proposed = await openRead(page, await proposeOrderLine());
  const decision = decisionOf(page, proposed.id, isPhone);
  await expect(approveButton(decision)).toBeEnabled();
  const now = await drift(proposed);
  await page.clock.fastForward(2 * minute);
  await approveButton(decision).click();
  await expect(answer(decision.or(card(page, proposed.id))).first()).toContainText("Nothing was sent");
  expect(sent).toEqual([]);
  expect(await readAction(proposed.id)).toMatchObject({ status: "pending", approvals: 0 });
  await expect(approveButton(decision)).toHaveCount(0);
  await expect(proposeFrom(page, proposed.id, isPhone, now)).toBeVisible();
  await expect(rejectButton(decision)).toBeVisible();
  expect(await countCommits(`cs-1-${proposed.id}`)).toBe(0);
});

test("the next cards are read ahead with one request, and drift shows on a card that nobody opened", async ({
  page,
}) => {
  const proposed = await proposeOrderLine();
  await drift(proposed);
  await openRead(page, proposed);
  await expect(card(page, proposed.id)).toShow("Changed in NetSuite");
});

test("under drift the figures are those of the live value, and Approve is not offered", async ({ page }) => {
  const proposed = await proposeOrderLine();
  const now = await drift(proposed);
  await openAction(page, proposed);
  const change = section(page, "The change");
  await expect(change).toShow(/The record changed in NetSuite since this was proposed/);
  const { to } = (await readAction(proposed.id)).changes[0]!;
  const live = await succeed("readLive", "approver", { id: proposed.id });
  if (live.state !== "read") throw new Error(live.state);
  const reproposal = live.reproposal!;
  await expect(detail(page).getByRole("heading", { level: 2 })).toHaveText(reproposal.sentence);
  await expect(detail(page)).toShowFirst(reproposal.risk_label);
  const delta = Math.abs(Number(to) - Number(now)).toFixed(2);
  await expect(change).toShow(new RegExp(`[+−]\\$${delta}`));
  const bar = decisionBar(page);
  await expect(approveButton(bar)).toHaveCount(0);
  await expect(bar).toShow(/approving this would write nothing/);
  await page.keyboard.press("a");
  await expect(bar.getByRole("button", { name: `Propose from $${now}` })).toBeEnabled();
  expect((await readAction(proposed.id)).status).toBe("pending");
});

test("under drift an adjustment says what it leaves of the present stock, in the sentence and in the change", async ({
  page,
}) => {
  const one = await proposeMedium({ by: -3 });
  await editRecord("on_hand", one.stock, { quantityonhand: "1" });
  await openAction(page, one);
  await expect(detail(page).getByRole("heading", { level: 2 })).toContainText(": −3, leaves −2 on hand");
  await expect(section(page, "The change")).toShow("−3, leaves −2");
  await expect(detail(page)).toShowFirst("leaves −2 of 1 on hand");
  // It names no stock to start from, so it is written whatever the stock is.
  await expect(section(page, "The change")).toShow(/The write does not depend on that value/);
  await expect(decisionBar(page)).toShow("Writes 1 field to NetSuite as soon as you approve");
  await approveButton(decisionBar(page)).click();
  await expectApplied(one.id);
});

test("the server refuses an approval that a fresh reading speaks against", async () => {
  const proposed = await proposeOrderLine();
  await drift(proposed);
  await call("readLive", "approver", { id: proposed.id });
  const { id, payload_hash } = proposed;
  const refused = await call("decideAction", "approver", { id, decision: "approve", payload_hash });
  const { code } = parse<Problem>(refused);
  expectProblem(refused, code === "tier_raised" ? code : "drifted");
});

/** Presses as the text comes, like the second half of a double click: nobody can have read it. */
const pressOnceShown = (dialog: Locator, text: string) =>
  dialog.evaluate((sheet, awaited) => {
    const observer = new MutationObserver(() => {
      if (!sheet.textContent.includes(awaited)) return;
      observer.disconnect();
      setTimeout(() => sheet.querySelector("form")!.requestSubmit(), 50);
    });
    observer.observe(sheet, { childList: true, subtree: true, characterData: true });
  }, text);

test("Propose from … shows what it would say first, then supersedes the old one with exactly that", async ({
  page,
  isPhone,
}) => {
  const proposed = await proposeOrderLine();
  const now = await drift(proposed);
  await openRead(page, proposed);
  await proposeFrom(page, proposed.id, isPhone, now).click();
  const dialog = page.getByRole("dialog", { name: "Propose it again?" });
  await expect(dialog).toShow(new RegExp(`from \\$${now.replace(".", "\\.")} to \\$`));
  await expect(dialog).toShow(/(Raises|Lowers) the rate/);
  await expect(dialog).toShow(/L[1-5] (Trivial|Low|Medium|High|Critical)/);
  await expect(dialog).toShow(/One approver, with/);
  expect((await readAction(proposed.id)).status).toBe("pending");

  // It moves again while the dialog is read: it is shown again, and nothing is proposed.
  const later = (Number(proposed.live) + 0.41).toFixed(2);
  await editRecord("order_line", proposed.recordId, { rate: later });
  await pressOnceShown(dialog, `from $${later}`);
  await dialog.getByRole("button", { name: "Propose it" }).click();
  await expect(lookFirst(page)).toBeVisible();
  await expect(dialog).toShow(/moved again/);
  await expect(dialog).toShow(new RegExp(`from \\$${later.replace(".", "\\.")} to \\$`));
  expect((await readAction(proposed.id)).status).toBe("pending");

  await page.mouse.move(5, 5);
  await dialog.getByRole("button", { name: "Propose it" }).click();
  await expect(dialog).toHaveCount(0);
  await expect.poll(async () => (await readAction(proposed.id)).status).toBe("superseded");
  const { superseded_by_id } = await readAction(proposed.id);
  const version = await readAction(superseded_by_id!);
  expect(version).toMatchObject({ status: "pending", author: "Priya Raman" });
  expect(Number(version.changes[0]!.from)).toBe(Number(later));
});

test("where NetSuite cannot be read the page says so once, and the next deliberate press goes on knowingly", async ({
  page,
  isPhone,
}) => {
  await page.clock.install();
  const sent = watchApprovals(page);
  const proposed = await openRead(page, await proposeOrderLine());
  const decision = decisionOf(page, proposed.id, isPhone);
  await expect(approveButton(decision)).toBeEnabled();
  await page.clock.fastForward(2 * minute);
  await page.route(`**/api/proposed-actions/${proposed.id}/live`, (route) => route.abort());
  await approveButton(decision).click();
  await expect(answer(decision.or(card(page, proposed.id))).first()).toContainText(
    "NetSuite could not be read",
  );
  expect((await readAction(proposed.id)).status).toBe("pending");
  // The button that was pressed has kept the focus.
  await expect(approveButton(decision)).toBeFocused();
  // The second click of an impatient hand is no answer to these words.
  await clickAgain(page, 3);
  await expect(lookFirst(page)).toBeVisible();
  expect(sent).toEqual([]);
  await page.mouse.move(5, 5);
  await expect(approveButton(decision)).not.toHaveAttribute("aria-disabled", "true");
  await approveButton(decision).click();
  await expectApplied(proposed.id);
});

test("drift found by the confirmation of an L4 sends nothing", async ({ page }) => {
  await page.clock.install();
  const proposed = await proposeHigh();
  await openAction(page, proposed);
  await expect(section(page, "The change")).toShow("unchanged");
  await approveButton(decisionBar(page)).click();
  await expect(page.getByRole("dialog", { name: "Approve this?" })).toBeVisible();
  const { changes } = await readAction(proposed.id);
  await editRecord("customer", proposed.entityRef, { creditlimit: String(Number(changes[0]!.from) + 1) });
  try {
    await page.clock.fastForward(2 * minute);
    await confirmApproval(page);
    await expect(answer(decisionBar(page))).toContainText("Nothing was sent");
    expect((await readAction(proposed.id)).status).toBe("pending");
  } finally {
    await editRecord("customer", proposed.entityRef, { creditlimit: changes[0]!.from });
  }
});

test("the sheet of a rejection says the figures of the record as it is now, as the page behind it does", async ({
  page,
}) => {
  const proposed = await proposeOrderLine();
  const value = await drift(proposed);
  await openAction(page, proposed);
  await expect(detail(page).getByRole("heading", { level: 2 })).toContainText(`$${value}`);
  await rejectButton(decisionBar(page)).click();
  await expect(rejectDialog(page)).toContainText(`$${value}`);
});
