import type { Page } from "@playwright/test";
import { readAction } from "./support/http/api";
import {
  approveInBar,
  clickAgain,
  expectShown,
  lookFirst,
  middleOf,
  pointAtApprove,
} from "./support/screen/hand";
import { type Proposed, newMarker, proposeLow } from "./support/proposals/proposals";
import { holdReadings } from "./support/screen/readings";
import { decisionBar, expectApplied, openInbox } from "./support/screen/screen";
import { expect, test } from "./support/test";

/** Behind the palette, behind two overlays in a row and in a hidden tab nothing is read, and nothing is asked for. */

test.skip(({ isPhone }) => isPhone, "a phone shows no list beside the action");

const statusOf = async ({ id }: Proposed) => (await readAction(id)).status;

/**
 * The first action of two is approved by key while its record is still being read; once it is, the pane goes on to the second
 * one, behind whatever `cover` opens.
 */
async function coverNext(page: Page, cover: () => Promise<void>, text?: string): Promise<Proposed> {
  const marker = newMarker();
  const first = await proposeLow({ marker });
  const second = await proposeLow({ marker, ...(text === undefined ? {} : { text }) });
  await page.clock.install();
  const release = await holdReadings(page, first.id);
  await openInbox(page, marker);
  await expectShown(page, first.id);
  await pointAtApprove(page);
  await page.keyboard.press("a");
  await expect(decisionBar(page)).toContainText("Reading the record again…");
  await cover();
  await release();
  // No role is found behind a dialog; its attributes are.
  await expect(page.locator("[data-testid=detail-scroller] [data-action-id]").first()).toHaveAttribute(
    "data-action-id",
    String(second.id),
  );
  return second;
}

/** The page stands as it is for a minute. From here on its time passes as the test says. */
const standStill = (page: Page) => page.clock.pauseAt(Date.now() + 60_000);

const openPalette = (page: Page) => async () => {
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("dialog")).toBeVisible();
};

async function closeAll(page: Page): Promise<void> {
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
}

async function expectRefused(page: Page, one: Proposed): Promise<void> {
  await expect(lookFirst(page)).toBeVisible();
  expect(await statusOf(one)).toBe("pending");
}

for (const tool of ["key", "click"]) {
  test(`an action that came behind the palette is not decided by a ${tool} as it closes, however the hand moved in the palette`, async ({
    page,
  }) => {
    const second = await coverNext(page, openPalette(page));
    await standStill(page);
    const { x, y } = await middleOf(page.locator("[data-testid=decision-bar] button").first());
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Tab");
    await page.mouse.move(x - 40, y - 10);
    await page.mouse.move(x, y);
    await page.clock.runFor(600);
    await closeAll(page);
    await page.clock.runFor(400);
    if (tool === "key") await page.keyboard.press("a");
    else await clickAgain(page);
    await expectRefused(page, second);

    await page.clock.resume();
    await page.mouse.move(x - 30, y);
    await expect(approveInBar(page)).not.toHaveAttribute("aria-disabled", "true");
    await clickAgain(page);
    await expectApplied(second.id);
  });
}

test("an action that came behind the first of two overlays in a row was not asked for by closing the second one", async ({
  page,
}) => {
  const second = await coverNext(page, openPalette(page));
  await page.keyboard.type("keyboard");
  await expect(page.getByRole("option", { name: "Keyboard shortcuts" })).toHaveAttribute(
    "aria-selected",
    "true",
  );
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
  await standStill(page);
  await closeAll(page);
  await page.clock.runFor(400);
  await clickAgain(page);
  await expectRefused(page, second);
  await page.keyboard.press("a");
  await expectRefused(page, second);
});

test("the end of a text that came behind the palette is not read before the palette has closed", async ({
  page,
}) => {
  const text = Array.from({ length: 9 }, (_, line) => `${line + 1}. They promised to pay.`).join("\n");
  await coverNext(page, openPalette(page), text);
  await standStill(page);
  await closeAll(page);
  await expect(decisionBar(page)).toContainText("Read the note to its end first.");
  await page.clock.resume();
  await expect(decisionBar(page)).not.toContainText("to its end first");
});

test("an action that came while the tab was hidden is not decided by a key as it is shown again", async ({
  page,
}) => {
  const turn = (state: "hidden" | "visible") =>
    page.evaluate((now) => {
      Object.defineProperty(document, "visibilityState", { value: now, configurable: true });
      document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
    }, state);
  const second = await coverNext(page, () => turn("hidden"));
  await standStill(page);
  await turn("visible");
  await page.clock.runFor(600);
  await page.keyboard.press("a");
  await expectRefused(page, second);
});
