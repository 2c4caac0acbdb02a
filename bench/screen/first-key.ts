import { type BrowserContext, type Page, chromium } from "@playwright/test";
import type { Installation } from "@/scripts/smoke/own-installation";
import { signIn } from "../live/screen";

const slowdown = 4;
const keyEveryMs = 50;

/** ms from opening the inbox with this action alone to the key that sent its decision. Keys come every 50 ms. */
export async function timeFirstKey(installation: Installation, actionId: number): Promise<number> {
  return inSlowBrowser(async (page, context) => {
    await signIn(context, installation);
    const began = Date.now();
    const sent = page.waitForRequest((request) => request.method() === "POST", { timeout: 60_000 });
    await page.goto(`${installation.url}/proposed-actions?q=%23${actionId}`, { waitUntil: "commit" });
    let at = Number.NaN;
    void sent.then(() => (at = Date.now()));
    while (Number.isNaN(at)) {
      await page.keyboard.press("a");
      await page.waitForTimeout(keyEveryMs);
    }
    return at - began;
  });
}

/** ms from opening the page to sign in to the moment at which its button belongs to React. */
export async function timeFirstButton(installation: Installation): Promise<number> {
  return inSlowBrowser(async (page) => {
    const began = Date.now();
    await page.goto(`${installation.url}/sign-in`, { waitUntil: "commit" });
    await page.waitForFunction(
      () => {
        const button = document.querySelector("button");
        return button !== null && Object.keys(button).some((key) => key.startsWith("__reactProps"));
      },
      undefined,
      { polling: keyEveryMs },
    );
    return Date.now() - began;
  });
}

/** Nothing is cached in it. */
async function inSlowBrowser(
  measure: (page: Page, context: BrowserContext) => Promise<number>,
): Promise<number> {
  const executablePath = process.env.CHROMIUM_PATH;
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
  });
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
    return await measure(page, context);
  } finally {
    await browser.close();
  }
}
