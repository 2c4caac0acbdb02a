import type { Page } from "@playwright/test";
import { firstPaint } from "./held-code";
import { approveButton, decisionBar } from "./screen";
import { expect } from "../test";

/** The first key that counts on the card of a page, by the page's own clock. */

/**
 * A quiet second ends after this, and 300 ms long before it. Code that runs before the browser tells of the first paint counts from
 * then, some milliseconds earlier.
 */
export const beforeMs = 950;

interface FirstKey {
  /** The time at which the page said that a key counts, by its clock in ms. The browser may report the first paint later. */
  armedAt: number;
  /** The time at which the page pressed A by itself, in ms since the first paint. */
  pressedMs: number | null;
}

/**
 * Watches each page from its first byte. `presses`: it presses A itself, as soon as its code runs or a key is said to count: no
 * round trip to the test comes between. `paintedLate`: the first paint comes as the code begins to run.
 */
export async function watchFirstKey(
  page: Page,
  {
    presses = "never",
    paintedLate = false,
  }: { presses?: "never" | "at once" | "armed"; paintedLate?: boolean } = {},
): Promise<void> {
  await page.addInitScript(
    ({ when, late }) => {
      const read = performance.getEntriesByName.bind(performance);
      let painted: number | undefined;
      if (late)
        performance.getEntriesByName = (name: string) =>
          name === "first-contentful-paint"
            ? [{ startTime: (painted ??= performance.now()) } as PerformanceEntry]
            : read(name);
      const sincePaint = () =>
        performance.now() - (painted ?? read("first-contentful-paint")[0]?.startTime ?? Infinity);
      const measured: Partial<FirstKey> = { pressedMs: null };
      Object.assign(globalThis, { firstKey: measured });
      const press = () => {
        if (measured.pressedMs !== null) return;
        measured.pressedMs = sincePaint();
        for (const type of ["keydown", "keyup"])
          document.body.dispatchEvent(
            new KeyboardEvent(type, { key: "a", code: "KeyA", bubbles: true, cancelable: true }),
          );
      };
      const look = () => {
        const bar = document.querySelector("[data-testid=decision-bar]");
        const approve = [...(bar?.querySelectorAll("button") ?? [])].find(({ textContent }) =>
          textContent.startsWith("Approve"),
        );
        if (!approve) return;
        if (approve.ariaDisabled !== "true" && !bar!.textContent.includes("to its end first")) {
          measured.armedAt ??= performance.now();
          if (when === "armed") setTimeout(press);
        }
        // React has listened for a frame by then.
        if (when === "at once" && globalThis.handIsFollowed === true) setTimeout(press);
      };
      new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true });
      const everyFrame = () => {
        look();
        requestAnimationFrame(everyFrame);
      };
      everyFrame();
    },
    { when: presses, late: paintedLate },
  );
}

export const firstKey = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { firstKey: FirstKey }).firstKey);

/** In ms. */
export const sincePaint = (page: Page) =>
  page.evaluate(
    () => performance.now() - performance.getEntriesByName("first-contentful-paint")[0]!.startTime,
  );

/** In ms from the first paint. */
export async function armedAfter(page: Page): Promise<number> {
  await expect(approveButton(decisionBar(page))).toBeEnabled();
  await firstPaint(page);
  return page.evaluate(
    ({ armedAt }) => armedAt - performance.getEntriesByName("first-contentful-paint")[0]!.startTime,
    await firstKey(page),
  );
}

/** A page that nothing was pressed in or just before, where a key therefore counts early. */
export const openQuietly = (page: Page, address: string) =>
  expect(async () => {
    await page.goto(address);
    expect(await armedAfter(page)).toBeLessThan(beforeMs);
  }).toPass();
