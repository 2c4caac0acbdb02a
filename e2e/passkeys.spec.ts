import type { CDPSession, Page } from "@playwright/test";
import { readAction } from "./support/http/api";
import { expectAccessible } from "./support/screen/axe";
import { readToEnd } from "./support/screen/gestures";
import { type NewPerson, addByAdmin, enterAs, hireWithApp, manage } from "./support/people/people";
import { proposeCritical } from "./support/proposals/proposals";
import { approveButton, decisionBar, expectApplied, openAction } from "./support/screen/screen";
import { codeOf, stepUpDialog, wrongCode } from "./support/people/second-factor";
import { signInByPassword } from "./support/people/sessions";
import { nameWithEmail } from "@/lib/view/people/name-with-email";
import { expect, test } from "./support/test";

test.use({ role: "nobody" });

/** A virtual authenticator of Chromium's, which shows a finger whenever it is asked. */
async function plugIn(page: Page): Promise<{ refuse(): Promise<void> }> {
  const session: CDPSession = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable");
  const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const refuse = async () =>
    void (await session.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: false }));
  return { refuse };
}

const partOf = (page: Page) => page.getByRole("region", { name: "Passkeys" });

/** Adds a passkey on the account page, at the second code. */
async function addPasskey(page: Page, totpSecret: string): Promise<void> {
  await page.goto("/account");
  const dialog = page.getByRole("dialog", { name: "Add a passkey" });
  // A press that comes before the page has its code is lost.
  await expect(async () => {
    await partOf(page).getByRole("button", { name: "Add a passkey…" }).click({ timeout: 1_000 });
    await expect(dialog).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await dialog.getByLabel("Name").fill("Work laptop");
  await dialog.getByLabel("Six-digit code").fill(wrongCode(totpSecret));
  await dialog.getByRole("button", { name: "Add passkey" }).click();
  await expect(dialog).toContainText("That code is not right");
  await dialog.getByLabel("Six-digit code").fill(codeOf(totpSecret));
  await dialog.getByRole("button", { name: "Add passkey" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(partOf(page).getByRole("list", { name: "Passkeys" })).toContainText("Work laptop");
}

/** In a new session, whose second factor is not proven yet. */
async function comeToTheDoor(page: Page, person: NewPerson): Promise<void> {
  await page.context().addCookies(await signInByPassword(person));
  await page.goto("/people");
}

test("a passkey is added by a code, approves an L5 in the place of one, and is removed", async ({ page }) => {
  const person = await hireWithApp("approver");
  await enterAs(page, person);
  await plugIn(page);
  await addPasskey(page, person.totpSecret);
  await expectAccessible(page, "account with a passkey");

  const proposed = await proposeCritical();
  await openAction(page, proposed);
  await approveButton(decisionBar(page)).click();
  const dialog = await readToEnd(page);
  await dialog.getByLabel("Type the reference").fill(proposed.entityRef);
  await dialog.getByRole("button", { name: "Next" }).click();
  await expectAccessible(page, "the last step of an L5");
  await dialog.getByRole("button", { name: "Approve with a passkey" }).click();
  await expect(dialog).toHaveCount(0);
  await expectApplied(proposed.id);
  expect((await readAction(proposed.id)).decided_by).toBe(person.name);

  await page.goto("/account");
  await expect(partOf(page)).toContainText("used");
  await partOf(page).getByRole("button", { name: "Remove Work laptop" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect(partOf(page)).not.toContainText("Work laptop");
});

test("somebody who administers confirms a step by a passkey, and comes in by one", async ({ page }) => {
  const person = await hireWithApp("admin");
  await enterAs(page, person);
  const key = await plugIn(page);
  await addPasskey(page, person.totpSecret);

  const { person: someone } = await addByAdmin("viewer");
  await page.goto("/people");
  await manage(page, someone.id, /^New password link/);
  await page.getByRole("dialog").getByRole("button", { name: "Make link" }).click();
  const step = stepUpDialog(page, `Make a password link for ${nameWithEmail(someone)}`);
  await expect(step.getByRole("button", { name: "Confirm with a passkey" })).toBeVisible();
  await expectAccessible(page, "a step with a passkey");
  await step.getByRole("button", { name: "Confirm with a passkey" }).click();
  await expect(page.getByRole("dialog")).toContainText("You see this link once");

  await comeToTheDoor(page, person);
  await expectAccessible(page, "the door with a passkey");
  await page.getByRole("button", { name: "Go on with a passkey" }).click();
  await expect(page).toHaveURL(/\/people$/);

  await key.refuse();
  await comeToTheDoor(page, person);
  await page.getByRole("button", { name: "Go on with a passkey" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "The prompt was closed" })).toBeVisible();
});
