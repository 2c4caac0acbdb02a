import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { type BrowserContext, type Page, chromium } from "@playwright/test";
import type {
  CLSMetricWithAttribution,
  INPMetricWithAttribution,
  LCPMetricWithAttribution,
} from "web-vitals/attribution";
import type { Installation } from "@/scripts/smoke/own-installation";
import { signIn } from "../live/screen";

interface Device {
  name: "desk" | "phone";
  viewport: { width: number; height: number };
  isMobile: boolean;
}

export const DEVICES: readonly Device[] = [
  { name: "desk", viewport: { width: 1440, height: 900 }, isMobile: false },
  { name: "phone", viewport: { width: 390, height: 844 }, isMobile: true },
];

/** The vitals of one visit: ms, `cls` a share of the window; the texts name the elements that were the worst. */
export interface Visit {
  lcp: number;
  inp: number;
  cls: number;
  largest: string;
  slowest: string;
  shifted: string;
  /** LCP of the page to sign in. */
  bareLcp: number;
}

type Vitals = Partial<{
  LCP: LCPMetricWithAttribution;
  INP: INPMetricWithAttribution;
  CLS: CLSMetricWithAttribution;
}>;

/** Colleagues of the one who works in the inbox. */
export interface Others {
  decideOne: () => Promise<void>;
}

/** As quick as a practised hand, and slow enough that each press counts. */
const betweenPressesMs = 400;
const library = readFileSync(
  createRequire(import.meta.url)
    .resolve("web-vitals/attribution")
    .replace(".umd.cjs", ".iife.js"),
  "utf8",
);

/** Opens the inbox in a new browser, works in it for half a minute, and reads the vitals that the page has counted. */
export async function visitInbox(
  installation: Installation,
  others: Others,
  { name, viewport, isMobile }: Device,
): Promise<Visit> {
  const executablePath = process.env.CHROMIUM_PATH;
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
  });
  try {
    const context = await browser.newContext({ viewport, isMobile, hasTouch: isMobile });
    await countVitals(context);
    const bare = await context.newPage();
    await bare.goto(`${installation.url}/sign-in`);
    await bare.waitForTimeout(1_000);
    const { LCP: bareLcp } = await vitalsOf(bare);
    await bare.close();
    await signIn(context, installation);
    const page = await context.newPage();
    const streaming = page.waitForResponse((answer) => answer.url().includes("/api/stream"));
    // One key or one tap decides the oldest ones.
    await page.goto(`${installation.url}/proposed-actions?tier=2&sort=oldest`);
    await streaming;
    await (name === "desk" ? workAtDesk(page, others) : workOnPhone(page, others));
    const { LCP, INP, CLS } = await vitalsOf(page);
    if (!LCP || !INP || !CLS)
      throw new Error(`Not counted: ${JSON.stringify({ LCP, INP, CLS })?.slice(0, 500)}`);
    return {
      lcp: LCP.value,
      inp: INP.value,
      cls: CLS.value,
      largest: LCP.attribution.target ?? "",
      slowest: `${INP.attribution.interactionType} at ${INP.attribution.interactionTarget ?? "?"}`,
      shifted: CLS.attribution.largestShiftTarget ?? "",
      bareLcp: bareLcp?.value ?? Number.NaN,
    };
  } finally {
    await browser.close();
  }
}

/** One script, because each script that is added has its own names. */
const countVitals = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript({
    content: `${library}
      window.vitals = {};
      for (const name of ["onLCP", "onINP", "onCLS"])
        webVitals[name]((metric) => { vitals[metric.name] = metric }, { reportAllChanges: true, durationThreshold: 16 });`,
  });

const vitalsOf = async (page: Page): Promise<Vitals> =>
  JSON.parse(
    await page.evaluate(() =>
      JSON.stringify((window as unknown as { vitals: Vitals }).vitals, (key, value: unknown) =>
        key === "entries" || value instanceof PerformanceEntry ? undefined : value,
      ),
    ),
  ) as Vitals;

/** Moves, decides, rejects, ticks, searches and asks the palette, while somebody else decides one. */
async function workAtDesk(page: Page, others: Others): Promise<void> {
  const press = async (...keys: string[]) => {
    for (const key of keys) {
      await page.keyboard.press(key);
      await page.waitForTimeout(betweenPressesMs);
    }
  };
  await press("j", "j", "k", "Enter", "a", "a", "a");
  await press("j", "a", "x", "j", "x", "Escape");
  await others.decideOne();
  await press("r", "1", "Escape", "?", "Escape", "Control+k");
  await page.keyboard.type("dead", { delay: 120 });
  await press("Escape", "/");
  await page.keyboard.type("invoice 10050", { delay: 120 });
  await page.waitForTimeout(1_000);
  await press("Escape", "j", "j", "a");
}

/** Approves on the card, opens one and goes back, and looks for another, while somebody else decides one. */
async function workOnPhone(page: Page, others: Others): Promise<void> {
  const rest = () => page.waitForTimeout(betweenPressesMs);
  const tapApprove = async () => {
    await page.getByRole("button", { name: "Approve", exact: true, disabled: false }).first().tap();
    await rest();
  };
  for (let count = 0; count < 3; count += 1) await tapApprove();
  await page.getByRole("article").nth(2).getByRole("link").first().tap();
  await page.waitForTimeout(1_500);
  await others.decideOne();
  await page.goBack();
  await page.waitForTimeout(1_500);
  await tapApprove();
  await page.getByRole("button", { name: "Search" }).first().tap();
  await rest();
  await page.keyboard.type("invoice 10050", { delay: 120 });
  await page.waitForTimeout(1_500);
}
