import type { Page } from "@playwright/test";
import type { Proposed } from "./proposals";

/** Bulk decisions as people make them: rows that are ticked, the bar under the list, and its review. */

export async function selectRows(page: Page, isPhone: boolean, actions: Proposed[]): Promise<void> {
  if (isPhone) await page.getByRole("button", { name: "Select", exact: true }).click();
  for (const { id } of actions) await page.getByRole("checkbox", { name: `Select #${id}` }).check();
}

export const bulkBar = (page: Page) => page.getByRole("region", { name: "Bulk decision" });

/** Reads the list of a bulk approval to its end, and approves it. */
export async function approveReviewed(page: Page, count: number): Promise<void> {
  const review = page.getByRole("dialog", { name: `Approve ${count} actions?` });
  await review.getByText("End of the list").scrollIntoViewIfNeeded();
  await review.getByRole("button", { name: `Approve ${count}` }).click();
}
