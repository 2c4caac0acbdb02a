import type { Page } from "@playwright/test";
import { listActions, readAction } from "./support/http/api";
import { pressOnceRead } from "./support/screen/hand";
import {
  type Proposed,
  newMarker,
  proposeHigh,
  proposeLow,
  proposeThree,
} from "./support/proposals/proposals";
import {
  approveButton,
  card,
  decisionBar,
  detail,
  expectAnswer,
  expectApplied,
  goTo,
  openInbox,
  rejectDialog,
} from "./support/screen/screen";
import { expect, test } from "./support/test";

test.skip(({ isPhone }) => isPhone, "a phone has no keys");

async function openThree(page: Page): Promise<[Proposed, Proposed, Proposed]> {
  const marker = newMarker();
  const three = await proposeThree(marker);
  await openInbox(page, marker);
  await expectCurrent(page, three[0].id);
  // Keys work once the page's scripts run; the button waits for the same.
  await expect(approveButton(decisionBar(page))).toBeEnabled();
  return three;
}

async function expectCurrent(page: Page, id: number): Promise<void> {
  await expect(card(page, id)).toHaveAttribute("aria-current", "true");
  await expect(detail(page)).toShowFirst(`#${id}`);
}

test("A after G leads to a page, and decides nothing on a page that hears of it late", async ({ page }) => {
  const [first] = await openThree(page);
  await expect(async () => {
    await page.keyboard.press("g");
    const busy = page.evaluate(() => {
      const until = performance.now() + 4_000;
      while (performance.now() < until);
    });
    await page.keyboard.press("a");
    await busy;
    await expect(page).toHaveURL(/view=approved/, { timeout: 5_000 });
  }).toPass();
  expect((await readAction(first.id)).status).toBe("pending");
});

test("J and K walk down and up the list, and the detail follows", async ({ page }) => {
  const [first, second, third] = await openThree(page);
  await page.keyboard.press("j");
  await expectCurrent(page, second.id);
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await expectCurrent(page, third.id);
  await expect(page).toHaveURL(new RegExp(`selected=${third.id}`));
  await page.keyboard.press("k");
  await page.keyboard.press("k");
  await expectCurrent(page, first.id);
});

test("Enter opens the card in focus", async ({ page }) => {
  const [, second] = await openThree(page);
  await card(page, second.id).getByRole("link").focus();
  await page.keyboard.press("Enter");
  await expectCurrent(page, second.id);
});

test("A approves the one on screen, and its neighbour takes its place and the focus", async ({ page }) => {
  const [first, second] = await openThree(page);
  await expect(approveButton(decisionBar(page))).toBeEnabled();
  await pressOnceRead(page, "a");
  await expectAnswer(page, first.id, "Approved. It goes to NetSuite now.");
  await expect(card(page, first.id)).toHaveCount(0);
  await expectCurrent(page, second.id);
  await expect(card(page, second.id).getByRole("link")).toBeFocused();
  await expectApplied(first.id);
  expect((await readAction(second.id)).status).toBe("pending");
});

test("a held A decides once: not the same twice, and not the next that moves into its place", async ({
  page,
}) => {
  const [first, second, third] = await openThree(page);
  await expect(approveButton(decisionBar(page))).toBeEnabled();
  await expect
    .poll(async () => {
      // Every further "down" without an "up" is what a held key sends: a repeat.
      for (let repeats = 0; repeats < 15; repeats += 1) await page.keyboard.down("a");
      return card(page, second.id).getAttribute("aria-current");
    })
    .toBe("true");
  await expect(approveButton(decisionBar(page))).toBeEnabled();
  for (let repeats = 0; repeats < 30; repeats += 1) await page.keyboard.down("a");
  await page.keyboard.up("a");
  await expectApplied(first.id);
  for (const { id } of [second, third]) {
    expect(await readAction(id)).toMatchObject({ status: "pending", approvals: 0 });
  }
});

test("R asks for a reason and Enter sends it; Escape leaves it undecided", async ({ page }) => {
  const [first] = await openThree(page);
  await expect(approveButton(decisionBar(page))).toBeEnabled();
  await pressOnceRead(page, "r");
  const dialog = rejectDialog(page);
  await expect(dialog.getByLabel("Reason")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  expect((await readAction(first.id)).status).toBe("pending");
  await expect(approveButton(decisionBar(page))).toBeEnabled();
  await pressOnceRead(page, "r");
  await expect(dialog.getByLabel("Reason")).toBeFocused();
  await page.keyboard.type("arrived by mistake");
  await page.keyboard.press("Enter");
  await expectAnswer(page, first.id, "Rejected. Nothing is written to NetSuite.");
  expect(await readAction(first.id)).toMatchObject({ status: "rejected", comment: "arrived by mistake" });
});

test("a digit chooses a reason, Enter sends it, and the next action takes the pane and the focus", async ({
  page,
}) => {
  const [first, second] = await openThree(page);
  await pressOnceRead(page, "r");
  const reason = rejectDialog(page).getByLabel("Reason");
  await expect(reason).toBeFocused();
  await page.keyboard.press("2");
  await expect(reason).toHaveValue("Wrong record or customer");
  await page.keyboard.press("5");
  await expect(reason).toHaveValue("Not now");
  // In words of one's own a digit is a digit.
  await page.keyboard.type(": 2 weeks");
  await expect(reason).toHaveValue("Not now: 2 weeks");
  await page.keyboard.press("Enter");
  await expect(rejectDialog(page)).toHaveCount(0);
  await expectCurrent(page, second.id);
  await expect(card(page, second.id).getByRole("link")).toBeFocused();
  await expectAnswer(page, first.id, "Rejected. Nothing is written to NetSuite.");
  expect(await readAction(first.id)).toMatchObject({ status: "rejected", comment: "Not now: 2 weeks" });
  expect((await readAction(second.id)).status).toBe("pending");
});

test("a decision that was not taken is told in the strip, which leads back, and never changes the card in view", async ({
  page,
}) => {
  const [first, second] = await openThree(page);
  await page.route("**/proposed-actions*", (route) =>
    route.request().method() === "POST" ? route.abort() : route.fallback(),
  );
  await pressOnceRead(page, "a");
  await expectCurrent(page, second.id);
  const back = page.getByTestId("undecided").filter({ visible: true });
  await expect(back).toHaveText(`#${first.id} not approved`);
  await expectCurrent(page, second.id);
  await page.unrouteAll();
  await back.click();
  await expectCurrent(page, first.id);
  await expect(back).toHaveCount(0);
  await expect(decisionBar(page)).toContainText("No answer came back");
  expect((await readAction(first.id)).status).toBe("pending");
  await pressOnceRead(page, "a");
  await expectApplied(first.id);
});

test("A on a selection shows its list; once that was read, A approves them all", async ({ page }) => {
  const three = await openThree(page);
  await page.keyboard.press("x");
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await page.keyboard.press("Shift+X");
  const bar = page.getByRole("region", { name: "Bulk decision" });
  await expect(bar).toContainText("3 selected");
  await expect(bar.getByRole("button", { name: /^Approve 3/ })).not.toHaveAttribute("aria-disabled", "true");
  await page.keyboard.press("a");
  const review = page.getByRole("dialog", { name: "Approve 3 actions?" });
  await expect(review.getByRole("button", { name: /^Approve 3/ })).toBeEnabled();
  for (const { id } of three) expect((await readAction(id)).status).toBe("pending");
  // A key that walks through the list says that somebody is with it.
  await page.keyboard.press("End");
  await page.keyboard.press("a");
  await expect(page.getByRole("dialog", { name: "3 actions approved" })).toBeVisible();
  for (const { id } of three) await expectApplied(id);
});

test("X selects, Shift+X selects up to here, Escape clears", async ({ page }) => {
  await openThree(page);
  const bar = page.getByRole("region", { name: "Bulk decision" });
  await page.keyboard.press("x");
  await expect(bar).toContainText("1 selected");
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await page.keyboard.press("Shift+X");
  await expect(bar).toContainText("3 selected");
  await page.keyboard.press("Escape");
  await expect(bar).toHaveCount(0);
});

test("? shows the keys, and single keys can be switched off for good", async ({ page }) => {
  const [first, second] = await openThree(page);
  await page.keyboard.press("?");
  const sheet = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(sheet).toShow("Approve (L4 and L5 ask again)");
  await sheet.getByLabel("Single keys").uncheck();
  await page.keyboard.press("Escape");
  await expect(sheet).toHaveCount(0);
  for (const key of ["j", "a", "r", "x"]) await page.keyboard.press(key);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expectCurrent(page, first.id);
  await page.reload();
  await expectCurrent(page, first.id);
  await page.keyboard.press("j");
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("dialog")).toBeVisible();
  expect((await readAction(first.id)).status).toBe("pending");
  expect((await readAction(second.id)).status).toBe("pending");
});

test("Ctrl-K finds an action by its number and places by name", async ({ page }) => {
  const [first] = await openThree(page);
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog").getByRole("combobox").fill(`#${first.id}`);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/proposed-actions/${first.id}$`));
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog").getByRole("combobox").fill("kill");
  await page.getByRole("option", { name: /^Kill switches/ }).click();
  await expect(page).toHaveURL(/\/kill-switches$/);
});

test("the palette offers what can be done with the action on screen, with its reason where it cannot, and decides nothing by itself", async ({
  page,
}) => {
  const [first] = await openThree(page);
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("option", { name: `Approve #${first.id}…` })).toBeVisible();
  const undo = page.getByRole("option", { name: `Edit #${first.id}` });
  await expect(undo).toBeVisible();
  await page.getByRole("dialog").getByRole("combobox").fill(`Approve #${first.id}`);
  await page.keyboard.press("Enter");
  const question = page.getByRole("dialog", { name: "Approve this?" });
  await expect(question).toBeVisible();
  expect((await readAction(first.id)).status).toBe("pending");
  await question.getByRole("button", { name: "Confirm approval" }).click();
  await expectApplied(first.id);
});

test("A and Enter approve an L4 write: its question has the focus on the button that answers it", async ({
  page,
}) => {
  const proposed = await proposeHigh();
  await openInbox(page, proposed.marker);
  await expectCurrent(page, proposed.id);
  await expect(approveButton(decisionBar(page))).toBeEnabled();
  await pressOnceRead(page, "a");
  const confirm = page
    .getByRole("dialog", { name: "Approve this?" })
    .getByRole("button", { name: "Confirm approval" });
  await expect(confirm).toBeFocused();
  await expect(async () => {
    await page.keyboard.press("Enter");
    await expect(page.getByRole("dialog")).toHaveCount(0, { timeout: 2_000 });
  }).toPass();
  await expectApplied(proposed.id);
});

test("J begins at the top of a list that was filtered anew", async ({ page }) => {
  const marker = newMarker();
  const [first, second, low] = [
    await proposeHigh({ marker }),
    await proposeHigh({ marker }),
    await proposeLow({ marker }),
  ];
  await openInbox(page, marker);
  await card(page, low.id).getByRole("link").first().click();
  await expectCurrent(page, low.id);
  await page.getByRole("button", { name: /^L4 High/ }).click();
  await expect(card(page, low.id)).toHaveCount(0);
  await expect(card(page, second.id)).toBeVisible();
  await page.keyboard.press("j");
  await expectCurrent(page, first.id);
});

test("Enter leaves the search with its results, so that the keys of the list count", async ({ page }) => {
  const [first, second] = await openThree(page);
  await page.keyboard.press("/");
  const search = page.getByLabel("Search actions");
  await expect(search).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(search).not.toBeFocused();
  await page.keyboard.press("j");
  await expectCurrent(page, second.id);
  await expect(search).toHaveValue(new RegExp(first.marker));
});

test("the palette finds records, customers and tiers by name", async ({ page }) => {
  const [first] = await openThree(page);
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog").getByRole("combobox").fill(first.entityRef);
  const record = page.getByRole("option", { name: /Record · \d+ actions? found/ });
  await expect(record.first()).toContainText(first.entityRef);
  await record.first().click();
  await expect(page).toHaveURL(
    new RegExp(`q=${encodeURIComponent(first.entityRef).replaceAll("%20", "\\+")}`),
  );
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog").getByRole("combobox").fill("only l3");
  await page.getByRole("option", { name: /^Only L3 Medium/ }).click();
  await expect(page).toHaveURL(/tier=3/);
});

test("G and a letter go places, and / goes to the search", async ({ page }) => {
  await openThree(page);
  for (const [letter, address] of [
    ["h", /view=history/],
    ["d", /\/dead-letters$/],
    ["k", /\/kill-switches$/],
    ["b", /\/dashboard$/],
    ["i", /\/proposed-actions$/],
  ] as const) {
    await goTo(page, letter, address);
  }
  await expect(page.getByRole("heading", { name: "Inbox", level: 1 })).toBeVisible();
  await page.keyboard.press("/");
  await expect(page.getByLabel("Search actions")).toBeFocused();
  await page.keyboard.type("a");
  expect((await listActions("status=pending&limit=1")).items).toHaveLength(1);
  await expect(page.getByTestId("answer")).toHaveCount(0);
});

test("from the top of the page fewer than 8 stops of Tab lead past everything to the first card, and keys alone to applied", async ({
  page,
}) => {
  const [first, second] = await openThree(page);
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Skip to the content" })).toBeFocused();
  await expect(page.getByRole("button", { name: "Skip to the content" })).toBeInViewport();
  await page.keyboard.press("Enter");
  let stops = 0;
  // Its check box comes first, then its link.
  const isOnLink = () => page.evaluate(() => document.activeElement?.matches("[data-card-link]") === true);
  for (; stops < 8 && !(await isOnLink()); stops += 1) await page.keyboard.press("Tab");
  expect(stops).toBeLessThan(6);
  await expect(card(page, first.id).getByRole("link")).toBeFocused();
  await page.keyboard.press("j");
  await expectCurrent(page, second.id);
  await expect(approveButton(decisionBar(page))).not.toHaveAttribute("aria-disabled", "true");
  await pressOnceRead(page, "a");
  await expectApplied(second.id);
});

test("the accessibility tree alone leads from the inbox to applied", async ({ page }) => {
  const [first] = await openThree(page);
  const list = page.getByRole("feed", { name: "Inbox" });
  const article = list.getByRole("article", { name: new RegExp(`^#${first.id} `) });
  await article.getByRole("link").click();
  const action = page.getByRole("region", { name: "Action" });
  await expect(action.getByRole("heading", { level: 2 }).first()).toBeVisible();
  const tree = await action.ariaSnapshot();
  for (const words of [`#${first.id}`, "Approve", "Reject"]) expect(tree).toContain(words);
  await action.getByRole("button", { name: /^Approve/ }).click();
  await expect(page.getByTestId("announcer")).toContainText(`#${first.id}: Approved`);
  await expectApplied(first.id);
});
