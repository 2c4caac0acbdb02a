import { readFile } from "node:fs/promises";
import path from "node:path";
import { chromium } from "@playwright/test";
import { ensureBrowser } from "../local/ensure-browser.mjs";
import { root } from "../local/ensure-installed.mjs";

/** `npm run icons`: draws the PNG icons in public/ from icon.svg. Run it after the mark has changed. */

const BACKGROUND = "#1c1b19";

/** `fill`: whoever shows the picture cuts its edges, so its background has no corners of its own. */
const icons: { file: string; sizePx: number; fill: boolean }[] = [
  { file: "icon-192.png", sizePx: 192, fill: false },
  { file: "icon-512.png", sizePx: 512, fill: false },
  { file: "icon-maskable-512.png", sizePx: 512, fill: true },
  { file: "apple-touch-icon.png", sizePx: 180, fill: true },
];

const folder = path.join(root, "public");
const svg = await readFile(path.join(folder, "icon.svg"), "utf8");
const executablePath = ensureBrowser();
const browser = await chromium.launch({
  ...(executablePath ? { executablePath } : {}),
  args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
});
for (const { file, sizePx, fill } of icons) {
  const page = await browser.newPage({ viewport: { width: sizePx, height: sizePx } });
  const background = fill ? BACKGROUND : "none";
  await page.setContent(
    `<style>body { margin: 0; background: ${background} } svg { display: block }</style>${svg}`,
  );
  await page.screenshot({ path: path.join(folder, file), omitBackground: true });
  await page.close();
}
await browser.close();
