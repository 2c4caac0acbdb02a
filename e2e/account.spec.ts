import type { Page } from "@playwright/test";
import { generateSync } from "otplib";
import { expectAccessible } from "./support/screen/axe";
import { database } from "./support/database";
import { send } from "./support/http/request";
import { type Role, installation } from "./support/installation";
import { type NewPerson, browserHeadersOf, enterAs, hire } from "./support/people/people";
import { goTo } from "./support/screen/screen";
import { expect, test } from "./support/test";

test.use({ role: "nobody" });

/** Somebody new, signed in on this page. */
async function enterNew(page: Page, role: Role, address = "/account"): Promise<NewPerson> {
  const person = await hire(role);
  await enterAs(page, person);
  await page.goto(address);
  return person;
}

test("a changed password ends the other browsers and keeps this one", async ({ page }) => {
  const person = await hire("approver");
  const other = await browserHeadersOf(person);
  await enterAs(page, person);
  await page.goto("/account");
  const part = page.getByRole("region", { name: "Password" });
  await part.getByLabel("Current password").fill("not the one I have");
  await part.getByLabel("New password").fill("three unrelated words");
  await part.getByRole("button", { name: "Change password" }).click();
  await expect(part.getByRole("alert")).toContainText("not your current password");
  await part.getByLabel("Current password").fill(person.password);
  await part.getByRole("button", { name: "Change password" }).click();
  await expect(part).toShow("Changed. Every other browser is signed out.");
  expect((await send("/api/account", { headers: other })).status).toBe(401);
  await page.reload();
  await expect(page.getByRole("heading", { name: "Account" })).toBeVisible();
  const headers = await browserHeadersOf({ ...person, password: "three unrelated words" });
  expect((await send("/api/account", { headers })).status).toBe(200);
});

test("an authenticator app is set up with the password and a first code", async ({ page }) => {
  const person = await enterNew(page, "approver");
  const part = page.getByRole("region", { name: "Authenticator app" });
  await expect(part).toContainText("Not set up");
  await part.getByRole("button", { name: "Set up…" }).click();
  const dialog = page.getByRole("dialog", { name: "Set up an authenticator app" });
  await dialog.getByLabel("Your password").fill(person.password);
  await dialog.getByRole("button", { name: "Show the secret" }).click();
  const secret = (await dialog.getByTestId("secret").textContent())!;
  await expect(dialog).toContainText(`secret=${secret}`);
  await dialog.getByLabel("Code of the new app").fill("12345");
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await expect(dialog.getByRole("alert")).toContainText("six digits");
  await dialog.getByLabel("Code of the new app").fill(generateSync({ secret }));
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await expect(part.getByText("Set up", { exact: true })).toBeVisible();
  const [row] =
    await database()`SELECT totp_secret_encrypted AS sealed FROM users WHERE id = ${person.userId}`;
  expect(row!.sealed).not.toContain(secret);
});

test("signing out ends the session itself: the same cookie opens nothing afterwards", async ({
  page,
  isPhone,
}) => {
  await enterNew(page, "viewer");
  const [cookie] = (await page.context().cookies()).filter(({ name }) => name === "next-auth.session-token");
  const headers = { cookie: `next-auth.session-token=${cookie!.value}`, origin: installation().url };
  expect((await send("/api/account", { headers })).status).toBe(200);
  await page.getByRole("button", { name: isPhone ? "More" : "Your account" }).click();
  const signOut = isPhone
    ? page.getByRole("button", { name: "Sign out", exact: true })
    : page.getByRole("menuitem", { name: "Sign out" });
  await signOut.click();
  await expect(page).toHaveURL(/\/sign-in/);
  expect((await send("/api/account", { headers })).status).toBe(401);
});

test("one browser is signed out from another, and all of them at once", async ({ page }) => {
  const person = await hire("viewer");
  const other = await browserHeadersOf(person);
  await enterAs(page, person);
  await page.goto("/account");
  const part = page.getByRole("region", { name: "Signed-in browsers" });
  await expect(part.getByRole("listitem")).toHaveCount(2);
  await part.getByRole("button", { name: /^Sign out A browser/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Sign out" }).click();
  await expect(part.getByRole("listitem")).toHaveCount(1);
  expect((await send("/api/account", { headers: other })).status).toBe(401);
  await part.getByRole("button", { name: "Sign out everywhere…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Sign out everywhere" }).click();
  await expect(page).toHaveURL(/\/sign-in/);
});

test("a new name stands everywhere at once; G then S leads to the account, where axe finds nothing serious", async ({
  page,
  isPhone,
}) => {
  const person = await enterNew(page, "viewer", "/dashboard");
  if (isPhone) await page.goto("/account");
  else await goTo(page, "s", /\/account/);
  await expect(page.getByRole("heading", { name: "Account", exact: true })).toBeVisible();
  const part = page.getByRole("region", { name: "Name" });
  // Nobody takes a name that somebody else here goes by, so that each run of this test brings its own.
  await part.getByLabel("Your name").fill(`Robin Lake ${person.userId}`);
  await part.getByRole("button", { name: "Save name" }).click();
  await expect(part).toShow("Saved.");
  await expect(page).toShow(/Renamed by Robin Vance/);
  await expectAccessible(page, page.url());
});

test("somebody of two companies chooses in which this session works", async ({ page, isPhone }) => {
  const person = await hire("viewer");
  const sql = database();
  const slug = `second-${person.userId}`;
  const [tenant] = await sql`INSERT INTO tenants (slug, name) VALUES (${slug}, ${slug}) RETURNING id`;
  await sql`INSERT INTO memberships (tenant_id, user_id, role) VALUES (${tenant!.id}, ${person.userId}, 'approver')`;
  await enterAs(page, person);
  await page.goto("/dashboard");
  await page.getByRole("button", { name: isPhone ? "More" : "Your account" }).click();
  await (
    isPhone ? page.getByRole("button", { name: slug }) : page.getByRole("menuitemradio", { name: slug })
  ).click();
  await expect(page).toHaveURL(/\/proposed-actions/);
  await page.goto("/account");
  await expect(page).toShow(`approver at ${slug}`);
});
