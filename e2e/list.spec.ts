import type { Page } from "@playwright/test";
import { approve, bulkDecide, reject } from "./support/http/api";
import {
  type Proposed,
  newMarker,
  proposeHigh,
  proposeLow,
  proposeMedium,
} from "./support/proposals/proposals";
import { card, expectApplied, openInbox } from "./support/screen/screen";
import { expect, test } from "./support/test";

const cards = (page: Page) => page.getByRole("feed").getByRole("article");

test("tier chips narrow the list, count what waits, and stand in the address", async ({ page }) => {
  const marker = newMarker();
  const [low, high] = [await proposeLow({ marker }), await proposeHigh({ marker })];
  await openInbox(page, marker);
  await expect(cards(page)).toHaveCount(2);
  const chips = page.getByRole("group", { name: "Filter by tier" });
  await chips.getByRole("button", { name: /^L4 High \d+/ }).click();
  await expect(page).toHaveURL(/tier=4/);
  await expect(cards(page)).toHaveCount(1);
  await expect(card(page, high.id)).toBeVisible();
  await page.reload();
  await expect(chips.getByRole("button", { name: /^L4 High/ })).toHaveAttribute("aria-pressed", "true");
  await expect(cards(page)).toHaveCount(1);
  await chips.getByRole("button", { name: /^All/ }).click();
  await expect(page).not.toHaveURL(/tier=/);
  await expect(card(page, low.id)).toBeVisible();
});

test("the search finds by words of the payload and by number, and an empty list says how to get out of it", async ({
  page,
}) => {
  const proposed = await proposeLow();
  await page.goto("/proposed-actions");
  await page.getByRole("button", { name: "Search", exact: true }).click();
  const search = page.getByLabel("Search actions");
  await search.fill(proposed.marker);
  await expect(page).toHaveURL(new RegExp(`q=${proposed.marker}`));
  await expect(cards(page)).toHaveCount(1);
  await expect(card(page, proposed.id)).toBeVisible();
  await search.fill(`#${proposed.id}`);
  await expect(card(page, proposed.id)).toBeVisible();
  await search.fill("nothing is called this");
  await expect(page).toShow("Nothing matches");
  await page.getByRole("button", { name: "Clear search and filters" }).click();
  await expect(page).toHaveURL(/\/proposed-actions$/);
  await expect(cards(page).first()).toBeVisible();
});

test("type, agent and customer narrow the list and stand in the address", async ({ page }) => {
  const marker = newMarker();
  const [low, medium] = [await proposeLow({ marker }), await proposeMedium({ marker })];
  await openInbox(page, marker);
  await page.getByRole("button", { name: "Filters" }).click();
  await page.getByLabel("Type").selectOption({ label: "Inventory adjustment" });
  await expect(page).toHaveURL(/type=inventory_adjustment/);
  await expect(card(page, medium.id)).toBeVisible();
  await expect(card(page, low.id)).toHaveCount(0);
  await page.getByLabel("Type").selectOption("");
  await page.getByLabel("Agent").selectOption("pricing-agent");
  await expect(page).toHaveURL(/agent=pricing-agent/);
  await expect(cards(page)).toHaveCount(2);
  await page.getByLabel("Customer").selectOption(low.entityRef);
  await expect(card(page, low.id)).toBeVisible();
  await expect(card(page, medium.id)).toHaveCount(0);
});

test("the history holds what was applied and what was rejected, newest first, with who decided", async ({
  page,
}) => {
  const marker = newMarker();
  const [first, second] = [await proposeLow({ marker }), await proposeLow({ marker })];
  await approve("approver", first);
  await expectApplied(first.id);
  await reject("admin", second, "Not needed");
  await page.goto(`/proposed-actions?view=history&q=${marker}`);
  await expect(cards(page)).toHaveCount(2);
  await expect(cards(page).first()).toHaveAttribute("data-action-id", String(second.id));
  await expect(card(page, second.id)).toContainText("Rejected");
  await expect(card(page, second.id)).toContainText("by Mike Ortiz");
  await expect(card(page, first.id)).toContainText("Applied");
  await expect(card(page, first.id)).toContainText("by Priya Raman");
});

test("the open list is read again every ten seconds, and shows then what came meanwhile", async ({
  page,
  isPhone,
}) => {
  test.skip(isPhone, "the same list");
  await page.clock.install();
  const marker = newMarker();
  const { id } = await proposeLow({ marker });
  await openInbox(page, marker);
  await expect(card(page, id)).toBeVisible();
  await page.clock.pauseAt(Date.now() + 1_000);
  for (const _reading of ["the first", "the next"]) {
    const late = await proposeLow({ marker });
    const reading = page.waitForResponse(/\/api\/proposed-actions\?/);
    await page.clock.runFor(10_000);
    expect(await (await reading).text()).toContain(`"id":${late.id},`);
    // Timers of the page draw the rows that came.
    await expect(async () => {
      await page.clock.runFor(10);
      expect(await card(page, late.id).count()).toBe(1);
    }).toPass({ intervals: [50] });
  }
});

test("a long list keeps few rows on the page and fetches the next by key while one scrolls", async ({
  page,
}) => {
  const marker = newMarker();
  const proposals: Proposed[] = [];
  for (let batch = 0; batch < 14; batch += 1) {
    proposals.push(...(await Promise.all(Array.from({ length: 5 }, () => proposeLow({ marker })))));
  }
  await openInbox(page, marker);
  await expect(cards(page).first()).toBeVisible();
  expect(await cards(page).count()).toBeLessThan(35);
  const nextPage = page.waitForRequest((request) => request.url().includes("cursor="));
  const scroller = page.getByTestId("list-scroller");
  const ids = new Set<string>();
  await expect
    .poll(
      async () => {
        for (const id of await cards(page).evaluateAll((rows) => rows.map((row) => row.dataset.actionId!))) {
          ids.add(id);
        }
        await scroller.evaluate((element) => element.scrollBy(0, element.clientHeight * 0.8));
        return ids.size;
      },
      { intervals: [50] },
    )
    .toBe(proposals.length);
  expect((await nextPage).url()).not.toContain("offset");
  await expect(page).toShow("That is all of them.");
  expect([...ids].map(Number).toSorted((a, b) => a - b)).toEqual(
    proposals.map(({ id }) => id).toSorted((a, b) => a - b),
  );
  expect(await cards(page).count()).toBeLessThan(35);
  await bulkDecide("approver", {
    decision: "reject",
    comment: "Made for a long list",
    items: proposals.map(({ id, payload_hash }) => ({ id, payload_hash })),
  });
});
