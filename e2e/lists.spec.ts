import { readFileSync } from "node:fs";
import type { Locator, Page } from "@playwright/test";
import { approve, listActions, reject } from "./support/http/api";
import { expectAccessible } from "./support/screen/axe";
import { expectNoSideways, expectWhole } from "./support/screen/layout";
import { pressOnceRead } from "./support/screen/hand";
import {
  newMarker,
  proposeHigh,
  proposeLow,
  proposeMedium,
  proposeOfEachTier,
} from "./support/proposals/proposals";
import { proposeRoll } from "./support/proposals/rolls";
import {
  answer,
  approveButton,
  card,
  detail,
  expectApplied,
  openAction,
  openInbox,
  showAs,
} from "./support/screen/screen";
import { expect, test } from "./support/test";

/** Lists that are looked through: dense rows, an order that is said, counts of what is filtered, a file of it all. */

const rows = (page: Page) => page.getByRole("feed").getByRole("article");
const chips = (page: Page) => page.getByRole("group", { name: "Filter by tier" });
const sort = (page: Page) => page.getByLabel("Sort", { exact: true });

/** The rows that are whole within the list. */
async function wholeRows(page: Page): Promise<number> {
  return page.getByTestId("list-scroller").evaluate((scroller) => {
    const view = scroller.getBoundingClientRect();
    const lower = Math.min(view.bottom, window.innerHeight);
    return [...scroller.querySelectorAll("article")].filter((row) => {
      const { top, bottom, height } = row.getBoundingClientRect();
      return height > 0 && top >= view.top - 1 && bottom <= lower + 1;
    }).length;
  });
}

const idsOf = (list: Locator) =>
  list.evaluateAll((items) => items.map((item) => Number((item as HTMLElement).dataset.actionId)));

test("the list's head and its filters stand in their places before the rows have come", async ({ page }) => {
  const { marker } = await proposeLow();
  await openInbox(page, marker);
  const places = async () => [
    await page.getByRole("heading", { level: 1 }).boundingBox(),
    await chips(page).boundingBox(),
  ];
  const whole = await places();
  // The browser may draw what it has of a page whose rows are on their way.
  await page.getByTestId("list-scroller").evaluate((scroller) => scroller.parentElement!.remove());
  expect(await places()).toEqual(whole);
});

test("a desk shows 12 rows and more beside the detail, a phone shows cards until rows are chosen, and the choice stays", async ({
  page,
  isPhone,
}) => {
  await page.goto("/proposed-actions");
  const look = page.getByRole("group", { name: "Rows or cards" });
  const pressed = (name: string) => look.getByRole("button", { name, pressed: true });
  await expect(pressed(isPhone ? "Cards" : "Rows")).toBeVisible();
  if (isPhone) {
    await expect.poll(() => wholeRows(page)).toBeLessThan(8);
    await showAs(page, "Rows");
  }
  await expect.poll(() => wholeRows(page)).toBeGreaterThanOrEqual(12);
  await expectNoSideways(page, "dense rows");
  await expectAccessible(page, "dense rows");
  await showAs(page, isPhone ? "Rows" : "Cards");
  await page.reload();
  await expect(pressed(isPhone ? "Rows" : "Cards")).toBeVisible();
  if (isPhone) await expect.poll(() => wholeRows(page)).toBeGreaterThanOrEqual(12);
});

test("a dense row says what decides, decides nothing itself, and opens what does", async ({
  page,
  isPhone,
}) => {
  const low = await proposeLow();
  await openInbox(page, low.marker);
  await showAs(page, "Rows");
  const row = card(page, low.id);
  await expect(row).toContainText("L2");
  await expect(row).toContainText("Promised payment by Friday");
  await expect(row.getByTestId("countdown")).toBeVisible();
  await expect(approveButton(row)).toHaveCount(0);
  await row.getByRole("link").first().click();
  const decision = isPhone ? detail(page) : page.getByTestId("decision-bar");
  await approveButton(decision).click();
  await expectApplied(low.id);
});

test("a dense row keeps its title and its height beside the answer to its decision, which is whole", async ({
  page,
  isPhone,
}) => {
  test.skip(isPhone, "a phone decides on cards");
  const marker = newMarker();
  const [first] = [await proposeLow({ marker }), await proposeLow({ marker })];
  await openInbox(page, marker);
  await showAs(page, "Rows");
  const row = card(page, first.id);
  const title = row.getByRole("link");
  const before = await title.boundingBox();
  await pressOnceRead(page, "a");
  await expect(answer(row)).toHaveText(/^Approved\./);
  expect(await title.boundingBox()).toEqual(before);
  const { width, whole } = await answer(row).evaluate((words) => ({
    width: words.clientWidth,
    whole: words.scrollWidth,
  }));
  expect(whole).toBeLessThanOrEqual(width);
});

test("a list says how it is sorted and can be sorted otherwise, in the address too", async ({ page }) => {
  const marker = newMarker();
  const first = await proposeLow({ marker });
  const high = await proposeHigh({ marker });
  const last = await proposeLow({ marker });
  await openInbox(page, marker);
  await expect(sort(page)).toHaveValue("expiry");
  for (const [value, ids] of [
    ["newest", [last.id, high.id, first.id]],
    ["oldest", [first.id, high.id, last.id]],
    ["taps", [first.id, last.id, high.id]],
  ] as const) {
    await sort(page).selectOption(value);
    await expect(page).toHaveURL(new RegExp(`sort=${value}`));
    await expect.poll(() => idsOf(rows(page))).toEqual(ids);
  }
  await sort(page).selectOption({ label: "Largest impact first" });
  await expect.poll(async () => (await idsOf(rows(page)))[0]).toBe(high.id);
  await page.reload();
  await expect(sort(page)).toHaveValue("impact");
  await expect.poll(async () => (await idsOf(rows(page)))[0]).toBe(high.id);
  // The page is there before its scripts are, and then takes no choice yet.
  await expect(async () => {
    await sort(page).selectOption("expiry");
    await expect(page).not.toHaveURL(/sort=/, { timeout: 1_000 });
  }).toPass();
});

test("the inbox opens in the order that was chosen in this browser, until the usual one is chosen again", async ({
  page,
}) => {
  const marker = newMarker();
  await proposeLow({ marker });
  await openInbox(page, marker);
  const bare = new URL(page.url()).pathname;
  const choose = (order: string, address: RegExp) =>
    expect(async () => {
      await sort(page).selectOption(order);
      await expect(page).toHaveURL(address, { timeout: 1_000 });
    }).toPass();
  await choose("taps", /sort=taps/);
  await page.goto(bare);
  await expect(page).toHaveURL(/sort=taps/);
  await expect(sort(page)).toHaveValue("taps");
  await page.goto(`${bare}?sort=newest`);
  await expect(sort(page), "an address that names an order").toHaveValue("newest");
  await page.goto(`${bare}?view=history`);
  await expect(sort(page), "another list").toHaveValue("ended");
  await page.goto(bare);
  await expect(sort(page)).toHaveValue("taps");
  await choose("expiry", /^(?!.*sort=)/);
  await page.goto(bare);
  await expect(sort(page)).toHaveValue("expiry");
});

test("a digest leads to the low tiers alone, and any tier leads out of them", async ({ page }) => {
  const proposed = await proposeOfEachTier();
  await page.goto(`/proposed-actions?tier_max=2&q=${proposed[0]!.marker}`);
  for (const { id } of proposed.slice(0, 2)) await expect(card(page, id)).toBeVisible();
  for (const { id } of proposed.slice(2)) await expect(card(page, id)).toHaveCount(0);
  for (const [name, pressed] of [
    [/^All/, "false"],
    [/^L1/, "true"],
    [/^L2/, "true"],
    [/^L3/, "false"],
  ] as const)
    await expect(chips(page).getByRole("button", { name })).toHaveAttribute("aria-pressed", pressed);
  await chips(page).getByRole("button", { name: /^All/ }).click();
  await expect(card(page, proposed[4]!.id)).toBeVisible();
  await expect(page).not.toHaveURL(/tier_max/);
});

test("all tiers are in view without a swipe, each with its count under the other filters, zeros too", async ({
  page,
}) => {
  const marker = newMarker();
  await proposeLow({ marker });
  await proposeHigh({ marker });
  await openInbox(page, marker);
  const names = ["All 2", "L5 Critical 0", "L4 High 1", "L3 Medium 0", "L2 Low 1", "L1 Trivial 0"];
  for (const name of names)
    await expect(chips(page).getByRole("button", { name, exact: true })).toBeVisible();
  await expectWhole(chips(page).getByRole("button"), "tiers");
  await expectNoSideways(page, "tiers");
  await chips(page).getByRole("button", { name: "L4 High 1" }).click();
  await expect(rows(page)).toHaveCount(1);
  await expect(chips(page).getByRole("button", { name: "All 2", exact: true })).toBeVisible();
  await expect(chips(page).getByRole("button", { name: "L2 Low 1", exact: true })).toBeVisible();
});

test("the history is narrowed by outcome, by who decided and by days, all in the address", async ({
  page,
}) => {
  const marker = newMarker();
  const [applied, rejected] = [await proposeLow({ marker }), await proposeMedium({ marker })];
  await approve("approver", applied);
  await expectApplied(applied.id);
  await reject("admin", rejected, "Not needed");
  await page.goto(`/proposed-actions?view=history&q=${marker}`);
  await expect(rows(page)).toHaveCount(2);
  await page.getByRole("button", { name: "Filters" }).click();
  await page.getByLabel("Outcome").selectOption({ label: "Rejected" });
  await expect(page).toHaveURL(/outcome=rejected/);
  await expect.poll(() => idsOf(rows(page))).toEqual([rejected.id]);
  await page.getByLabel("Outcome").selectOption("");
  await page.getByLabel("Decided by").selectOption({ label: "Priya Raman" });
  await expect(page).toHaveURL(/decided_by=\d+/);
  await expect.poll(() => idsOf(rows(page))).toEqual([applied.id]);
  await page.getByLabel("Decided by").selectOption("");
  await page.getByLabel(/^To, day in /).fill("2020-01-01");
  await expect(page).toHaveURL(/to=2020-01-01/);
  await expect(page).toShow("Nothing matches");
  await expectNoSideways(page, "history filters");
  await expectAccessible(page, "history filters");
  await page.getByRole("button", { name: "Clear search and filters" }).click();
  await expect(page).toHaveURL(/\?view=history$/);
});

test("the list is downloaded as it is filtered and sorted", async ({ page }) => {
  const marker = newMarker();
  await proposeLow({ marker });
  await proposeHigh({ marker });
  await page.goto(`/proposed-actions?q=${marker}&sort=newest`);
  const arriving = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download this list as CSV" }).click();
  const file = await arriving;
  expect(file.suggestedFilename()).toMatch(/-pending-\d{4}-\d\d-\d\d\.csv$/);
  const [head, ...lines] = readFileSync(await file.path(), "utf8")
    .trimEnd()
    .split("\r\n");
  expect(head).toMatch(/^\uFEFFid,status,tier,/);
  const { items } = await listActions(`status=pending&q=${marker}&sort=newest`);
  expect(lines.map((line) => Number(line.split(",")[0]))).toEqual(items.map(({ id }) => id));
});

test("a roll's lines are sorted, summed per customer and narrowed to those over 5 %, and it is still read whole", async ({
  page,
}) => {
  const roll = await proposeRoll();
  await openAction(page, roll);
  const lines = detail(page).locator("[data-line-no]");
  await expect(lines.first()).toHaveAttribute("data-line-no", "1");
  await detail(page).getByRole("button", { name: "Movement", exact: true }).click();
  // The first price of each customer moves most: 0.25 on 10.
  await expect(lines.first()).toContainText("+2.5 %");
  await detail(page)
    .getByRole("button", { name: /^Movement/ })
    .click();
  await expect(lines.first()).not.toContainText("+2.5 %");
  await detail(page).getByRole("button", { name: "Per customer" }).click();
  const sums = detail(page).getByRole("table", { name: "Per customer, of all lines" });
  await expect(sums.getByRole("row")).toHaveCount(6);
  await expect(sums.getByRole("row", { name: /^All lines/ })).toContainText("100");
  await detail(page).getByRole("button", { name: "Over 5 % 0" }).click();
  await expect(detail(page)).toShow("No line moves over 5 %");
  await expectNoSideways(page, "a roll that is summed");
  await expectAccessible(page, "a roll that is summed");
});

test("lines that a filter hides are counted where they are missing, and the reading before an approval shows all", async ({
  page,
}) => {
  const roll = await proposeRoll({ customers: 2, items: 3 });
  await openAction(page, roll);
  await detail(page).getByRole("button", { name: "Check against NetSuite" }).click();
  await expect(detail(page)).toShow("6 of 6 lines read from NetSuite, 0 changed since proposed");
  await detail(page)
    .getByRole("button", { name: /^Over 5 %/ })
    .click();
  await expect(detail(page)).toShow("No line moves over 5 %");
  await approveButton(page.getByTestId("decision-bar")).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.locator("[data-line-no]")).toHaveCount(6);
  expect(
    await dialog
      .locator("[data-line-no]")
      .evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset.lineNo)),
  ).toEqual(["1", "2", "3", "4", "5", "6"]);
});
