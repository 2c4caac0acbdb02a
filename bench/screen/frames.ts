import type { Locator, Page } from "@playwright/test";

const rowPx = 50;

/** Scrolls the inbox to its end. Returns how long each frame took: ms. */
export async function scrollInbox(page: Page, url: string, rowCount: number): Promise<number[]> {
  await page.goto(`${url}/proposed-actions`);
  const scroller = page.getByTestId("list-scroller");
  await scroller.locator("article").first().waitFor();
  await page.waitForTimeout(2_000);
  const { frames, height } = await scrollToEnd(scroller);
  if (height < rowCount * 40)
    throw new Error(`the list ended after ${height} px, which are no ${rowCount} rows`);
  return frames;
}

/** The same over as many lines of text, without a script of its own: what the browser and the machine take alone. */
export async function scrollBareList(page: Page, rowCount: number): Promise<number[]> {
  const rows = `<div style="height:${rowPx}px;content-visibility:auto">A line of text</div>`.repeat(rowCount);
  await page.setContent(`<main style="height:90vh;overflow-y:scroll">${rows}</main>`);
  await page.waitForTimeout(2_000);
  return (await scrollToEnd(page.locator("main"))).frames;
}

/** Eight rows a frame, as after a hard flick. */
async function scrollToEnd(scroller: Locator): Promise<{ frames: number[]; height: number }> {
  const { frames, height } = await scroller.evaluate(
    (element) =>
      new Promise<{ frames: number[]; height: number }>((done) => {
        const took: number[] = [];
        let before = performance.now();
        let restSince: number | null = null;
        const step = (now: number) => {
          took.push(now - before);
          before = now;
          const atEnd = element.scrollTop + element.clientHeight >= element.scrollHeight - 2;
          restSince = atEnd ? (restSince ?? now) : null;
          // The next page is on its way for much less than this.
          if (restSince !== null && now - restSince > 5_000)
            return done({ frames: took, height: element.scrollHeight });
          if (!atEnd) element.scrollBy(0, 400);
          requestAnimationFrame(step);
        };
        requestAnimationFrame(step);
      }),
  );
  return { frames: frames.slice(1), height };
}
