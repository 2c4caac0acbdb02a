import { type Locator, type Page, expect } from "@playwright/test";
import { generateSync } from "otplib";
import { forgetTotpStep, lastTotpStep } from "../database";
import { type Role, userOf } from "../installation";

const stepMs = 30_000;

/**
 * A code of the role's authenticator app that was not used yet. The server also takes the codes of the step before and
 * the step after; when all three are spent, this waits for the next.
 */
export async function freshCode(role: Role): Promise<string> {
  const { email, totpSecret } = userOf(role);
  let step = 0;
  await expect
    .poll(
      async () => {
        const now = Math.floor(Date.now() / stepMs);
        // The earliest is about to lapse; the next one leaves a moment to send it.
        step = Math.max((await lastTotpStep(email)) + 1, now);
        return step <= now + 1;
      },
      { message: "an unused code", timeout: 2 * stepMs },
    )
    .toBe(true);
  return generateSync({ secret: totpSecret, epoch: (step * stepMs) / 1_000 });
}

/** The code that an authenticator app with this secret shows now. */
export function codeOf(secret: string): string {
  return generateSync({ secret });
}

/** Six digits that are certainly none of the codes the server would take of this secret now. */
export function wrongCode(secret: string): string {
  const now = Math.floor(Date.now() / stepMs);
  const good = [-2, -1, 0, 1, 2].map((by) => generateSync({ secret, epoch: ((now + by) * stepMs) / 1_000 }));
  return ["000000", "111111", "222222", "333333", "444444", "555555"].find((code) => !good.includes(code))!;
}

/** The dialog that asks for a code before a step, by the words of the step. */
export const stepUpDialog = (page: Page, sentence: string): Locator =>
  page.getByRole("dialog", { name: `${sentence}?`, exact: true });

/**
 * Confirms a step in the dialog that asks for a code. The role's codes count as unused: a test of something else need not wait
 * for the next one after every step.
 */
export async function confirmStep(page: Page, sentence: string, role: Role = "admin"): Promise<void> {
  const { email, totpSecret } = userOf(role);
  await forgetTotpStep(email);
  await enterCode(stepUpDialog(page, sentence), codeOf(totpSecret));
}

export async function enterCode(dialog: Locator, code: string): Promise<void> {
  await dialog.getByLabel("Six-digit code").fill(code);
  await dialog.getByRole("button", { name: "Confirm", exact: true }).click();
}
