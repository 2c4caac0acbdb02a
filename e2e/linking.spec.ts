import { randomBytes } from "node:crypto";
import { offerLink } from "@/lib/messages/links";
import { expectAccessible } from "./support/screen/axe";
import { database } from "./support/database";
import { withGateway } from "./support/gateway";
import { useStorageKey } from "./support/installation";
import { enterAs, hire } from "./support/people/people";
import { expectNoScroll } from "./support/screen/screen";
import { expect, test } from "./support/test";

test.use({ role: "nobody" });

const HOSTILE = "<b>ana</b> \u202eevil";

/** As Slack's reply to somebody whom nobody has linked: a workspace, a user of it, and the code of their link. */
async function offered(externalUserId: string) {
  useStorageKey();
  const workspace = `T${randomBytes(6).toString("hex")}`;
  const [account] = await database()<{ id: number; tenantId: number }[]>`
    INSERT INTO channel_accounts (tenant_id, kind, external_id, label, opened_at, opened_by_label)
    SELECT id, 'slack', ${workspace}, 'berries', now(), 'Adam' FROM tenants WHERE slug = 'greenfield'
    RETURNING id, tenant_id AS "tenantId"`;
  const { id: accountId, tenantId } = account!;
  const code = await withGateway((gateway) =>
    offerLink({ tenantId, accountId, externalUserId, label: HOSTILE }, gateway),
  );
  const linked = () => database()<{ userId: number }[]>`
    SELECT user_id AS "userId" FROM channel_links WHERE account_id = ${accountId} AND ended_at IS NULL`;
  const close = () => database()`
    UPDATE channel_accounts SET state = 'closed', closed_at = now() WHERE id = ${accountId}`;
  return { code, linked, close };
}

test("somebody opens the link that Slack led them to, sees who is meant, and confirms it once", async ({
  page,
}) => {
  const person = await hire("approver");
  const { code, linked, close } = await offered("U1");
  await enterAs(page, person);
  await page.goto(`/link/${code}`);
  await expect(page.getByRole("heading", { name: "Is that you?" })).toBeVisible();
  const main = page.getByRole("main");
  await expect(main).toContainText("<b>ana</b>");
  await expect(main).toContainText("berries");
  await expect(main).toContainText(person.name);
  await expectAccessible(page, "confirming a link");
  await expectNoScroll(page, "width");
  // Opening it, by whomever and how often, has linked nobody.
  expect(await linked()).toEqual([]);
  await page.getByRole("button", { name: "Yes, that is me" }).click();
  await expect(page).toHaveURL(/\/channels$/);
  await expect(page.getByRole("list", { name: "Your accounts" })).toContainText("berries");
  expect(await linked()).toEqual([{ userId: person.userId }]);
  await page.goto(`/link/${code}`);
  await expect(page.getByRole("button", { name: "Yes, that is me" })).toHaveCount(0);
  await close();
});

test("Slack's way back changes nothing by being opened, and its button says why nothing was connected", async ({
  page,
}) => {
  const admin = await hire("admin");
  await enterAs(page, admin);
  await page.goto("/channels/slack?code=1.2.3&state=none");
  await expectAccessible(page, "Slack's way back");
  await expectNoScroll(page, "width");
  await page.getByRole("main").getByRole("button").click();
  await expect(page.getByText("Nothing was changed")).toBeVisible();
  await expect(page).toHaveURL(/\/channels\/slack/);
});
