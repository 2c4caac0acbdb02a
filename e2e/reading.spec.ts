import type { Page } from "@playwright/test";
import { type Proposed, proposeCritical } from "./support/proposals/proposals";
import { lookFirst, middleOf } from "./support/screen/hand";
import { LATEST_MS, openReading, readByKeys, type Reading, seenForMs } from "./support/screen/reading";
import { LINES_MAX, MOST_LINES, proposeRoll } from "./support/proposals/rolls";
import { type Size, SIZES, sizeName } from "./support/screen/sizes";
import { expect, test } from "./support/test";

/** L5 is read to its end: nobody goes on who has not had the last of it on screen. */

test.skip(({ isMobile }) => isMobile, "every size is looked at from the desktop");

/** Before its first line is in view a roll says no number: other rolls that wait may be named above it. */
const UNREAD = /^(Line \d+ of 100\. Scroll to the last one|Scroll to the last of 100 lines) to go on\.$/;

let proposedRoll: Promise<Proposed> | undefined;
/** A roll of the maximum length. No test decides it, so all tests share it. */
const longRoll = () => (proposedRoll ??= proposeRoll(MOST_LINES));

/** Enough for two lines of a roll on a phone, below which reading is peeping. */
const ROOM_PX = 140;

async function expectRoom({ scroller }: Reading): Promise<void> {
  // The keys scroll it at once.
  await expect(scroller).toBeFocused();
  const room = await scroller.evaluate(({ clientHeight, scrollHeight }) => ({ clientHeight, scrollHeight }));
  expect(room.clientHeight).toBeGreaterThanOrEqual(Math.min(ROOM_PX, room.scrollHeight));
}

/** A desk at 200 % and at 400 %. */
const zoomed: Size[] = [
  { width: 720, height: 450 },
  { width: 320, height: 256 },
];

for (const size of [...SIZES, ...zoomed]) {
  test.describe(`at ${sizeName(size)}`, () => {
    test.use({ viewport: size });

    test("the reading step of a roll stays closed until its last line has been in view", async ({ page }) => {
      const reading = await openReading(page, await longRoll());
      const { dialog, button } = reading;
      await expect(dialog.locator("[data-line-no]")).toHaveCount(LINES_MAX);
      await expect(button).toBeDisabled();
      await readByKeys(reading);
      expect(await seenForMs(reading)).toBeGreaterThanOrEqual(LATEST_MS);
    });

    test("the reading step of one record stays closed until its last row has been in view", async ({
      page,
    }) => {
      const reading = await openReading(page, await proposeCritical());
      await readByKeys(reading);
      expect(await seenForMs(reading)).toBeGreaterThanOrEqual(LATEST_MS);
    });
  });
}

for (const size of SIZES)
  test(`the reading step leaves room to read at ${sizeName(size)}`, async ({ page }) => {
    await page.setViewportSize(size);
    await expectRoom(await openReading(page, await longRoll()));
    await expectRoom(await openReading(page, await proposeCritical()));
  });

test("every line passes by on the way to the last one, and the step says which one it is at", async ({
  page,
}) => {
  await page.setViewportSize({ width: 844, height: 390 });
  const reading = await openReading(page, await proposeRoll());
  const { dialog, scroller, button } = reading;
  const words = dialog.getByTestId("reading");
  await expect(words).toHaveText(UNREAD);
  const lineOf = async () => {
    const said = (await words.textContent()) ?? "";
    return UNREAD.test(said) ? Number(/^Line (\d+)/.exec(said)?.[1] ?? 0) : 100;
  };
  const pass = async (from: number): Promise<void> => {
    if (from === 100) return;
    expect(await button.isDisabled(), `after line ${from}`).toBe(true);
    await scroller.press("PageDown");
    await expect.poll(lineOf).toBeGreaterThan(from);
    const line = await lineOf();
    // Pages overlap: no line is jumped over.
    expect(line - from, `after line ${from}`).toBeLessThanOrEqual(12);
    await pass(line);
  };
  await pass(await lineOf());
  await expect(button).toBeEnabled();
  await expect(words).toHaveText("You have read all 100 lines.");
});

test("the reading step stays closed while the window changes its size", async ({ page }) => {
  const reading = await openReading(page, await proposeRoll());
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await expect(reading.dialog.getByTestId("reading")).toHaveText(UNREAD);
    await expect(reading.button).toBeDisabled();
    await reading.scroller.press("PageDown");
  }
  await readByKeys(reading);
  expect(await seenForMs(reading)).toBeGreaterThanOrEqual(LATEST_MS);
});

test("a roll whose lines come late, in part or not at all is not read before all of them are there", async ({
  page,
}) => {
  const roll = await proposeRoll();
  const held = await holdLines(page, roll);
  const reading = await openReading(page, roll);
  const { dialog, button, scroller } = reading;
  const waiting = dialog.getByText("You can continue once all lines have loaded.");
  await expect(waiting).toBeVisible();
  await scroller.press("End");
  await expect(dialog.getByText("End of the change")).toBeInViewport();
  held.answer("nothing");
  await expect(dialog).toShow("The lines could not be loaded");
  await expect(waiting).toBeVisible();
  await expect(button).toBeDisabled();

  held.answer("half");
  await dialog.getByRole("button", { name: "Try again" }).click();
  await expect(dialog).toShow("50 of 100 came.");
  await expect(button).toBeDisabled();

  held.answer("all");
  await dialog.getByRole("button", { name: "Try again" }).click();
  await expect(dialog.locator("[data-line-no]")).toHaveCount(100);
  await readByKeys(reading);
  expect(await seenForMs(reading)).toBeGreaterThanOrEqual(LATEST_MS);
});

test("a press that began before a roll's lines were there does not go on, however late it is released", async ({
  page,
}) => {
  const roll = await proposeRoll();
  const held = await holdLines(page, roll);
  const reading = await openReading(page, roll);
  const { dialog, button } = reading;
  await expect(dialog).toShow("You can continue once all lines have loaded.");
  // The dialog grows as this comes, and its buttons go down with its edge.
  await expect(dialog).toShow("Loading the lines…");
  await page.mouse.move(5, 5);
  // Once it stands still: a press beside the button would never become a click on it.
  await button.hover();
  await page.mouse.down();
  held.answer("all");
  await expect(dialog.locator("[data-line-no]")).toHaveCount(100);
  await readByKeys(reading);
  const { x, y } = await middleOf(button);
  await page.mouse.move(x, y);
  await page.mouse.up();
  await expect(lookFirst(page)).toBeVisible();
  await expect(dialog).toShow("Step 1 of 3");
});

type LinesAnswer = "all" | "half" | "nothing";

/** The lines of this roll stay on their way until the test says how they come. */
async function holdLines(page: Page, { id }: Proposed) {
  let release: () => void = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  let answer: LinesAnswer = "all";
  await page.route(`**/api/proposed-actions/${id}/lines?*`, async (route) => {
    await released;
    if (answer === "nothing") return route.abort();
    const response = await route.fetch();
    const list = (await response.json()) as { items: unknown[] };
    const items = answer === "half" ? list.items.slice(0, list.items.length / 2) : list.items;
    await route.fulfill({ response, json: { ...list, items } });
  });
  return {
    answer: (next: LinesAnswer) => {
      answer = next;
      release();
    },
  };
}
