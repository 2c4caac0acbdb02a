import type { Locator, Page } from "@playwright/test";
import { nameWithEmail } from "@/lib/view/people/name-with-email";
import { succeed } from "./support/http/call";
import { expectAccessible } from "./support/screen/axe";
import { expectStatus, send } from "./support/http/request";
import { expectProblem } from "./support/http/refusal";
import { forgetTotpStep } from "./support/database";
import { userOf } from "./support/installation";
import {
  addByAdmin,
  browserHeadersOf,
  enterAs,
  hire,
  hireWithApp,
  manage,
  personOf,
} from "./support/people/people";
import { proposeHigh } from "./support/proposals/proposals";
import { approveButton, decisionBar, openAction, rejectButton } from "./support/screen/screen";
import {
  codeOf,
  confirmStep,
  enterCode,
  freshCode,
  stepUpDialog,
  wrongCode,
} from "./support/people/second-factor";
import { expect, test } from "./support/test";

const row = (page: Page, id: number): Locator => page.locator(`[data-person-id="${id}"]`);

test.describe("an administrator", () => {
  test.use({ role: "admin" });

  test("adds a person, hands over the link shown once, and they set their password and come in", async ({
    page,
    openAs,
  }) => {
    const email = `robin-${Date.now()}@greenfield.example`;
    await page.goto("/people");
    await page.getByRole("button", { name: "Add a person…" }).click();
    const dialog = page.getByRole("dialog", { name: "Add a person" });
    await dialog.getByLabel("Name").fill("Robin Lake");
    await dialog.getByLabel("Email").fill("not an address");
    await dialog.getByRole("button", { name: "Add person" }).click();
    await expect(dialog.getByRole("alert")).toContainText("Must be an e-mail address");
    await dialog.getByLabel("Email").fill(email);
    await dialog.getByLabel("Role").selectOption("approver");
    await dialog.getByRole("button", { name: "Add person" }).click();
    // Cancelled, the form is as it was typed.
    const codeDialog = stepUpDialog(page, `Add Robin Lake, ${email}, as an approver`);
    await expect(codeDialog.getByLabel("Six-digit code")).toBeFocused();
    // The dialog below listens until this one is the uppermost, a frame after it has the focus.
    await expect(async () => {
      await page.keyboard.press("Escape");
      await expect(codeDialog).toHaveCount(0, { timeout: 2_000 });
    }).toPass();
    await expect(dialog.getByLabel("Name")).toHaveValue("Robin Lake");
    await expect(dialog.getByRole("button", { name: "Add person" })).toBeFocused();
    await dialog.getByLabel("Email").fill(email);
    await dialog.getByRole("button", { name: "Add person" }).click();
    await confirmStep(page, `Add Robin Lake, ${email}, as an approver`);
    const added = page.getByRole("dialog", { name: "Robin Lake is added" });
    await expect(added).toContainText("You see this link once");
    await expect(added).toContainText("Robin Lake views until another administrator confirms");
    const link = (await added.getByTestId("secret").textContent())!;
    // Not lost by a slip: only the button closes it.
    await page.keyboard.press("Escape");
    await expect(added).toBeVisible();
    await added.getByRole("button", { name: "I have copied it" }).click();
    const card = page.getByRole("article", { name: "Robin Lake" }).filter({ hasText: email });
    await expect(card).toContainText("no password yet");
    await expect(card).toContainText("Added by Mike Ortiz");

    const door = await openAs("nobody");
    await door.goto(link);
    await door.getByLabel("New password").fill("short");
    await door.getByRole("button", { name: "Set password" }).click();
    await expect(door).toShow("Must have at least 12 characters.");
    await door.getByLabel("New password").fill("three unrelated words");
    await door.getByRole("button", { name: "Set password" }).click();
    await expect(door).toShow(`Your password is set. Sign in as ${email}.`);
    await door.getByRole("link", { name: "Sign in" }).click();
    await door.getByLabel("Email").fill(email);
    await door.getByLabel("Password").fill("three unrelated words");
    await door.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(door).toHaveURL(/\/proposed-actions/);
    const again = await openAs("nobody");
    await again.goto(link);
    await again.getByLabel("New password").fill("quite another sentence");
    await again.getByRole("button", { name: "Set password" }).click();
    await expect(again).toShow(/^This link does not work/);
  });

  test("makes an approver together with another administrator, each with a code of their own", async ({
    page,
    openAs,
  }) => {
    const person = await hire("viewer");
    const headers = await browserHeadersOf(person);
    const roleNow = async () => JSON.parse((await send("/api/account", { headers })).text).role as string;
    await page.goto("/people");
    await manage(page, person.userId, /^Change role/);
    const dialog = page.getByRole("dialog", { name: "Change Robin Vance's role?" });
    await expect(dialog).toContainText(person.email);
    await dialog.getByLabel("Role").selectOption("approver");
    await dialog.getByRole("button", { name: "Change role" }).click();
    const codeDialog = stepUpDialog(page, `Make ${nameWithEmail(person)} an approver`);
    await enterCode(codeDialog, wrongCode(userOf("admin").totpSecret));
    await expect(codeDialog.getByRole("alert")).toContainText("That code is not right");
    const code = await freshCode("admin");
    await enterCode(codeDialog, code);
    await expect(row(page, person.userId)).toContainText(
      /Approver once another administrator confirms · asked by Mike Ortiz, (just now|\d+ s ago)\. .*can confirm it\./,
    );
    await expect(row(page, person.userId).getByRole("button", { name: /^Confirm/ })).toHaveCount(0);
    expect(await roleNow()).toBe("viewer");

    const other = await openAs("steward");
    await other.goto("/people");
    await row(other, person.userId)
      .getByRole("button", { name: /^Confirm/ })
      .click();
    const question = other.getByRole("dialog", { name: "Make Robin Vance an approver?" });
    await expect(question).toContainText("Mike Ortiz asked for it");
    await expect(question).toContainText(person.email);
    await question.getByRole("button", { name: "Confirm role" }).click();
    await enterCode(
      stepUpDialog(other, `Make ${nameWithEmail(person)} an approver`).last(),
      await freshCode("steward"),
    );
    await expect(row(other, person.userId)).toContainText("New in office: approvals count at L4 and L5 from");
    await expect(row(other, person.userId)).toContainText("Role changed by Stella Brandt");
    expect(await roleNow()).toBe("approver");
  });

  test("reads in how many seconds the next code comes, after one that was used", async ({ page }) => {
    const { person } = await addByAdmin("viewer");
    const { email, totpSecret } = userOf("admin");
    await page.goto("/people");
    await manage(page, person.id, /^New password link/);
    await page.getByRole("dialog").getByRole("button", { name: "Make link" }).click();
    await forgetTotpStep(email);
    const codeDialog = stepUpDialog(page, `Make a password link for ${nameWithEmail(person)}`);
    const code = codeOf(totpSecret);
    await enterCode(codeDialog, code);
    await page.getByRole("button", { name: "I have copied it" }).click();
    await manage(page, person.id, /^New password link/);
    await page.getByRole("dialog").getByRole("button", { name: "Make link" }).click();
    await enterCode(codeDialog, code);
    await expect(codeDialog.getByRole("alert")).toHaveText(
      "That code was used already. Each code works once.",
    );
    await expect(codeDialog).toContainText(/Your app shows (the next code in \d+ s|a new code now)\./);
    await expect(codeDialog.getByLabel("Six-digit code")).toBeFocused();
  });

  test("takes back a role that waits, and nobody gets it", async ({ page }) => {
    const { person } = await addByAdmin("approver");
    await page.goto("/people");
    await row(page, person.id)
      .getByRole("button", { name: /^Withdraw/ })
      .click();
    await page.getByRole("dialog").getByRole("button", { name: "Withdraw" }).click();
    await expect(row(page, person.id)).toContainText("New role withdrawn by Mike Ortiz");
    expect((await personOf(person.id)).pending_role).toBeNull();
  });

  test("who resets a colleague's app silences them at L4 and L5, in words on both their pages, until another confirms", async ({
    page,
    openAs,
  }) => {
    const person = await hireWithApp("approver");
    const high = await proposeHigh();
    await page.goto("/people");
    await manage(page, person.userId, /^Reset authenticator app/);
    await page.getByRole("dialog").getByRole("button", { name: "Reset", exact: true }).click();
    await confirmStep(page, `Reset the authenticator app of ${nameWithEmail(person)}`);
    await expect(row(page, person.userId)).toContainText(
      /New credentials by Mike Ortiz: decides nothing at L4 and L5 until .* or until another administrator confirms/,
    );
    const theirs = await openAs("nobody");
    await enterAs(theirs, person);
    await openAction(theirs, high);
    await expect(theirs.getByRole("alert").filter({ hasText: "new credentials" })).toContainText(
      /Mike Ortiz gave you new credentials .*Tell another administrator at once, not Mike Ortiz/,
    );
    await expect(decisionBar(theirs)).toContainText(
      "Mike Ortiz gave you new credentials, so you decide nothing",
    );
    await expect(approveButton(decisionBar(theirs))).toBeDisabled();
    await expect(rejectButton(decisionBar(theirs))).toBeDisabled();
    const { until } = (await personOf(person.userId)).recovery!;
    await succeed("confirmRecovery", "steward", { id: person.userId, until });
    await expect(approveButton(decisionBar(theirs))).toBeEnabled();
    await expect(theirs.getByRole("alert").filter({ hasText: "new credentials" })).toHaveCount(0);
  });

  test("revokes a person in a sentence, and their open page is signed out at its next step; restoring lets them in again", async ({
    page,
    openAs,
  }) => {
    const person = await hire("approver");
    const open = await openAs("nobody");
    await enterAs(open, person);
    await open.goto("/proposed-actions");
    await expect(open).toHaveURL(/\/proposed-actions/);
    await page.goto("/people");
    await manage(page, person.userId, /^Revoke/);
    const dialog = page.getByRole("dialog", { name: "Revoke Robin Vance?" });
    await expect(dialog).toContainText("they are nobody here");
    await dialog.getByRole("button", { name: "Revoke" }).click();
    await expect(row(page, person.userId)).toContainText("revoked");
    await open.goto("/dashboard");
    await expect(open).toHaveURL(/\/sign-in/);

    await manage(page, person.userId, /^Restore/);
    const question = page.getByRole("dialog", { name: "Restore Robin Vance?" });
    await question.getByRole("button", { name: "Restore" }).click();
    await confirmStep(page, `Restore ${nameWithEmail(person)} as an approver`);
    await expect(row(page, person.userId)).toContainText("Restored by Mike Ortiz");
    await expect(row(page, person.userId)).toContainText("Approver once another administrator confirms");
    expect((await send("/api/account", { headers: await browserHeadersOf(person) })).status).toBe(200);
  });

  test("finds no way to change their own role, and no serious fault is found by axe", async ({ page }) => {
    await page.goto("/people");
    await page.getByRole("button", { name: "Manage Mike Ortiz" }).click();
    const dialog = page.getByRole("dialog", { name: "Mike Ortiz" });
    await expect(dialog).toContainText("another administrator's to change");
    await expect(dialog.getByRole("button", { name: /^(Change role|Revoke)/ })).toHaveCount(0);
    await expectAccessible(page, page.url());
  });
});

test("a viewer sees neither the place nor the people", async ({ openAs }) => {
  const page = await openAs("viewer");
  await page.goto("/people");
  await expect(page).toShow("This page needs the admin role");
  await expect(page.getByRole("link", { name: "People" })).toHaveCount(0);
});

test("a revoked person is nobody at the next request: by session, by token and in the middle of a step-up", async () => {
  const person = await hire("approver");
  const headers = await browserHeadersOf(person);
  const created = await send("/api/account/tokens", {
    method: "POST",
    headers,
    body: { name: "ci", expires_in_days: 1 },
  });
  const { secret } = expectStatus<{ secret: string }>(created, 201);
  expect((await send("/api/account", { token: secret })).status).toBe(200);
  await succeed("revokePerson", "admin", { id: person.userId });
  const approval = { payload_hash: "0".repeat(64), decision: "approve" };
  const factor = { type: "totp", code: "000000" };
  const requests: [path: string, body: object][] = [
    ["/api/edit-tokens", { ...approval, action_id: 1, typed_reference: "x", factor }],
    ["/api/proposed-actions/1/decide", { ...approval, confirmed: true }],
  ];
  for (const credential of [{ headers }, { token: secret }])
    for (const [path, body] of requests)
      expectProblem(await send(path, { method: "POST", body, ...credential }), "unauthenticated");
  await succeed("restorePerson", "admin", { id: person.userId });
  // Ended sessions and tokens stay ended.
  expect((await send("/api/account", { headers })).status).toBe(401);
  expect((await send("/api/account", { token: secret })).status).toBe(401);
});

test("every change is one event in the person's own chain, and the ledger verifies it", async () => {
  const { person } = await addByAdmin("viewer");
  const changes = [
    [
      () => succeed("changeRole", "admin", { id: person.id, role: "approver" }),
      "role_proposed",
      "Mike Ortiz",
    ],
    [
      async () => {
        const { role, at } = (await personOf(person.id)).pending_role!;
        return succeed("confirmRole", "steward", { id: person.id, role, at });
      },
      "role_changed",
      "Stella Brandt",
    ],
  ] as const;
  for (const [change, type, by] of changes) {
    await change();
    expect((await personOf(person.id)).last_change).toMatchObject({ type: `person.${type}`, by });
  }
  expect(await succeed("verifyLedger", "admin")).toMatchObject({ intact: true, faults: [] });
});
