import type { Page } from "@playwright/test";
import { readAction } from "./support/http/api";
import {
  approveInBar,
  clickAgain,
  expectShown,
  lookFirst,
  middleOf,
  pointAtApprove,
  pressOnceRead,
} from "./support/screen/hand";
import {
  type Proposed,
  newMarker,
  proposeLow,
  proposeMedium,
  proposeOrderLine,
} from "./support/proposals/proposals";
import {
  card,
  decisionBar,
  detail,
  expectApplied,
  openAction,
  openInbox,
  rejectButton,
  rejectDialog,
} from "./support/screen/screen";
import { editRecord } from "./support/simulator";
import { holdReadings } from "./support/screen/readings";
import { expect, test } from "./support/test";

/** An action that turns under the hand, or comes behind a dialog, asks for a press of its own. */

test.skip(({ isPhone }) => isPhone, "a phone shows no list beside the action");

const statusOf = async ({ id }: Proposed) => (await readAction(id)).status;

/** No role is found behind a dialog; its attributes are. */
const expectShownBehind = (page: Page, id: number) =>
  expect(page.locator("[data-testid=detail-scroller] [data-action-id]").first()).toHaveAttribute(
    "data-action-id",
    String(id),
  );

for (const dialog of ["", ", also after a dialog has closed", ", also where a dialog covers it meanwhile"]) {
  test(`Propose from … that turns into Approve under the pointer decides nothing before the pointer has moved${dialog}`, async ({
    page,
  }) => {
    await page.clock.install();
    const line = await proposeOrderLine();
    await editRecord("order_line", line.recordId, { rate: (Number(line.live) + 0.37).toFixed(2) });
    await openInbox(page, line.marker);
    const propose = decisionBar(page).getByRole("button", { name: /^Propose from/ });
    await expect(propose).toBeVisible();
    const spot = await middleOf(propose);
    await page.mouse.move(spot.x, spot.y);
    if (dialog) {
      await expect(rejectButton(decisionBar(page))).toBeEnabled();
      await pressOnceRead(page, "r");
      await expect(rejectDialog(page)).toBeVisible();
    }
    const leave = () => page.keyboard.press("Escape");
    if (dialog.includes("closed")) await leave();
    await editRecord("order_line", line.recordId, { rate: line.live });
    await page.clock.fastForward(40_000);
    // No role is found behind a dialog.
    await expect(
      decisionBar(page)
        .locator("button")
        .filter({ hasText: /^Approve/ }),
    ).toBeVisible();
    if (dialog.includes("covers")) await leave();
    await expect(rejectDialog(page)).toHaveCount(0);
    await page.clock.fastForward(5_000);
    await clickAgain(page, 3);
    await expect(lookFirst(page)).toBeVisible();
    expect(await statusOf(line)).toBe("pending");
    await approveInBar(page).hover();
    await page.mouse.move(spot.x - 30, spot.y);
    await expect(approveInBar(page)).not.toHaveAttribute("aria-disabled", "true");
    await clickAgain(page);
    await expectApplied(line.id);
  });
}

test("an action that the pane goes on to behind a dialog is not decided where the pointer rests", async ({
  page,
}) => {
  await page.clock.install();
  const marker = newMarker();
  const [first, second] = [await proposeLow({ marker }), await proposeLow({ marker })];
  const release = await holdReadings(page, first.id);
  await openInbox(page, marker);
  await expectShown(page, first.id);
  const spot = await pointAtApprove(page);
  await clickAgain(page);
  await expect(decisionBar(page)).toContainText("Reading the record again…");
  await page.keyboard.press("?");
  const help = page.getByRole("dialog");
  await expect(help).toBeVisible();
  await release();
  await expectApplied(first.id);
  await expectShownBehind(page, second.id);
  await page.keyboard.press("Escape");
  await expect(help).toHaveCount(0);
  await page.clock.fastForward(5_000);
  await clickAgain(page, 3);
  await expect(lookFirst(page)).toBeVisible();
  expect(await statusOf(second)).toBe("pending");
  await page.mouse.move(spot.x - 30, spot.y);
  await expect(approveInBar(page)).toBeEnabled();
  await clickAgain(page);
  await expectApplied(second.id);
});

test("the first reading, where it moves every figure, asks for a press of its own", async ({ page }) => {
  const one = await proposeMedium({ by: -3 });
  await editRecord("on_hand", one.stock, { quantityonhand: "1" });
  const release = await holdReadings(page, one.id);
  await openAction(page, one);
  const spot = await pointAtApprove(page);
  await release();
  await expect(detail(page).getByRole("heading", { level: 2 })).toContainText(": −3, leaves −2 on hand");
  await clickAgain(page);
  await expect(lookFirst(page)).toBeVisible();
  expect(await statusOf(one)).toBe("pending");
  await page.mouse.move(spot.x - 30, spot.y);
  await expect(approveInBar(page)).not.toHaveAttribute("aria-disabled", "true");
  await clickAgain(page);
  await expectApplied(one.id);
});

test("an action that comes beside the list as the window gets wide was not asked for, though its address names it", async ({
  page,
}) => {
  const one = await proposeLow();
  await page.setViewportSize({ width: 600, height: 900 });
  await page.goto(`/proposed-actions?q=${one.marker}&selected=${one.id}`);
  await expect(card(page, one.id)).toBeVisible();
  await expect(detail(page)).toHaveCount(0);
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.keyboard.press("Shift");
  await page.setViewportSize({ width: 1_440, height: 900 });
  await expect(async () => {
    await page.clock.runFor(20);
    await expectShown(page, one.id, 100);
  }).toPass();
  await page.clock.runFor(400);
  await page.keyboard.press("a");
  await expect(lookFirst(page)).toBeVisible();
  expect(await statusOf(one)).toBe("pending");
});
