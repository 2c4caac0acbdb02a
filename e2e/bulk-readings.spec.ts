import type { Page } from "@playwright/test";
import { readAction } from "./support/http/api";
import { approveReviewed, bulkBar, selectRows } from "./support/screen/bulk";
import { lookFirst, middleOf } from "./support/screen/hand";
import { newMarker, proposeOrderLine, proposeThree } from "./support/proposals/proposals";
import { expectApplied, openInbox } from "./support/screen/screen";
import { editRecord } from "./support/simulator";
import { expect, test } from "./support/test";

/** A bulk approval reads its records before its list is shown, and once more before it is sent. */

/** Three actions in the dialog of their bulk approval, read to its end. The page's clock is the test's. */
async function reviewThree(page: Page, isPhone: boolean) {
  await page.clock.install();
  const marker = newMarker();
  const actions = await proposeThree(marker);
  await openInbox(page, marker);
  await selectRows(page, isPhone, actions);
  await bulkBar(page).getByRole("button", { name: "Approve 3" }).click();
  const review = page.getByRole("dialog", { name: "Approve 3 actions?" });
  await review.getByText("End of the list").scrollIntoViewIfNeeded();
  return { actions, review };
}

test("a record that has changed in NetSuite is left out of a bulk approval, and one that changes meanwhile lets nothing be sent", async ({
  page,
  isPhone,
}) => {
  await page.clock.install();
  const marker = newMarker();
  const one = await proposeOrderLine({ marker });
  const two = await proposeOrderLine({ marker, besides: [one] });
  const lines = [one, two, await proposeOrderLine({ marker, besides: [one, two] })] as const;
  const move = ({ recordId, live }: typeof one) =>
    editRecord("order_line", recordId, { rate: (Number(live) + 0.37).toFixed(2) });
  await move(lines[0]);
  await openInbox(page, marker);
  await selectRows(page, isPhone, [...lines]);
  await bulkBar(page).getByRole("button", { name: "Approve 3" }).click();
  const leftOut = page.getByRole("dialog").getByRole("region", { name: "Left out" });
  const why = "approving this would write nothing";
  await expect(leftOut.locator(`[data-action-id="${lines[0].id}"]`)).toContainText(why);

  const review = page.getByRole("dialog", { name: "Approve 2 actions?" });
  await review.getByText("End of the list").scrollIntoViewIfNeeded();
  await move(lines[1]);
  await page.clock.fastForward(60_000);
  await approveReviewed(page, 2);
  await expect(page.getByRole("dialog", { name: "Approve 1 action?" })).toShow(
    "Nothing was sent: a record reads differently",
  );
  await expect(leftOut.locator(`[data-action-id="${lines[1].id}"]`)).toContainText(why);
  for (const { id } of lines) expect((await readAction(id)).status).toBe("pending");
  const last = page.getByRole("dialog", { name: "Approve 1 action?" });
  await last.getByText("End of the list").scrollIntoViewIfNeeded();
  await last.getByRole("button", { name: "Approve 1" }).hover();
  await page.mouse.move(5, 5);
  await last.getByRole("button", { name: "Approve 1" }).click();
  await expectApplied(lines[2].id);
  for (const { id } of lines.slice(0, 2)) expect((await readAction(id)).status).toBe("pending");
});

test("a press that began before the list was there does not approve it, however late it is released", async ({
  page,
  isPhone,
}) => {
  const marker = newMarker();
  const actions = await proposeThree(marker);
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  // Nothing is read before the dialog asks, so that its readings are still to come.
  let dialogAsks = false;
  await page.route("**/live{,-readings?*}", async (route) => {
    if (!dialogAsks) return route.abort();
    await released;
    await route.continue();
  });
  await openInbox(page, marker);
  await selectRows(page, isPhone, actions);
  dialogAsks = true;
  await bulkBar(page).getByRole("button", { name: "Approve 3" }).click();
  const review = page.getByRole("dialog", { name: "Approve 3 actions?" });
  const approve = review.getByRole("button", { name: "Approve 3" });
  await expect(review).toShow(/^Reading \d records? from NetSuite/);
  // The hand goes to the button deliberately, and there is nothing above it yet.
  await page.mouse.move(5, 5);
  const spot = await middleOf(approve);
  await page.mouse.move(spot.x, spot.y);
  await page.mouse.down();
  release();
  await review.getByText("End of the list").scrollIntoViewIfNeeded();
  await expect(approve).toBeEnabled();
  const { x, y } = await middleOf(approve);
  await page.mouse.move(x, y);
  await page.mouse.up();
  await expect(lookFirst(page)).toBeVisible();
  for (const { id } of actions) expect((await readAction(id)).status).toBe("pending");
});

test("a bulk approval that is cancelled while its records are read again is never sent", async ({
  page,
  isPhone,
}) => {
  const { actions, review } = await reviewThree(page, isPhone);

  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/api/live-readings?*", async (route) => {
    await released;
    // A page that has given it up takes no answer.
    await route.continue().catch(() => {});
  });
  await page.clock.fastForward(60_000);
  const secondLook = page.waitForRequest("**/api/live-readings?*");
  await review.getByRole("button", { name: "Approve 3" }).click();
  const request = await secondLook;
  await expect(review.getByRole("button", { name: "Reading the record again…" })).toBeVisible();
  await review.getByRole("button", { name: "Cancel" }).click();
  await expect(review).toHaveCount(0);
  release();
  await request.response().catch(() => null);
  for (const { id } of actions) expect((await readAction(id)).status).toBe("pending");

  // And not later either: the same rows can all be rejected.
  await bulkBar(page).getByRole("button", { name: "Reject…" }).click();
  const dialog = page.getByRole("dialog", { name: "Reject 3 actions?" });
  await dialog.getByLabel("Reason").fill("Not after all");
  await dialog.getByRole("button", { name: "Reject 3" }).click();
  await expect(page.getByRole("dialog", { name: "3 actions rejected" })).toBeVisible();
});

test("a record that can no longer be read lets a bulk approval ask once more, and says so", async ({
  page,
  isPhone,
}) => {
  const { actions, review } = await reviewThree(page, isPhone);
  await page.route("**/api/live-readings?*", (route) => route.abort());
  await page.clock.fastForward(60_000);
  await approveReviewed(page, 3);
  await expect(review).toShow("Nothing was sent yet: NetSuite could not be read this time.");
  await expect(review.getByText("NetSuite could not be read. The write itself")).toHaveCount(3);
  for (const { id } of actions) expect((await readAction(id)).status).toBe("pending");
});
