import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Page } from "@playwright/test";
import { freePort } from "@/scripts/local/free-port";
import postgres from "postgres";
import { type Installation, startInstallation } from "@/scripts/smoke/own-installation";
import { ownerUrl } from "../support/installation";
import { type ProviderAccount, client, startProvider } from "../support/http/oidc-provider";
import { codeOf } from "../support/people/second-factor";
import { expect, test } from "../support/test";

test.describe.configure({ mode: "serial" });

let folder: string;
let installation: Installation;
let provider: Awaited<ReturnType<typeof startProvider>>;
let sql: postgres.Sql;
const accounts = new Map<string, ProviderAccount>();

test.beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "countersign-oidc-"));
  const port = await freePort();
  provider = await startProvider(accounts, `http://localhost:${port}/api/auth/callback/oidc`);
  installation = await startInstallation(folder, port, {
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: client.id,
    OIDC_CLIENT_SECRET: client.secret,
    OIDC_NAME: "Greenfield ID",
    CI: "true",
  });
  sql = postgres(ownerUrl(folder), { max: 1, onnotice: () => {} });
});
test.afterAll(async () => {
  await sql?.end();
  await installation?.stop();
  await provider?.stop();
  rmSync(folder, { recursive: true, force: true });
});
test.use({ role: "nobody" });

const emailOf = (role: "viewer" | "approver" | "admin") =>
  installation.users.find((user) => user.role === role)!.email;

/** From our sign-in page through the provider's own two pages and back. */
async function signInAs(page: Page, login: string): Promise<void> {
  await page.goto(`${installation.url}/sign-in`);
  await page.getByRole("button", { name: "Sign in with Greenfield ID" }).click();
  await page.getByPlaceholder("Enter any login").fill(login);
  await page.getByPlaceholder("and password").fill("anything");
  await page.getByRole("button", { name: "Sign-in" }).click();
  await page.getByRole("button", { name: "Continue" }).click();
}
const refusal = (page: Page) => page.locator("#sign-in-failure");

test("somebody with a membership and a verified address comes in, and is linked to that subject by an event", async ({
  page,
}) => {
  accounts.set("ana-at-idp", { email: emailOf("approver").toUpperCase(), email_verified: true });
  await signInAs(page, "ana-at-idp");
  await expect(page).toHaveURL(/\/proposed-actions/);
  await page.goto(`${installation.url}/account`);
  await expect(page).toShow(/^Signed in .* through the provider$/);
  await expect(page).toShow(/Linked to the sign-in provider by/);
  const [row] = await sql`SELECT oidc_issuer, oidc_subject FROM users WHERE email = ${emailOf("approver")}`;
  expect(row).toEqual({ oidc_issuer: provider.issuer, oidc_subject: "ana-at-idp" });
});

test("an administrator who comes through the provider enters their own code here before anything is shown", async ({
  page,
}) => {
  accounts.set("adam-at-idp", { email: emailOf("admin"), email_verified: true });
  await signInAs(page, "adam-at-idp");
  await expect(page).toHaveURL(/\/sign-in\/second-factor/);
  await page.goto(`${installation.url}/proposed-actions`);
  await expect(page).toHaveURL(/\/sign-in\/second-factor/);
  const answer = await page.request.get(`${installation.url}/api/proposed-actions`);
  expect(answer.status()).toBe(403);
  const { totpSecret } = installation.users.find((user) => user.role === "admin")!;
  await page.getByLabel("Six-digit code").fill(codeOf(totpSecret));
  await expect(page).toHaveURL(/\/proposed-actions/);
});

test("from then on the subject decides: a changed address at the provider changes nothing", async ({
  page,
}) => {
  accounts.set("ana-at-idp", { email: "renamed@elsewhere.example", email_verified: false });
  await signInAs(page, "ana-at-idp");
  await expect(page).toHaveURL(/\/proposed-actions/);
});

test("another subject with the same address, an unverified address and a stranger are refused in words", async ({
  openAs,
}) => {
  accounts.set("imposter", { email: emailOf("approver"), email_verified: true });
  accounts.set("unverified", { email: emailOf("viewer"), email_verified: false });
  accounts.set("stranger", { email: "stranger@greenfield.example", email_verified: true });
  const rows: [login: string, words: RegExp][] = [
    ["imposter", /belongs to somebody who signs in with another account/],
    ["unverified", /does not vouch for your email address/],
    ["stranger", /do not belong to a company here/],
  ];
  for (const [login, words] of rows) {
    const page = await openAs("nobody");
    const failures: number[] = [];
    page.on("response", (response) => {
      if (response.status() >= 500) failures.push(response.status());
    });
    await signInAs(page, login);
    await expect(refusal(page)).toContainText(words);
    expect(failures).toEqual([]);
    await page.goto(`${installation.url}/proposed-actions`);
    await expect(page).toHaveURL(/\/sign-in/);
  }
  const linked = await sql`SELECT email FROM users WHERE oidc_subject IS NOT NULL`;
  expect(linked.map((row) => row.email).sort()).toEqual([emailOf("approver"), emailOf("admin")].sort());
});

test("a callback without its state, cancelled, or replayed is refused in words and never a 500", async ({
  page,
}) => {
  for (const query of ["code=forged&state=forged", "error=access_denied", "", "code=%00"]) {
    const response = await page.goto(`${installation.url}/api/auth/callback/oidc?${query}`);
    expect(response!.status(), query).toBeLessThan(500);
    if (query !== "code=%00") await expect(refusal(page)).not.toBeEmpty();
  }
});

test("a revoked person's session through the provider ends at once, and they do not come in again", async ({
  page,
  openAs,
}) => {
  await signInAs(page, "ana-at-idp");
  await expect(page).toHaveURL(/\/proposed-actions/);
  await sql`UPDATE memberships SET revoked_at = now() FROM users u WHERE u.id = user_id AND u.email = ${emailOf("approver")}`;
  await page.goto(`${installation.url}/dashboard`);
  await expect(page).toHaveURL(/\/sign-in/);
  const again = await openAs("nobody");
  await signInAs(again, "ana-at-idp");
  await expect(refusal(again)).toContainText(/do not belong to a company here/);
});
