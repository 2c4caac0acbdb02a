import { approve } from "./support/http/api";
import { readPaneToEnd } from "./support/screen/gestures";
import { newMarker, proposeBuild, proposeLow } from "./support/proposals/proposals";
import { approveButton, card, decisionBar, openAction, openInbox } from "./support/screen/screen";
import { expect, test } from "./support/test";

/** The very same write waits twice, or was approved a moment ago: whoever approves one is told before, wherever they do it. */

test("the page of an action and its confirmation say that the very same write waits a second time", async ({
  page,
}) => {
  const [marker, memo] = [newMarker(), "For the Friday market"];
  const first = await proposeBuild({ marker, memo });
  const second = await proposeBuild({ marker, memo });
  await openAction(page, first);
  const words = `The same write also waits as #${second.id}.`;
  const onPage = page.getByTestId("detail-scroller").getByTestId("twin");
  await expect(onPage).toContainText(words);
  await expect(onPage.getByRole("link", { name: "Open it" })).toHaveAttribute(
    "href",
    `/proposed-actions/${second.id}`,
  );
  await readPaneToEnd(page);
  await approveButton(decisionBar(page)).click();
  // At L4 or L5, as the day has it.
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByTestId("twin")).toContainText(words);
  await dialog.getByRole("button", { name: "Cancel" }).click();
});

test("the page of an action, and its card, say that the very same write was approved before", async ({
  page,
  isPhone,
}) => {
  const marker = newMarker();
  const note = { marker, text: `Paid in full, says ${marker}`, customer: "Coastal Pantry" };
  const first = await proposeLow(note);
  await approve("approver", first);
  const second = await proposeLow(note);
  expect(second.id).not.toBe(first.id);
  const words = `The same write was approved as #${first.id}.`;
  if (isPhone) {
    await openInbox(page, marker);
    await expect(card(page, second.id)).toContainText(words);
  }
  await openAction(page, second);
  await expect(page.getByTestId("detail-scroller").getByTestId("twin")).toContainText(words);
});
