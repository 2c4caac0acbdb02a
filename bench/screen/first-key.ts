import { type BrowserContext, type Page, chromium } from "@playwright/test";
import type { Installation } from "@/scripts/smoke/own-installation";
import { signIn } from "../live/screen";

const slowdown = 4;
const lookEveryMs = 20;

/**
 * ms from opening the inbox with this action alone to the moment at which its bar says that a key counts; the key that follows
 * decides it. @throws Error where it does not.
 */
export async function timeFirstKey(installation: Installation, actionId: number): Promise<number> {
  return inSlowBrowser(async (page, context) => {
    await signIn(context, installation);
    const sent = page.waitForRequest((request) => request.method() === "POST", { timeout: 30_000 });
    const began = Date.now();
    await page.goto(`${installation.url}/proposed-actions?q=%23${actionId}`, { waitUntil: "commit" });
    await page.waitForFunction(
      () => {
        const bar = document.querySelector("[data-testid=decision-bar]");
        const approve = [...(bar?.querySelectorAll("button") ?? [])].find((button) =>
          button.textContent.startsWith("Approve"),
        );
        return approve && !approve.disabled && approve.ariaDisabled !== "true";
      },
      undefined,
      { polling: lookEveryMs },
    );
    const ms = Date.now() - began;
    await page.keyboard.press("a");
    await sent;
    return ms;
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
      { polling: lookEveryMs },
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
