import { defineConfig, devices } from "@playwright/test";
import { slowness } from "./e2e/support/slowness";

const executablePath = process.env.CHROMIUM_PATH;
const launchOptions = {
  ...(executablePath ? { executablePath } : {}),
  // As root Chromium has no sandbox to start; nothing is loaded but our own pages on loopback.
  // Without a graphics card a software one would be imitated, which costs a tenth more.
  args: [
    ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
    "--disable-background-networking",
    "--disable-gpu",
  ],
};

const desktop = { ...devices["Desktop Chrome"], viewport: { width: 1440, height: 900 }, launchOptions };
const phone = { ...devices["Pixel 7"], viewport: { width: 390, height: 844 }, launchOptions };

const apart = /(http|process|pictures)\//;
/** Once each, and long: every action type by hand at a desk, and hundreds of payloads read back at sizes of their own. */
const actionTypes = /(action-types|shown-payloads)\.spec/;
const specs = (names: string) => new RegExp(`/(${names.trim().split(/\s+/).join("|")})\\.spec`);
/** Looked at in every size from a desk, or about a key, a mouse or a list beside the action, which a phone has not. */
const deskAlone = specs(`
  admin-dialogs cancel chat-texts countdown covered dialogs extend first-key idle-code keyboard lost-race model-costs reading
  repropose runs stale turning under-the-hand widths words workflows`);
/** The pages that somebody needs away from a desk. The others are the same on a phone, and widths looks at them there. */
const phonePages = specs(`
  access account asking dashboard dead-letters held-back kill-switches lane long-texts notices questions questions-ended replies
  rolls sign-in your-channels`);
/** The pages around the inbox. */
const pages = specs(`
  access account agents agents-start answer-rates asking chat-texts dashboard dead-letters evidence forged-rules headers held-back
  jobs kill-switches lane ledger linking long-texts model-costs netsuite notices passkeys people question-webhook questions
  questions-ended replies retention rolls routing rules runs sign-in suggested-answers tokens unmatched-replies webhooks widths
  words workflow-secrets workflows your-channels`);

export default defineConfig({
  testDir: "e2e",
  globalSetup: "./e2e/support/global-setup.ts",
  fullyParallel: false,
  // One installation serves every test; the switches and the ledger in it are shared.
  workers: 1,
  // A test that needs its second try is named at the end of `npm test` (docs/adr/0050).
  retries: 1,
  // Ends of waiting for ever, far beyond what a slow machine needs: a test waits for states, never for speed.
  timeout: 300_000 * slowness,
  expect: { timeout: 60_000 * slowness },
  // `npm test` counts what passed from the JSON; a person reads the list.
  snapshotPathTemplate: "e2e/pictures/kept/{arg}{ext}",
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [["list"], ["json"]] : [["list"]],
  outputDir: process.env.PLAYWRIGHT_OUTPUT_DIR ?? ".local/playwright",
  use: {
    launchOptions,
    // Requests of a page that a service worker has taken over pass by `page.route`. Tests of that worker allow it.
    serviceWorkers: "block",
    // Recording a trace of every test makes the whole run a quarter longer; ask for it with `--trace retain-on-failure`.
    trace: "off",
    screenshot: "only-on-failure",
  },
  // `npm run test:whole` runs three groups of them beside each other, each on an installation of its own (scripts/test.mjs). Once
  // its time is over, tests whose turn has not come are left out; the inbox and the contract come first.
  projects: [
    { name: "desktop", use: desktop, testIgnore: [apart, actionTypes, pages] },
    { name: "http", use: desktop, testMatch: /e2e\/http\// },
    { name: "phone", use: phone, testIgnore: [apart, actionTypes, pages, deskAlone] },
    { name: "desktop-pages", use: desktop, testMatch: pages, testIgnore: apart },
    { name: "phone-pages", use: phone, testMatch: phonePages, testIgnore: apart },
    // After the contract: these add to the day's totals, from which its tiers are told.
    { name: "types", use: desktop, testMatch: actionTypes },
    { name: "process", use: desktop, testMatch: /process\// },
    // Not part of `npm test`: letters look a little different wherever they are drawn (npm run pictures).
    { name: "pictures", use: desktop, testMatch: /pictures\//, retries: 0 },
  ],
});
