import type { Page } from "@playwright/test";
import { approve } from "./support/http/api";
import { tick } from "./support/screen/bulk";
import { expectNoSideways, expectNumbersWhole, expectWhole } from "./support/screen/layout";
import {
  newMarker,
  type Proposed,
  proposeCritical,
  proposeHigh,
  proposeLow,
  proposeMedium,
  proposeOrderLine,
} from "./support/proposals/proposals";
import { proposeRoll } from "./support/proposals/rolls";
import { amendBar, decisionBar, detail, expectApplied, openAction, openInbox } from "./support/screen/screen";
import { atEverySize, type Size, SIZES, sizeName } from "./support/screen/sizes";
import { expect, test } from "./support/test";

/** Between a phone and a desk: list and detail share the width, and neither loses anything by it. */

test.skip(({ isMobile }) => isMobile, "every size is looked at from the desktop");

const tall = (width: number): Size => ({ width, height: 900 });
/** From tablet to desk, where list and detail stand side by side. */
const between: Size[] = [...[768, 800, 820, 912, 1024, 1119, 1120, 1200, 1280].map(tall), ...SIZES];
/** From the narrowest phone to a wide desk, and each side of every width at which something changes. */
const everyWidth: Size[] = [
  320, 360, 390, 480, 600, 767, 768, 800, 820, 900, 1024, 1119, 1120, 1280, 1440, 1920,
].map(tall);

/** Its detail has come. */
async function openWhole(page: Page, action: Pick<Proposed, "id" | "marker">): Promise<void> {
  await openAction(page, action);
  await expect(detail(page).getByText(/^(Loading (?!more)|Reading)/)).toHaveCount(0);
}

async function* differentActions(): AsyncGenerator<[name: string, action: Proposed]> {
  yield ["an order line", await proposeOrderLine()];
  yield ["stock", await proposeMedium()];
  yield ["a credit limit", await proposeHigh()];
  yield ["a revoked limit", await proposeCritical()];
  yield [
    "a note",
    await proposeLow({ text: "Order 4,500 of 12,000.50 at $1,234,567.89 by 14:30. ".repeat(9) }),
  ];
  yield ["a roll", await proposeRoll()];
  const applied = await proposeOrderLine();
  await approve("approver", applied);
  await expectApplied(applied.id);
  yield ["an applied one", applied];
}

test("no number is split over lines between 768 and 1280, nor anywhere else", async ({ page }) => {
  for await (const [name, action] of differentActions()) {
    await page.setViewportSize(tall(1440));
    await openWhole(page, action);
    await atEverySize(page, between, async (where) => {
      await expectNumbersWhole(page, `${name} at ${where}`);
      await expectNoSideways(page, `${name} at ${where}`);
    });
  }
});

test("no count sticks out of its tier chip at any width, whatever it says", async ({ page }) => {
  await page.goto("/proposed-actions");
  const chips = page.getByRole("group", { name: "Filter by tier" }).getByRole("button");
  await expect(chips).toHaveCount(6);
  const expectRoom = (where: string) =>
    expect
      .poll(
        () =>
          chips.evaluateAll((all) =>
            all.filter((chip) => chip.scrollWidth > chip.clientWidth).map(({ textContent }) => textContent),
          ),
        where,
      )
      .toEqual([]);
  await atEverySize(page, [...everyWidth, ...SIZES], expectRoom);
  await page.route(/\/proposed-actions\/counts\?/, async (route) => {
    const answer = await route.fetch();
    const counts = (await answer.json()) as { by_tier: { tier: number }[] };
    const by_tier = counts.by_tier.map((row) => ({ ...row, count: 9_999, more: true }));
    await route.fulfill({ json: { ...counts, total: 49_995, by_tier } });
  });
  await page.goto("/proposed-actions?view=history");
  await expect(chips.last()).toContainText("9k+");
  await atEverySize(page, [...everyWidth, ...SIZES], expectRoom);
});

test("no button of the decision bar is off screen at any width", async ({ page }) => {
  for (const action of [await proposeOrderLine(), await proposeCritical()]) {
    await page.setViewportSize(tall(1440));
    await openWhole(page, action);
    await expect(decisionBar(page).getByRole("button", { name: /^Edit/ })).toBeVisible();
    await atEverySize(page, [...everyWidth, ...SIZES], (where) =>
      expectWhole(decisionBar(page).getByRole("button"), where),
    );
  }
  const applied = await proposeLow();
  await approve("approver", applied);
  await expectApplied(applied.id);
  await page.setViewportSize(tall(1440));
  await openWhole(page, applied);
  await atEverySize(page, everyWidth, (where) => expectWhole(amendBar(page).getByRole("button"), where));
});

test("the bulk bar shows all of its words and buttons at any width", async ({ page }) => {
  const marker = newMarker();
  const actions: Proposed[] = [await proposeOrderLine({ marker }), await proposeHigh({ marker })];
  for (let by = 11; by < 21; by += 1) actions.push(await proposeMedium({ marker, by }));
  await openInbox(page, marker);
  for (const { id } of actions) await tick(page.getByRole("checkbox", { name: `Select #${id}` }));
  const bar = page.getByRole("region", { name: "Bulk decision" });
  await expect(bar).toContainText("12 selected");
  await atEverySize(page, [...everyWidth, ...SIZES], (where) => expectWhole(bar.locator("p, button"), where));
  // A banner takes some of the room.
  await page.context().setOffline(true);
  await expect(page.getByText("You are offline.")).toBeVisible();
  await atEverySize(page, SIZES, (where) => expectWhole(bar.locator("p, button"), `${where}, offline`));
});

test.describe("an administrator", () => {
  test.use({ role: "admin" });

  const pages = [
    "/proposed-actions",
    "/proposed-actions?view=history",
    "/dead-letters?tab=replayed",
    "/dead-letters",
    "/dashboard",
    "/kill-switches",
    "/subscribers",
    "/retention",
    "/jobs",
    "/ledger",
    "/account",
    "/people",
    "/agents",
    "/agents/webhooks",
    "/chat",
    "/email-drafts",
    "/cache-versions",
    "/workflows",
    "/workflows/new",
    "/runs",
    "/runs/caps",
    "/runs/model-prices",
  ];

  for (const address of pages)
    test(`${address} fits every window, and its numbers stay whole`, async ({ page }) => {
      await page.goto(address);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(page.getByText(/^Loading (?!more)/)).toHaveCount(0);
      for (const size of [...SIZES, tall(1024), tall(320)]) {
        await page.setViewportSize(size);
        await expectNumbersWhole(page, sizeName(size));
        await expectNoSideways(page, sizeName(size));
      }
    });
});
