import { readAction } from "./support/http/api";
import {
  type Proposed,
  proposeCritical,
  proposeHigh,
  proposeLow,
  proposeMedium,
  proposeTrivialAgain,
} from "./support/proposals/proposals";
import {
  answer,
  card,
  decisionBar,
  decisionOf,
  expectAnswer,
  expectToLeave,
  openAction,
  openInbox,
  rejectButton,
  rejectDialog,
} from "./support/screen/screen";
import { expect, test } from "./support/test";

const tiers: [tier: number, proposeIt: () => Promise<Proposed>][] = [
  [1, proposeTrivialAgain],
  [2, proposeLow],
  [3, proposeMedium],
  [4, proposeHigh],
  [5, proposeCritical],
];

for (const [tier, proposeIt] of tiers) {
  test(`an L${tier} write is rejected by one tap and a reason, and nothing is written`, async ({ page }) => {
    const proposed = await proposeIt();
    expect(proposed).toMatchObject({ risk_level: tier, status: "pending" });
    await openAction(page, proposed);
    await rejectButton(decisionBar(page)).click();
    const dialog = rejectDialog(page);
    await expect(dialog.getByLabel("Reason")).toBeFocused();
    await expect(rejectButton(dialog)).toBeDisabled();
    await dialog.getByRole("button", { name: "Not enough evidence" }).click();
    const reason = dialog.getByLabel("Reason");
    await expect(reason).toHaveValue("Not enough evidence");
    await reason.press("End");
    await reason.pressSequentially(`: send the mail of ${proposed.marker}`);
    await rejectButton(dialog).click();
    await expect(dialog).toHaveCount(0);
    await expect(page).toShowFirst("Rejected. Nothing is written to NetSuite.");
    expect(await readAction(proposed.id)).toMatchObject({
      status: "rejected",
      decision: "reject",
      decided_by: "Priya Raman",
      comment: `Not enough evidence: send the mail of ${proposed.marker}`,
      push: null,
    });
  });
}

test("the reason is in the history, and the card leaves the inbox", async ({ page, isPhone }) => {
  const proposed = await proposeLow();
  await openInbox(page, proposed.marker);
  await rejectButton(decisionOf(page, proposed.id, isPhone)).click();
  const dialog = rejectDialog(page);
  await dialog.getByLabel("Reason").fill("They paid yesterday");
  await dialog.getByLabel("Reason").press("Enter");
  await expectAnswer(page, proposed.id, "Rejected. Nothing is written to NetSuite.");
  await expectToLeave(page, proposed.id, isPhone);
  await page.goto(`/proposed-actions?view=history&q=${proposed.marker}`);
  await expect(card(page, proposed.id)).toContainText("by Priya Raman");
  await openAction(page, proposed);
  await expect(page).toShowFirst("Rejected by Priya Raman: “They paid yesterday”");
});

test("without a reason nothing is rejected, and cancelling leaves it waiting", async ({ page }) => {
  const proposed = await openAction(page, await proposeLow());
  await rejectButton(decisionBar(page)).click();
  const dialog = rejectDialog(page);
  await dialog.getByLabel("Reason").fill("   ");
  await expect(rejectButton(dialog)).toBeDisabled();
  await dialog.getByLabel("Reason").press("Enter");
  await expect(dialog).toBeVisible();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(rejectButton(decisionBar(page))).toBeFocused();
  expect((await readAction(proposed.id)).status).toBe("pending");
});

test("a rejection that the server did not take says so, and its typed reason is there when it is tried again", async ({
  page,
}) => {
  const proposed = await openAction(page, await proposeLow());
  await rejectButton(decisionBar(page)).click();
  const dialog = rejectDialog(page);
  await dialog.getByLabel("Reason").fill("They paid yesterday");
  await page.route("**/proposed-actions/**", (route) =>
    route.request().method() === "POST" ? route.abort() : route.fallback(),
  );
  await rejectButton(dialog).click();
  await expect(dialog).toHaveCount(0);
  await expect(answer(decisionBar(page))).toContainText("No answer came back");
  expect((await readAction(proposed.id)).status).toBe("pending");
  await page.unrouteAll();
  await rejectButton(decisionBar(page)).click();
  await expect(dialog.getByLabel("Reason")).toHaveValue("They paid yesterday");
  // Nothing was typed this time: the press that opened the sheet is not the one that sends it.
  await page.mouse.move(5, 5);
  await rejectButton(dialog).click();
  await expect(dialog).toHaveCount(0);
  await expect
    .poll(async () => await readAction(proposed.id))
    .toMatchObject({ status: "rejected", comment: "They paid yesterday" });
});

test("a typed reason survives Escape, for this action and this one alone", async ({ page }) => {
  const [first, second] = [await proposeLow(), await proposeLow()];
  await openAction(page, first);
  const dialog = rejectDialog(page);
  const reason = dialog.getByLabel("Reason");
  await rejectButton(decisionBar(page)).click();
  await reason.pressSequentially("They paid on");
  await reason.press("Escape");
  await expect(dialog).toHaveCount(0);
  await rejectButton(decisionBar(page)).click();
  await expect(reason).toHaveValue("They paid on");
  await reason.press("Escape");
  await expect(dialog).toHaveCount(0);
  await openAction(page, second);
  await rejectButton(decisionBar(page)).click();
  await expect(reason).toHaveValue("");
  for (const one of [first, second]) expect((await readAction(one.id)).status).toBe("pending");
});
