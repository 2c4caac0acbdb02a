import { type Locator, type Page, expect } from "@playwright/test";

/** The chat example, as people find their way in it. */

export async function begin(page: Page, title: string): Promise<string> {
  await page.goto("/chat");
  await page.getByRole("button", { name: title }).click();
  await expect(page).toHaveURL(/\?c=chat-/);
  return new URL(page.url()).searchParams.get("c")!;
}

export const log = (page: Page) => page.getByRole("log", { name: "Conversation" });
export const card = (page: Page, id: number) =>
  log(page)
    .getByRole("article")
    .and(page.locator(`[data-action-id="${id}"]`));
export const idOf = async (one: Locator) => Number(await one.getAttribute("data-action-id"));

/** The proposal that waits, once its card is on screen. It stays that one, also when another waits. */
export async function waiting(page: Page): Promise<Locator> {
  const one = log(page).locator('article[data-status="pending"]');
  await expect(one).toHaveCount(1);
  return card(page, await idOf(one));
}

/**
 * Presses a button of a card until it counts: it listens only while its whole card is in view, the log may scroll, and after
 * a press that did not count the pointer has to move.
 */
export async function press(one: Locator, button: Locator, outcome: Locator): Promise<void> {
  await expect(async () => {
    if (await outcome.isVisible()) return;
    await one.evaluate((element) => element.scrollIntoView({ block: "center" }));
    await one.page().mouse.move(0, 0);
    await button.click({ timeout: 10_000 });
    await expect(outcome).toBeVisible({ timeout: 10_000 });
  }).toPass();
}

export const approvedIn = (page: Page, id: number) =>
  log(page).getByText(`Priya Raman approved #${id}.`, { exact: false });
