import type { Page, Route } from "@playwright/test";

/** Holds the page's readings of a record back until they are released, and those ahead of it for good. */
export async function holdReadings(page: Page, id: number): Promise<() => Promise<void>> {
  const held: Route[] = [];
  let released = false;
  await page.route("**/api/live-readings*", (route) => route.abort());
  await page.route(`**/api/proposed-actions/${id}/live`, (route) => {
    if (released) return route.continue();
    held.push(route);
  });
  return async () => {
    released = true;
    // One that the page has given up is gone.
    await Promise.all(held.map((route) => route.continue().catch(() => {})));
  };
}
