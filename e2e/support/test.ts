import { type Locator, type Page, expect as playwrightExpect, test as base } from "@playwright/test";
import { waitForHydration } from "./screen/hydration";
import { type Role, installation, sessionFile } from "./installation";

interface Options {
  /** The role that is signed in on `page`; "nobody" for a browser without a session. */
  role: Role | "nobody";
}

interface Fixtures {
  /** A second browser, with somebody else signed in. */
  openAs: (role: Options["role"]) => Promise<Page>;
  isPhone: boolean;
  /** Where a run has an end (`npm run test:whole -- --minutes 60`), tests that come later are left out, and counted. */
  timeLeft: void;
}

/** Also read by scripts/local/test-runs.mjs. */
const OUT_OF_TIME = "the run's time was over";

const stateOf = (role: Options["role"]) =>
  role === "nobody" ? { cookies: [], origins: [] } : sessionFile(role);

/** Playwright's test, on the installation under test and with a session of the role. */
export const test = base.extend<Options & Fixtures>({
  role: ["approver", { option: true }],
  baseURL: async ({ role: _role }, use) => use(installation().url),
  storageState: async ({ role }, use) => use(stateOf(role)),
  isPhone: async ({ isMobile }, use) => use(isMobile),
  timeLeft: [
    async ({ baseURL: _baseURL }, use, testInfo) => {
      testInfo.skip(Date.now() > Number(process.env.TESTS_END_AT_MS ?? Infinity), OUT_OF_TIME);
      await use();
    },
    { auto: true },
  ],
  // A page that throws fails its test, and so does one that the browser renders otherwise than the server did.
  page: async ({ page }, use) => {
    const errors: string[] = [];
    page.on("pageerror", ({ message }) => errors.push(message));
    await use(waitForHydration(page));
    // A route may still be at work on an answer when its test ends: that is no error.
    if (!page.isClosed()) await page.unrouteAll({ behavior: "ignoreErrors" });
    playwrightExpect(errors).toEqual([]);
  },
  openAs: async ({ browser }, use) => {
    const opened: { close: () => Promise<void> }[] = [];
    await use(async (role) => {
      const context = await browser.newContext({
        baseURL: installation().url,
        storageState: stateOf(role),
      });
      opened.push(context);
      return waitForHydration(await context.newPage());
    });
    for (const context of opened) await context.close();
  },
});

const isVisible = async (text: Locator) => {
  await playwrightExpect(text).toBeVisible();
  return { pass: true, message: () => "" };
};

export const expect = playwrightExpect.extend({
  /** One element there holds this text, in any case and among other words where it is no pattern. */
  toShow: (within: Page | Locator, text: string | RegExp) => isVisible(within.getByText(text)),
  /** The same where several may: the first of them. */
  toShowFirst: (within: Page | Locator, text: string | RegExp) => isVisible(within.getByText(text).first()),
});
