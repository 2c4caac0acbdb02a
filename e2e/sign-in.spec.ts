import type { Page } from "@playwright/test";
import { readAction } from "./support/http/api";
import { userOf } from "./support/installation";
import { expectAccessible } from "./support/screen/axe";
import { succeed } from "./support/http/call";
import { type NewPerson, enterAs, hire, hireWithApp } from "./support/people/people";
import { proposeLow } from "./support/proposals/proposals";
import {
  answer,
  approveButton,
  card,
  decisionBar,
  detail,
  openAction,
  openInbox,
} from "./support/screen/screen";
import { codeOf, wrongCode } from "./support/people/second-factor";
import { signInByPassword } from "./support/people/sessions";
import { expect, test } from "./support/test";

async function fillIn(page: Page, { email, password }: Pick<NewPerson, "email" | "password">): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

test.describe("somebody who is not signed in", () => {
  test.use({ role: "nobody" });

  test("is led to the sign-in page and from there to the page they asked for", async ({ page }) => {
    await page.goto("/kill-switches");
    await expect(page).toHaveURL(/\/sign-in\?callbackUrl=%2Fkill-switches$/);
    await fillIn(page, userOf("viewer"));
    await expect(page).toHaveURL(/\/kill-switches$/);
    await expect(page.getByRole("heading", { name: "Kill switches", level: 1 })).toBeVisible();
  });

  test("needs a code besides the password where they administer, and comes to the page they asked for", async ({
    page,
  }) => {
    const person = await hireWithApp("admin");
    await page.goto("/people");
    await fillIn(page, person);
    await expect(page).toHaveURL(/\/sign-in\/second-factor\?callbackUrl=%2Fpeople$/);
    await expect(page).toShow("Enter your code");
    await expectAccessible(page, page.url());
    const code = page.getByLabel("Six-digit code");
    await expect(code).toBeFocused();
    // The sixth digit sends it.
    await code.pressSequentially(wrongCode(person.totpSecret));
    await expect(page.getByRole("alert").filter({ hasText: "That code is not right" })).toBeVisible();
    await expect(code).toHaveValue("");
    await code.pressSequentially(codeOf(person.totpSecret));
    await expect(page).toHaveURL(/\/people$/);
    await page.goto("/sign-in/second-factor?callbackUrl=%2Fagents");
    await expect(page).toHaveURL(/\/agents$/);
  });

  test("sets up an authenticator app before they administer anything, and gets in with its first code", async ({
    page,
  }) => {
    const person = await hire("steward");
    await page.goto("/kill-switches");
    await fillIn(page, person);
    await expect(page.getByRole("heading", { name: "Set up an authenticator app" })).toBeVisible();
    await expect(page.getByLabel("Your password")).toBeFocused();
    await page.getByLabel("Your password").fill("not the one I have");
    await page.getByRole("button", { name: "Show the secret" }).click();
    await expect(page.getByRole("alert").filter({ hasText: /password/ })).toBeVisible();
    await page.getByLabel("Your password").fill(person.password);
    await page.getByRole("button", { name: "Show the secret" }).click();
    const secret = (await page.getByTestId("secret").textContent())!;
    await page.getByLabel("Code of the new app").fill(codeOf(secret));
    await page.getByRole("button", { name: "Confirm" }).click();
    await expect(page).toHaveURL(/\/kill-switches$/);
  });

  test("gets no page and no answer of the API between password and code, and may sign out there", async ({
    page,
  }) => {
    const person = await hireWithApp("admin");
    await page.context().addCookies(await signInByPassword(person));
    await page.goto("/dashboard");
    await expect(page).toHaveURL(/second-factor\?callbackUrl=%2Fdashboard$/);
    expect((await page.request.get("/api/overview")).status()).toBe(403);
    await page.getByRole("button", { name: "Sign out" }).click();
    await expect(page).toHaveURL(/\/sign-in$/);
    await page.goto("/sign-in/second-factor");
    await expect(page).toHaveURL(/\/sign-in\?callbackUrl=/);
  });

  test("is told in words that address or password is wrong, never which, and stays outside", async ({
    page,
  }) => {
    const { email, password } = userOf("viewer");
    await page.goto("/sign-in");
    await fillIn(page, { email, password: `${password}x` });
    const failure = page.locator("#sign-in-failure");
    await expect(failure).toHaveText(
      "Email or password is not right. Try again, or ask an admin for a new password link.",
    );
    await fillIn(page, { email: "nobody@greenfield.example", password });
    await expect(failure).toHaveText(
      "Email or password is not right. Try again, or ask an admin for a new password link.",
    );
    await page.goto("/proposed-actions");
    await expect(page).toHaveURL(/\/sign-in/);
    await fillIn(page, { email, password });
    await expect(page).toHaveURL(/\/proposed-actions$/);
  });

  test("gets in with the right password, however many wrong ones strangers typed", async ({ page }) => {
    const { email, password } = await hire("viewer");
    await page.goto("/sign-in");
    const failure = page.locator("#sign-in-failure");
    for (let wrong = 0; wrong < 7; wrong += 1) {
      await fillIn(page, { email, password: `wrong-${wrong}` });
      await expect(failure).toContainText("is not right");
    }
    await fillIn(page, { email, password });
    await expect(page).toHaveURL(/\/proposed-actions$/);
    const cookies = await page.context().cookies(new URL("/api/auth/", page.url()).href);
    expect(cookies.find(({ name }) => name === "countersign.device")).toMatchObject({ httpOnly: true });
  });

  for (const callbackUrl of ["//elsewhere.example/", "/\\elsewhere.example", "https://elsewhere.example/"]) {
    test(`is never led off the site by callbackUrl=${callbackUrl}`, async ({ page, baseURL }) => {
      await page.goto(`/sign-in?callbackUrl=${encodeURIComponent(callbackUrl)}`);
      await fillIn(page, userOf("viewer"));
      await expect(page).toHaveURL(`${baseURL}/proposed-actions`);
    });
  }

  test("gets the inbox under its old address too", async ({ page }) => {
    await page.goto("/proposed-actions.html");
    await fillIn(page, userOf("viewer"));
    await expect(page).toHaveURL(/\/proposed-actions$/);
    await expect(page.getByRole("heading", { name: "Inbox", level: 1 })).toBeVisible();
  });

  test("loses an open page when their sessions are ended, and nothing more is decided with it", async ({
    page,
  }) => {
    const person = await hire("approver");
    const proposed = await proposeLow();
    await page.goto(`/sign-in?callbackUrl=${encodeURIComponent(`/proposed-actions/${proposed.id}`)}`);
    await fillIn(page, person);
    await expect(approveButton(decisionBar(page))).toBeEnabled();
    await succeed("endSessions", "admin", { id: person.userId });
    await approveButton(decisionBar(page)).click();
    await expect(answer(decisionBar(page))).toHaveText(
      "Your session has ended. Sign in again; nothing was decided.",
    );
    expect((await readAction(proposed.id)).status).toBe("pending");
    await page.reload();
    await expect(page).toHaveURL(/\/sign-in/);
  });

  test("cannot go on once their membership is revoked", async ({ page }) => {
    const person = await hire("approver");
    await page.goto("/sign-in");
    await fillIn(page, person);
    await expect(page).toHaveURL(/\/proposed-actions$/);
    await succeed("revokePerson", "admin", { id: person.userId });
    await page.goto("/dashboard");
    await expect(page).toHaveURL(/\/sign-in/);
  });
});

test("signing out ends at the sign-in page, and the pages are closed again", async ({ page, isPhone }) => {
  // Somebody of its own: signing out ends the session itself, and the kept ones serve other tests.
  await enterAs(page, await hire("approver"));
  await page.goto("/dashboard");
  await page.getByRole("button", { name: isPhone ? "More" : "Your account" }).click();
  await page.getByRole(isPhone ? "button" : "menuitem", { name: "Sign out" }).click();
  await expect(page).toHaveURL(/\/sign-in$/);
  await page.goto("/dashboard");
  await expect(page).toHaveURL(/\/sign-in\?callbackUrl=%2Fdashboard$/);
});

test.describe("a viewer", () => {
  test.use({ role: "viewer" });

  test("reads outlines, is told so, and is offered no decision anywhere", async ({ page }) => {
    const proposed = await proposeLow();
    await openInbox(page, String(proposed.id));
    await expect(card(page, proposed.id)).toContainText("Content hidden from viewers");
    await expect(page.getByRole("checkbox")).toHaveCount(0);
    await expect(page.getByRole("button", { name: /^(Approve|Reject|Select$)/ })).toHaveCount(0);
    await openAction(page, proposed);
    await expect(detail(page).getByTestId("hidden-content")).toContainText(
      "Approvers and administrators see it",
    );
    await expect(decisionBar(page)).toContainText("You are a viewer");
    await expect(page.getByRole("button", { name: /^(Approve|Reject)/ })).toHaveCount(0);
    await page.keyboard.press("a");
    await page.keyboard.press("r");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    expect((await readAction(proposed.id)).status).toBe("pending");
  });
});

for (const role of ["viewer", "approver"] as const) {
  test.describe(`a ${role}`, () => {
    test.use({ role });

    test("reads the kill switches and is offered no lever", async ({ page }) => {
      await page.goto("/kill-switches");
      await expect(page).toShow("needs the admin role");
      await expect(page.getByRole("button", { name: /Engage|Release/ })).toHaveCount(0);
    });
  });
}
