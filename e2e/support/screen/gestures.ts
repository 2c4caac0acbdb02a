import { type Locator, type Page, expect } from "@playwright/test";
import type { Role } from "../installation";
import { enterAs, hireWithApp } from "../people/people";
import type { Proposed } from "../proposals/proposals";
import { approveButton, confirmApproval, decisionBar, detail, openAction } from "./screen";
import { codeOf } from "../people/second-factor";

/** Approves an open action by whatever its tier demands, as a person would: at L5 as somebody with an app of their own. Nothing is asked for at L1. */
export async function approveByItsGesture(
  page: Page,
  proposed: Proposed,
  role: Role = "approver",
): Promise<void> {
  if (proposed.status !== "pending") return;
  const approver = proposed.risk_level === 5 ? await hireWithApp(role) : null;
  if (approver) await enterAs(page, approver);
  await openAction(page, proposed);
  await readPaneToEnd(page);
  await approveButton(decisionBar(page)).click();
  if (proposed.risk_level === 4) await confirmApproval(page);
  if (approver) await stepUp(page, proposed, approver.totpSecret);
  await expect(page.getByRole("dialog")).toHaveCount(0);
}

export async function stepUp(page: Page, { entityRef }: Proposed, totpSecret: string): Promise<void> {
  const dialog = await readToEnd(page);
  await dialog.getByLabel("Type the reference").fill(entityRef);
  await dialog.getByRole("button", { name: "Next" }).click();
  await dialog.getByLabel("Six-digit code").fill(codeOf(totpSecret));
  await dialog.getByRole("button", { name: "Confirm approval" }).click();
}

/** The first step of L5; returns the dialog at its second. */
export async function readToEnd(page: Page): Promise<Locator> {
  const dialog = page.getByRole("dialog", { name: "Approve a critical change" });
  await scrollToEnd(dialog);
  await dialog.getByRole("button", { name: "I have read it" }).click();
  return dialog;
}

/** The change in the pane, which may begin below a small window: until Approve asks for no more reading. */
export async function readPaneToEnd(page: Page): Promise<void> {
  const isRead = () =>
    expect(decisionBar(page))
      .not.toContainText("to its end first", { timeout: 1_000 })
      .then(
        () => true,
        () => false,
      );
  await expect(async () => {
    for (const end of await detail(page).locator("[data-end-of]").all()) {
      await end.scrollIntoViewIfNeeded();
      // Each end is looked at before the next one takes its place.
      if (await isRead()) return;
    }
    expect(await isRead()).toBe(true);
  }).toPass();
}

/** Until the change counts as read: values that come late may push its end out of view again. */
export async function scrollToEnd(dialog: Locator): Promise<void> {
  await expect(async () => {
    await dialog.getByText("End of the change").scrollIntoViewIfNeeded();
    await expect(dialog.getByRole("button", { name: "I have read it" })).toBeEnabled({ timeout: 5_000 });
  }).toPass();
}
