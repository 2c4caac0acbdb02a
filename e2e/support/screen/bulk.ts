import { type Locator, type Page, expect } from "@playwright/test";
import { countWords } from "@/lib/view/words";
import type { Proposed } from "../proposals/proposals";

/** Bulk decisions as people make them: rows that are ticked, the bar under the list, and its review. */

export async function selectRows(page: Page, isPhone: boolean, actions: Proposed[]): Promise<void> {
  if (isPhone) await page.getByRole("button", { name: "Select", exact: true }).click();
  for (const { id } of actions) await tick(page.getByRole("checkbox", { name: `Select #${id}` }));
}

/** Presses again where a press did not count, as when the rows moved under it. */
export async function tick(box: Locator): Promise<void> {
  await expect(() => box.check({ timeout: 10_000 })).toPass();
}

export const bulkBar = (page: Page) => page.getByRole("region", { name: "Bulk decision" });

/** Reads the list of a bulk approval to its end, and approves it. */
export async function approveReviewed(page: Page, count: number): Promise<void> {
  const review = page.getByRole("dialog", { name: `Approve ${countWords(count, "action")}?` });
  await review.getByText("End of the list").scrollIntoViewIfNeeded();
  await review.getByRole("button", { name: `Approve ${count}` }).click();
}
