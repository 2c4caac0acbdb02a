import type { Page } from "@playwright/test";

/** Scrolls the inbox to its end, eight rows a frame, as after a hard flick. Returns how long each frame took: ms. */
export async function scrollToEnd(page: Page, url: string, rowCount: number): Promise<number[]> {
  await page.goto(`${url}/proposed-actions`);
  await page.getByTestId("list-scroller").locator("article").first().waitFor();
  await page.waitForTimeout(2_000);
  const scrolled = await page.getByTestId("list-scroller").evaluate(
    (scroller) =>
      new Promise<{ frames: number[]; end: number }>((done) => {
        const frames: number[] = [];
        let before = performance.now();
        let restSince: number | null = null;
        const step = (now: number) => {
          frames.push(now - before);
          before = now;
          const atEnd = scroller.scrollTop + scroller.clientHeight >= scroller.scrollHeight - 2;
          restSince = atEnd ? (restSince ?? now) : null;
          // The next page is on its way for much less than this.
          if (restSince !== null && now - restSince > 5_000)
            return done({ frames, end: scroller.scrollHeight });
          if (!atEnd) scroller.scrollBy(0, 400);
          requestAnimationFrame(step);
        };
        requestAnimationFrame(step);
      }),
  );
  if (scrolled.end < rowCount * 40)
    throw new Error(`the list ended after ${scrolled.end} px, which are no ${rowCount} rows`);
  return scrolled.frames.slice(1);
}
