import { type Locator, type Page, expect } from "@playwright/test";
import { expectWithinReach } from "./layout";
import { atEverySize, type Size, SIZES } from "./sizes";

/** Dialogs as they are looked at in every window. */

/** A desk at 200 % and the smallest window that WCAG's reflow knows. */
export const windows: Size[] = [...SIZES, { width: 720, height: 450 }, { width: 320, height: 256 }];
const desk = SIZES.at(-1)!;

/** Everything of the dialog can be brought to a finger, in every window. */
export async function look(page: Page, dialog: Locator): Promise<void> {
  await expect(dialog).toBeVisible();
  const name = await dialog.getByRole("heading").first().textContent();
  await atEverySize(page, windows, (where) => expectWithinReach(dialog, `${name} at ${where}`));
  await page.setViewportSize(desk);
}

export const buttonIn = (within: Page | Locator, name: string | RegExp) =>
  within.getByRole("button", typeof name === "string" ? { name, exact: true } : { name });

export const press = (within: Page | Locator, name: string | RegExp) => buttonIn(within, name).click();

export const dialogOf = (page: Page) => page.getByRole("dialog");

/** Presses until it is there: a press that comes before the page has its code does nothing. */
export const pressUntil = (button: Locator, opened: Locator): Promise<void> =>
  expect(async () => {
    if (!(await opened.isVisible())) await button.click({ timeout: 2_000 });
    await expect(opened).toBeVisible({ timeout: 2_000 });
  }).toPass();

/** Opens the dialog of a page that has just been loaded, and looks at it. */
export async function openAndLook(button: Locator, dialog: Locator): Promise<void> {
  await pressUntil(button, dialog);
  await look(dialog.page(), dialog);
}
