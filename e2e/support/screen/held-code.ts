import type { Page } from "@playwright/test";

/** The time between a page as the server sent it and the code that comes behind it. */

/** From now on code waits until the returned function is called. */
export async function holdCode(page: Page): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/_next\/static\/chunks\/.*\.js/, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** Waits until the browser has told of a frame with content: people press what they see, and the earliest scripts have run by then. */
export const firstPaint = (page: Page) =>
  page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0);
