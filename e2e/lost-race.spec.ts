import type { Page } from "@playwright/test";
import { readAction } from "./support/http/api";
import { database } from "./support/database";
import { type Proposed, proposeLow } from "./support/proposals/proposals";
import {
  RECENTLY,
  answer,
  approveButton,
  card,
  decisionOf,
  expectAnswer,
  expectApplied,
  expectToLeave,
  openInbox,
  rejectButton,
  rejectDialog,
} from "./support/screen/screen";
import { expect, test } from "./support/test";

/** Keeps a page from hearing of the other's decision before it makes its own. It still reads the record, as a press does. */
async function keepUnaware(page: Page): Promise<void> {
  await page.route(/\/api\/(proposed-actions(?!\/\d+\/live)|overview)/, (route) => route.abort());
}

async function openOnBoth(first: Page, second: Page): Promise<Proposed> {
  const proposed = await proposeLow();
  for (const page of [first, second]) {
    await page.route(/\/api\/stream/, (route) => route.abort());
    await openInbox(page, proposed.marker);
    await expect(card(page, proposed.id)).toBeVisible();
    await keepUnaware(page);
  }
  return proposed;
}

async function expectOneDecision(id: number): Promise<void> {
  const [row] = await database()<{ decisions: number; decided: number }[]>`
    SELECT (SELECT count(*)::integer FROM decisions WHERE action_id = ${id}) AS decisions,
           (SELECT count(*)::integer FROM events WHERE entity_id = ${id} AND entity_type = 'proposed_action'
             AND event_type IN ('hitl.approved', 'hitl.rejected')) AS decided`;
  expect(row).toEqual({ decisions: 1, decided: 1 });
}

test("the second to approve is told quietly who approved and when, and nothing is done twice", async ({
  page,
  openAs,
  isPhone,
}) => {
  const other = await openAs("admin");
  const proposed = await openOnBoth(page, other);
  await approveButton(decisionOf(other, proposed.id, isPhone)).click();
  await expectAnswer(other, proposed.id, "Approved. It goes to NetSuite now.");

  await approveButton(decisionOf(page, proposed.id, isPhone)).click();
  // Both in one look: the card leaves the list after seconds.
  const refusal = answer(card(page, proposed.id)).and(page.locator('[data-code="already_decided"]'));
  await expect(refusal).toHaveText(new RegExp(String.raw`^Mike Ortiz approved this ${RECENTLY}\.$`));
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expectToLeave(page, proposed.id, isPhone);
  await expectApplied(proposed.id);
  await expectOneDecision(proposed.id);
});

test("a rejection that comes after another's approval is told the truth and changes nothing", async ({
  page,
  openAs,
  isPhone,
}) => {
  const other = await openAs("admin");
  const proposed = await openOnBoth(page, other);
  await approveButton(decisionOf(other, proposed.id, isPhone)).click();
  await expectAnswer(other, proposed.id, "Approved.");
  await rejectButton(decisionOf(page, proposed.id, isPhone)).click();
  const dialog = rejectDialog(page);
  await dialog.getByLabel("Reason").fill("Too late");
  await rejectButton(dialog).click();
  await expectAnswer(page, proposed.id, "Mike Ortiz approved this");
  await expectApplied(proposed.id);
  await expectOneDecision(proposed.id);
});

test("two who press at the same moment: one wins, the other is told, one decision is kept", async ({
  page,
  openAs,
  isPhone,
}) => {
  const other = await openAs("admin");
  const proposed = await openOnBoth(page, other);
  const buttons = [page, other].map((each) => approveButton(decisionOf(each, proposed.id, isPhone)));
  for (const button of buttons) await expect(button).toBeEnabled();
  // The look begins before the press: the card leaves the list after seconds.
  const codes = [page, other].map((each) => answer(card(each, proposed.id)).getAttribute("data-code"));
  await Promise.all(buttons.map((button) => button.click()));
  expect((await Promise.all(codes)).toSorted()).toEqual(["already_decided", "claimed"]);
  await expectApplied(proposed.id);
  await expectOneDecision(proposed.id);
});

test("a card that somebody else decides while it is open says who did, without a tap", async ({
  page,
  openAs,
  isPhone,
}) => {
  test.skip(isPhone, "one wait for the next poll is enough");
  const proposed = await proposeLow();
  await openInbox(page, proposed.marker);
  await expect(card(page, proposed.id)).toBeVisible();
  const other = await openAs("admin");
  await openInbox(other, proposed.marker);
  await approveButton(decisionOf(other, proposed.id, isPhone)).click();
  await expectAnswer(page, proposed.id, /Mike Ortiz approved this|Applied/);
  expect((await readAction(proposed.id)).decided_by).toBe("Mike Ortiz");
});
