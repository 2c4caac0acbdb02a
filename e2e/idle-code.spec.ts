import { gzipSync } from "node:zlib";
import type { Response } from "@playwright/test";
import { newMarker, proposeLow } from "./support/proposals";
import { openInbox } from "./support/screen";
import { expect, test } from "./support/test";

test.use({ role: "approver" });

/** Kilobytes as gzip sends them. `npm run first-load` holds the part of it that comes before the first key. */
const kilobytesMax = 230;

const isCode = (response: Response) => new URL(response.url()).pathname.endsWith(".js");

test("an inbox that nobody touches loads no dialog, no palette and no chart", async ({ page }) => {
  const loading: Promise<Buffer>[] = [];
  page.on("response", (response) => {
    if (isCode(response) && response.ok()) loading.push(response.body());
  });
  const marker = newMarker();
  await proposeLow({ marker });
  await openInbox(page, marker);
  // The virtual list is the last part that comes by itself.
  await expect(page.getByRole("feed")).toHaveAttribute("aria-busy", "false");
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  const sizes = (await Promise.all(loading)).map((body) => gzipSync(body).length);
  expect(sizes.reduce((sum, size) => sum + size, 0) / 1_000).toBeLessThan(kilobytesMax);
});
