import type { Page } from "@playwright/test";
import { readAction, reject } from "./support/api";
import {
  type Proposed,
  newMarker,
  proposeCritical,
  proposeHigh,
  proposeLow,
  proposeMedium,
  proposeThree,
} from "./support/proposals";
import { card, expectApplied, openInbox } from "./support/screen";
import { expect, test } from "./support/test";

async function select(page: Page, isPhone: boolean, actions: Proposed[]): Promise<void> {
  if (isPhone) await page.getByRole("button", { name: "Select", exact: true }).click();
  for (const { id } of actions) await page.getByRole("checkbox", { name: `Select #${id}` }).check();
}

const bar = (page: Page) => page.getByRole("region", { name: "Bulk decision" });
const results = (page: Page) => page.getByRole("dialog").getByRole("list", { name: "Results" });

test("many are approved at once, each with its own answer, and L4 and L5 are left out and said to be", async ({
  page,
  isPhone,
}) => {
  const marker = newMarker();
  const easy = [
    await proposeLow({ marker }),
    await proposeMedium({ marker, by: 2 }),
    await proposeLow({ marker }),
  ];
  const hard = [await proposeHigh({ marker }), await proposeCritical({ marker })];
  const worth = await Promise.all(easy.map(async ({ id }) => (await readAction(id)).impact.cents));
  const sumCents = worth.reduce<number>((sum, cents) => sum + Math.abs(cents ?? 0), 0);
  await openInbox(page, marker);
  await select(page, isPhone, [...easy, ...hard]);
  const dollars = (sumCents / 100).toLocaleString("en-US", { style: "currency", currency: "USD" });
  await expect(bar(page)).toContainText("5 selected");
  await expect(bar(page)).toContainText("2 of them are approved one by one: L4, L5");
  const approve = bar(page).getByRole("button", { name: "Approve 3" });
  await expect(approve).toContainText(`${dollars.replace(/\.00$/, "")} in all`);
  await approve.click();

  await expect(page.getByRole("dialog", { name: "3 actions approved" })).toBeVisible();
  await expect(results(page).getByRole("listitem")).toHaveCount(3);
  for (const { id } of easy) {
    await expect(results(page).locator(`[data-action-id="${id}"]`)).toHaveAttribute(
      "data-outcome",
      "claimed",
    );
  }
  await page.getByRole("button", { name: "Done" }).last().click();
  for (const { id } of easy) await expectApplied(id);
  for (const { id } of easy) await expect(card(page, id)).toHaveCount(0);
  for (const { id } of hard) expect((await readAction(id)).status).toBe("pending");
});

test("one row that somebody else decided first is told apart, and stops none of the others", async ({
  page,
  isPhone,
}) => {
  const marker = newMarker();
  const [first, second, third] = await proposeThree(marker);
  await openInbox(page, marker);
  await expect(card(page, second.id)).toBeVisible();
  // The page must not learn of it before it decides.
  await page.route(/\/api\/(proposed-actions|overview)/, (route) => route.abort());
  await select(page, isPhone, [first, second, third]);
  await reject("admin", second, "Not this customer");
  await bar(page).getByRole("button", { name: "Approve 3" }).click();
  await expect(page.getByRole("dialog", { name: "2 actions approved, 1 not" })).toBeVisible();
  const rows = results(page).getByRole("listitem");
  await expect(rows.first()).toHaveAttribute("data-outcome", "already_decided");
  await expect(rows.first()).toContainText("Mike Ortiz was first: this proposal is already rejected.");
  await expectApplied(first.id);
  await expectApplied(third.id);
  expect(await readAction(second.id)).toMatchObject({ status: "rejected", decided_by: "Mike Ortiz" });
});

test("rejecting many takes one reason, at every tier", async ({ page, isPhone }) => {
  const marker = newMarker();
  const actions = [
    await proposeLow({ marker }),
    await proposeMedium({ marker }),
    await proposeHigh({ marker }),
  ];
  await openInbox(page, marker);
  await select(page, isPhone, actions);
  await bar(page).getByRole("button", { name: "Reject…" }).click();
  const dialog = page.getByRole("dialog", { name: "Reject 3 actions?" });
  await dialog.getByLabel("Reason").fill("The month is closed");
  await dialog.getByRole("button", { name: "Reject 3" }).click();
  await expect(page.getByRole("dialog", { name: "3 actions rejected" })).toBeVisible();
  for (const { id } of actions) {
    expect(await readAction(id)).toMatchObject({
      status: "rejected",
      comment: "The month is closed",
      push: null,
    });
  }
});

test("only L4 and L5 selected: approving is not offered at all", async ({ page, isPhone }) => {
  const marker = newMarker();
  const actions = [await proposeHigh({ marker })];
  await openInbox(page, marker);
  await select(page, isPhone, actions);
  await expect(bar(page)).toContainText("This one is approved one by one");
  await expect(bar(page).getByRole("button", { name: /Approve/ })).toHaveCount(0);
  await bar(page).getByRole("button", { name: "Clear" }).click();
  await expect(bar(page)).toHaveCount(0);
});
