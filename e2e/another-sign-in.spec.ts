import type { Page } from "@playwright/test";
import { readAction, readOverview } from "./support/http/api";
import { database } from "./support/database";
import { foundOtherTenant } from "./support/people/other-tenant";
import { enterAs, hire } from "./support/people/people";
import { proposeLow } from "./support/proposals/proposals";
import { approveButton, card, decisionOf, expectAnswer, openInbox } from "./support/screen/screen";
import { expect, test } from "./support/test";

/** The tabs of a browser share one session; each keeps showing the person and the company that it was loaded for. */

test.use({ role: "nobody" });

/** A page hears at its next look, within ten seconds; its press may come before. */
async function keepUnaware(page: Page): Promise<void> {
  await page.route(/\/api\/(proposed-actions(?!\/\d+\/live)|overview|stream)/, (route) => route.abort());
}

const ended = (page: Page) => page.getByText("Your session has ended.", { exact: true });

test("a page decides nothing in the name of somebody else who has signed in beside it", async ({
  page,
  isPhone,
}) => {
  const [ann, bob] = [await hire("approver"), await hire("approver")];
  const proposed = await proposeLow();
  await enterAs(page, ann);
  await openInbox(page, proposed.marker);
  await expect(card(page, proposed.id)).toBeVisible();
  await keepUnaware(page);
  await enterAs(page, bob);
  const approve = approveButton(decisionOf(page, proposed.id, isPhone));
  await approve.click();
  await expectAnswer(page, proposed.id, "Your session has ended. Sign in again; nothing was decided.");
  expect(await readAction(proposed.id)).toMatchObject({ status: "pending" });

  await page.unrouteAll();
  await expect(ended(page)).toBeVisible();
  await page.getByRole("link", { name: "Sign in again" }).click();
  await openInbox(page, proposed.marker);
  await expect(ended(page)).toHaveCount(0);
  await approveButton(decisionOf(page, proposed.id, isPhone)).click();
  await expectAnswer(page, proposed.id, /^Approved/);
  const [decision] = await database()`SELECT actor_user_id FROM decisions WHERE action_id = ${proposed.id}`;
  expect(decision).toEqual({ actor_user_id: bob.userId });
});

test("a page of one company reads and stops nothing in another that was chosen beside it", async ({
  page,
}) => {
  const { company } = await foundOtherTenant();
  const ann = await hire("admin");
  await database()`
    INSERT INTO memberships (tenant_id, user_id, role) VALUES (${company.tenantId}, ${ann.userId}, 'viewer')`;
  await enterAs(page, ann);
  await page.goto("/kill-switches");
  await page
    .getByRole("region", { name: "Applying proposals" })
    .getByRole("button", { name: "Engage…" })
    .click();
  const dialog = page.getByRole("dialog", { name: "Engage Applying proposals?" });
  await dialog.getByLabel("Or another reason").fill("An agent goes astray");
  await database()`UPDATE sessions SET tenant_id = ${company.tenantId} WHERE user_id = ${ann.userId}`;
  await dialog.getByRole("button", { name: "Engage", exact: true }).click();
  await expect(dialog).toShow("Nothing was done: load this page again.");
  await expect(ended(page)).toBeVisible();
  expect((await readOverview()).switches.some(({ engaged }) => engaged)).toBe(false);
  await page.goto("/proposed-actions");
  await expect(ended(page)).toHaveCount(0);
});
