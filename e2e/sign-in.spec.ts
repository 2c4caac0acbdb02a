import type { Page } from "@playwright/test";
import { readAction } from "./support/api";
import { userOf } from "./support/installation";
import { type NewPerson, endSessions, enterAs, hire, revokeMembership } from "./support/people";
import { proposeLow } from "./support/proposals";
import { answer, approveButton, card, decisionBar, openAction, openInbox } from "./support/screen";
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

  test("is told to wait after five wrong passwords, even with the right one", async ({ page }) => {
    const { email, password } = await hire("viewer");
    await page.goto("/sign-in");
    const failure = page.locator("#sign-in-failure");
    for (let wrong = 0; wrong < 5; wrong += 1) {
      await fillIn(page, { email, password: `wrong-${wrong}` });
      await expect(failure).toContainText("is not right");
    }
    await fillIn(page, { email, password });
    await expect(failure).toContainText(/too many/i);
    await expect(page).toHaveURL(/\/sign-in/);
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
    await endSessions(person);
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
    await revokeMembership(person);
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

  test("reads everything and is offered no decision anywhere", async ({ page }) => {
    const proposed = await proposeLow();
    await openInbox(page, proposed.marker);
    await expect(card(page, proposed.id)).toBeVisible();
    await expect(page.getByRole("checkbox")).toHaveCount(0);
    await expect(page.getByRole("button", { name: /^(Approve|Reject|Select$)/ })).toHaveCount(0);
    await openAction(page, proposed);
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
