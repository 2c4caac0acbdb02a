import { type JSHandle, type Locator, type Page, expect } from "@playwright/test";
import type { Proposed } from "../proposals/proposals";
import { approveButton, decisionBar, openAction } from "./screen";

/** Long things, as somebody reads them to their ends. The first step of L5 with the keys. */

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

interface Watched {
  /** Selectors: of the first that finds any, the last one is to be seen before the button can be pressed. */
  rows: string[];
  /** The button's selector, and the words with which it begins. */
  button: [selector: string, words: string];
}

/** Less of a look at the last row than the page asks for: it sees that row a few frames before the test does. */
export const LATEST_MS = 280;

/** Looks at every frame whether the end of the last row is on screen, until the page is left. */
export const recordReading = (page: Page, watched: Watched): Promise<JSHandle<ReadingRecord>> =>
  page.evaluateHandle(recordInPage, watched);

/** Opens the reading step of an action, and looks at every frame whether the end of its last row is on screen. */
export async function openReading(page: Page, action: Pick<Proposed, "id" | "marker">): Promise<Reading> {
  await openAction(page, action);
  const record = await recordReading(page, {
    rows: ["[role=dialog] [data-line-no]", "[role=dialog] tbody tr"],
    button: ["[role=dialog] button", "I have read it"],
  });
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
export async function readByKeys({ scroller, button }: Pick<Reading, "scroller" | "button">): Promise<void> {
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

/** Looks for twice as long as the page asks for at a place where the end of this element is just out of sight. */
const lookShortOf = (last: Locator): Promise<void> =>
  last.evaluate((element) => {
    let scroller = element.parentElement!;
    while (!/auto|scroll/.test(getComputedStyle(scroller).overflowY)) scroller = scroller.parentElement!;
    const below = () => element.getBoundingClientRect().bottom - scroller.getBoundingClientRect().bottom;
    scroller.scrollTop += below() - 24;
    const since = performance.now();
    return new Promise<void>((done) => {
      const look = () => (performance.now() - since > 600 ? done() : requestAnimationFrame(look));
      look();
    });
  });

interface ClosedReading extends Pick<Reading, "record"> {
  /** The last thing to read. */
  last: Locator;
  /** The mark behind it. */
  end: Locator;
  button: Locator;
}

/** The button is closed while the end is out of sight, and opens once somebody has looked at the end. */
export async function expectClosedUntilEnd(
  { record, last, end, button }: ClosedReading,
  where: string,
): Promise<void> {
  await expect(end, where).toBeAttached();
  await lookShortOf(last);
  await expect(button, where).toBeDisabled();
  await end.scrollIntoViewIfNeeded();
  await expect(button, where).toBeEnabled();
  expect(await seenForMs({ record }), where).toBeGreaterThanOrEqual(LATEST_MS);
}

/** Waits for the frame that records it: the button may be found enabled before. */
export const seenForMs = ({ record }: Pick<Reading, "record">) =>
  record.evaluate(
    (one) =>
      new Promise<number>((resolve) => {
        const look = () => (one.seenForMs === null ? requestAnimationFrame(look) : resolve(one.seenForMs));
        look();
      }),
  );

/** Runs in the page. A row is seen where its lower edge is what a finger would meet. */
function recordInPage({ rows: selectors, button: [buttons, words] }: Watched): ReadingRecord {
  const record: ReadingRecord = { seenForMs: null };
  let since: number | null = null;
  // It came into sight somewhere between two frames, which are far apart on a busy machine.
  let frameBefore = performance.now();
  const isSeen = (row: Element | undefined): boolean => {
    if (!row) return false;
    const { left, width, bottom } = row.getBoundingClientRect();
    const met = document.elementFromPoint(left + width / 2, bottom - 4);
    return met !== null && row.contains(met);
  };
  const look = () => {
    const lists = selectors.map((selector) => [...document.querySelectorAll(selector)]);
    const rows = lists.find(({ length }) => length > 0) ?? [];
    const now = performance.now();
    since = isSeen(rows.at(-1)) ? (since ?? frameBefore) : null;
    frameBefore = now;
    const button = [...document.querySelectorAll<HTMLButtonElement>(buttons)].find(({ textContent }) =>
      textContent.startsWith(words),
    );
    if (button && !button.disabled) record.seenForMs ??= since === null ? 0 : now - since;
    requestAnimationFrame(look);
  };
  look();
  return record;
}
