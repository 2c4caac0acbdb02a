import { randomUUID } from "node:crypto";
import { newTotpSecret } from "@/lib/auth/second-factor/totp";
import { foundCompany } from "@/lib/gateway/access/found-company";
import { expectAccessible } from "./support/screen/axe";
import { database } from "./support/database";
import { useStorageKey } from "./support/installation";
import { codeOf, enterCode, stepUpDialog } from "./support/people/second-factor";
import { signIn } from "./support/people/sessions";
import { expect, test } from "./support/test";

test.use({ role: "nobody" });

test("rules that were written past the app are named on the page, and an administrator puts them right there", async ({
  page,
}) => {
  useStorageKey();
  const slug = `forged-${randomUUID().slice(0, 8)}`;
  const { tenantId, addPerson } = await foundCompany(database(), { slug, name: "Forged", foundedBy: "test" });
  const [password, totpSecret] = [randomUUID(), newTotpSecret()];
  const { email, userId } = await addPerson({ name: "Noor Haddad", role: "admin", password, totpSecret });
  await database().begin(async (tx) => {
    await tx`SELECT set_config('app.tenant_id', ${String(tenantId)}, true)`;
    await tx`SELECT sign_standing_authorisation('{note_attachment}', 100, 30, ${userId})`;
    await tx`
      SELECT publish_policy(2, hash, cedar_text, 'x', NULL, ${userId}) FROM policies WHERE tenant_id = ${tenantId}`;
  });
  await page.context().addCookies(await signIn({ email, password }));
  await page.goto("/rules");

  const card = page.getByRole("region", { name: "Note attachment", exact: true });
  await expect(card).toContainText("not signed here");
  await expect(card).toContainText("nothing goes under it");
  const policy = page.getByRole("region", { name: "Version 2" });
  await expect(policy).toContainText("not published here");
  await expect(policy).toContainText("everything is denied while it is the newest");
  await expectAccessible(page, "rules");

  await card.getByRole("button", { name: "Revoke…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Revoke", exact: true }).click();
  await expect(card).toContainText("revoked");

  await policy.getByRole("button", { name: "Change…" }).click();
  await page.getByRole("button", { name: "Check", exact: true }).click();
  await page.getByLabel("Why it changes").fill("Published here");
  await page.getByRole("button", { name: "Publish as version 3" }).click();
  await enterCode(stepUpDialog(page, "Put version 3 of the policy in force"), codeOf(totpSecret));
  await expect(page.getByRole("region", { name: "Version 3" })).toContainText("in force");
});
