import { type Page, expect } from "@playwright/test";
import { enterAs } from "./own-people";
import { hireWithApp } from "./people";
import type { Proposed } from "./proposals";
import { approveButton, decisionBar, openAction } from "./screen";
import { codeOf } from "./second-factor";

/** Approves an open action by whatever its tier demands, as a person would: at L5 as somebody with an app of their own. Nothing is asked for at L1. */
export async function approveByItsGesture(page: Page, proposed: Proposed): Promise<void> {
  if (proposed.status !== "pending") return;
  const approver = proposed.risk_level === 5 ? await hireWithApp("approver") : null;
  if (approver) await enterAs(page, approver);
  await openAction(page, proposed);
  await approveButton(decisionBar(page)).click();
  if (proposed.risk_level === 4) {
    await page
      .getByRole("dialog", { name: "Approve this?" })
      .getByRole("button", { name: "Confirm approval" })
      .click();
  }
  if (approver) {
    const dialog = page.getByRole("dialog", { name: "Approve a critical change" });
    await dialog.getByText("End of the change").scrollIntoViewIfNeeded();
    await dialog.getByRole("button", { name: "I have read it" }).click();
    await dialog.getByLabel("Type the reference").fill(proposed.entityRef);
    await dialog.getByRole("button", { name: "Next" }).click();
    await dialog.getByLabel("Six-digit code").fill(codeOf(approver.totpSecret));
    await dialog.getByRole("button", { name: "Confirm approval" }).click();
  }
  await expect(page.getByRole("dialog")).toHaveCount(0);
}
