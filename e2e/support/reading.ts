import { type JSHandle, type Locator, type Page, expect } from "@playwright/test";
import type { Proposed } from "./proposals";
import { approveButton, decisionBar, openAction } from "./screen";

/** The first step of L5, as somebody reads it with the keys. */

interface ReadingRecord {
  /** For how long the end of the last row had been on screen when going on became possible; null until then. */
  seenForMs: number | null;
}

export interface Reading {
  dialog: Locator;
  scroller: Locator;
  /** "I have read it". */
  button: Locator;
  record: JSHandle<ReadingRecord>;
}

/** Opens the reading step of an action, and looks at every frame whether the end of its last row is on screen. */
export async function openReading(page: Page, action: Proposed): Promise<Reading> {
  await openAction(page, action);
  const record = await page.evaluateHandle(recordReading);
  await approveButton(decisionBar(page)).click();
  const dialog = page.getByRole("dialog", { name: "Approve a critical change" });
  await expect(dialog).toBeVisible();
  return {
    dialog,
    scroller: dialog.getByRole("region", { name: "The full change" }),
    button: dialog.getByRole("button", { name: "I have read it" }),
    record,
  };
}

/**
 * Goes to the end until one may go on: what is near the end is laid out once it is near. In the smallest windows the buttons
 * have the end for themselves, and the last row stands a page above them.
 */
export async function readByKeys({ scroller, button }: Reading): Promise<void> {
  await scroller.focus();
  const { keyboard } = scroller.page();
  await expect(async () => {
    await keyboard.press("End");
    const isRead = () => expect(button).toBeEnabled({ timeout: 1_500 });
    await isRead().catch(async () => {
      await keyboard.press("PageUp");
      await isRead();
    });
  }).toPass();
}

export const seenForMs = ({ record }: Reading) => record.evaluate((one) => one.seenForMs);

/** Runs in the page. A row is seen where its lower edge is what a finger would meet. */
function recordReading(): ReadingRecord {
  const record: ReadingRecord = { seenForMs: null };
  let since: number | null = null;
  const isSeen = (row: Element | undefined): boolean => {
    if (!row) return false;
    const { left, width, bottom } = row.getBoundingClientRect();
    const met = document.elementFromPoint(left + width / 2, bottom - 4);
    return met !== null && row.contains(met);
  };
  const look = () => {
    const dialog = document.querySelector("[role=dialog]");
    const lines = [...(dialog?.querySelectorAll("[data-line-no]") ?? [])];
    const rows = lines.length > 0 ? lines : [...(dialog?.querySelectorAll("tbody tr") ?? [])];
    const now = performance.now();
    since = isSeen(rows.at(-1)) ? (since ?? now) : null;
    const button = [...(dialog?.querySelectorAll("button") ?? [])].find(
      ({ textContent }) => textContent === "I have read it",
    );
    if (button && !button.disabled) record.seenForMs ??= since === null ? 0 : now - since;
    requestAnimationFrame(look);
  };
  look();
  return record;
}
