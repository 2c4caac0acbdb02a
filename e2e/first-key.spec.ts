import type { Page } from "@playwright/test";
import { readAction } from "./support/http/api";
import {
  armedAfter,
  beforeMs,
  firstKey,
  openQuietly,
  sincePaint,
  watchFirstKey,
} from "./support/screen/first-key";
import { lookFirst } from "./support/screen/hand";
import { firstPaint, holdCode } from "./support/screen/held-code";
import { newMarker, type Proposed, proposeLow } from "./support/proposals/proposals";
import { approveButton, decisionBar } from "./support/screen/screen";
import { expect, test } from "./support/test";

/** The first key on the card that a page opened with (docs/adr/0152), by the page's own clock. */

test.use({ serviceWorkers: "allow" });
test.skip(({ isPhone }) => isPhone, "a phone has no keys");

/** As the list of this one alone. */
const addressOf = ({ marker }: Pick<Proposed, "marker">) => `/proposed-actions?q=${marker}`;

/** An action that the address names. */
const named: [where: string, namedBy: (one: Proposed) => string][] = [
  ["at its own address", ({ id }) => `/proposed-actions/${id}`],
  ["selected in a list", ({ id, marker }) => `/proposed-actions?q=${marker}&selected=${id}`],
];

test("a key counts on the card of a page that the reader opened once it was in view for 300 ms, and decides it", async ({
  page,
}) => {
  await watchFirstKey(page, { presses: "armed" });
  const one = await proposeLow();
  await page.goto(addressOf(one));
  await expect.poll(async () => (await readAction(one.id)).decision).toBe("approve");
  const { pressedMs } = await firstKey(page);
  expect(pressedMs).toBeGreaterThan(299);
});

test("it counts before a quiet second has passed", async ({ page }) => {
  await watchFirstKey(page);
  await openQuietly(page, addressOf(await proposeLow()));
});

test("a key in the first 300 ms after the first paint is refused in words, and the second begins with it", async ({
  page,
}) => {
  await watchFirstKey(page, { presses: "at once", paintedLate: true });
  const one = await proposeLow();
  await expect(async () => {
    await page.goto(addressOf(one));
    await expect.poll(async () => (await firstKey(page)).pressedMs).not.toBeNull();
    const { pressedMs } = await firstKey(page);
    // A slow machine presses later than it should.
    expect(pressedMs).toBeLessThan(300);
  }).toPass();
  await expect(lookFirst(page)).toHaveText("Too soon: read it first, then press again.");
  const { pressedMs } = await firstKey(page);
  expect((await readAction(one.id)).decision).toBeNull();
  expect((await armedAfter(page)) - pressedMs!).toBeGreaterThan(beforeMs);
});

const early: [what: string, input: (page: Page) => Promise<unknown>][] = [
  ["a key", (page) => page.keyboard.press("Shift")],
  ["a click", (page) => page.mouse.click(5, 5)],
  ["a scroll", (page) => page.evaluate(() => window.dispatchEvent(new Event("scroll")))],
];
for (const [what, input] of early) {
  test(`after ${what} from before the code ran a key counts a quiet second later alone`, async ({ page }) => {
    await watchFirstKey(page);
    const one = await proposeLow();
    const release = await holdCode(page);
    await page.goto(addressOf(one), { waitUntil: "commit" });
    await expect(approveButton(decisionBar(page))).toBeVisible();
    await firstPaint(page);
    const at = await sincePaint(page);
    await input(page);
    release();
    expect((await armedAfter(page)) - at).toBeGreaterThan(beforeMs);
  });
}

for (const [where, namedBy] of named) {
  test(`a key counts after 300 ms on an action ${where} too, and a quiet second after a key from before the code ran`, async ({
    page,
  }) => {
    await watchFirstKey(page);
    const one = await proposeLow();
    await openQuietly(page, namedBy(one));
    const release = await holdCode(page);
    await page.goto(namedBy(one), { waitUntil: "commit" });
    await expect(approveButton(decisionBar(page))).toBeVisible();
    await firstPaint(page);
    const at = await sincePaint(page);
    await page.keyboard.press("Shift");
    release();
    expect((await armedAfter(page)) - at).toBeGreaterThan(beforeMs);
  });
}

test("an action that comes later than the page whose address names it came by itself: a key counts after a quiet second alone", async ({
  page,
}) => {
  await watchFirstKey(page);
  const one = await proposeLow();
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(`**/api/proposed-actions/${one.id}`, async (route) => {
    await released;
    await route.continue();
  });
  // The server reads no id that stands there twice.
  await page.goto(`/proposed-actions?q=${newMarker()}&selected=${one.id}&selected=${one.id}`);
  await page.waitForFunction(() => globalThis.handIsFollowed === true && performance.now() > 1_500);
  const before = await sincePaint(page);
  release();
  expect((await armedAfter(page)) - before).toBeGreaterThan(beforeMs);
});

test("after a key in the page before, of the same tab, a key counts a quiet second later alone", async ({
  page,
}) => {
  await watchFirstKey(page);
  const one = await proposeLow();
  await openQuietly(page, addressOf(one));
  // The last moment at which a key can be pressed there.
  await page.evaluate(() =>
    addEventListener("beforeunload", () => dispatchEvent(new KeyboardEvent("keydown", { key: "j" }))),
  );
  await page.goto(addressOf(one));
  expect(await armedAfter(page)).toBeGreaterThan(beforeMs);
  await openQuietly(page, addressOf(one));
});

test("after a broken or a forged time in the place of that key's too", async ({ page }) => {
  await watchFirstKey(page);
  const one = await proposeLow();
  for (const value of ["soon", String(Date.now() + 86_400_000)]) {
    await openQuietly(page, addressOf(one));
    await page.evaluate(
      (kept) => addEventListener("pagehide", () => sessionStorage.setItem("countersign.last-key", kept)),
      value,
    );
    await page.goto(addressOf(one));
    expect(await armedAfter(page), value).toBeGreaterThan(beforeMs);
  }
});

const byItself: [what: string, open: (page: Page, address: string) => Promise<unknown>][] = [
  ["a script loads anew", (page) => page.evaluate(() => location.reload())],
  ["a script opens", (page, address) => page.evaluate((to) => location.assign(`${to}&again`), address)],
  [
    "comes back after a time without a connection",
    async (page) => {
      await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
      await page.context().setOffline(true);
      await page.reload();
      await expect(page.getByRole("heading", { name: "You are offline" })).toBeVisible();
      await page.context().setOffline(false);
    },
  ],
  [
    "the browser restores",
    async (page) => {
      await page.goto("/offline.html");
      await page.goBack();
    },
  ],
  [
    "somebody else's page opens",
    async (page, address) => {
      const to = new URL(address, page.url()).href;
      await page.route("http://elsewhere.test/", (route) =>
        route.fulfill({
          contentType: "text/html",
          body: `<a rel="noreferrer" href="${to}">To the inbox</a>`,
        }),
      );
      await page.goto("http://elsewhere.test/");
      await page.getByRole("link").click();
    },
  ],
];
for (const [what, open] of byItself) {
  test(`on the card of a page that ${what} a key counts after a quiet second alone`, async ({ page }) => {
    await watchFirstKey(page);
    const one = await proposeLow({ marker: newMarker() });
    await openQuietly(page, addressOf(one));
    const before = await page.evaluate(() => performance.timeOrigin);
    await open(page, addressOf(one));
    await expect.poll(() => page.evaluate(() => performance.timeOrigin).catch(() => before)).not.toBe(before);
    expect(await armedAfter(page)).toBeGreaterThan(beforeMs);
  });
}

test("on the card of a page that was opened in a hidden tab a key counts after a quiet second in view alone", async ({
  page,
}) => {
  await watchFirstKey(page);
  const one = await proposeLow();
  await page.addInitScript(() => {
    let isHidden = true;
    Object.defineProperty(document, "visibilityState", { get: () => (isHidden ? "hidden" : "visible") });
    // As soon as the page has noted how it was opened.
    const show = () => {
      if (globalThis.pageWasAskedFor === undefined) return void setTimeout(show);
      isHidden = false;
      document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
    };
    show();
  });
  const release = await holdCode(page);
  await page.goto(addressOf(one), { waitUntil: "commit" });
  await page.waitForFunction(() => document.visibilityState === "visible");
  await firstPaint(page);
  release();
  expect(await armedAfter(page)).toBeGreaterThan(beforeMs);
});

test("the card is said to be in view with the first frame of the code, as the frames before showed it", async ({
  page,
}) => {
  const one = await proposeLow();
  await page.addInitScript(() =>
    // From here on the browser tells the page nothing more of what is in view.
    addEventListener("DOMContentLoaded", () =>
      Object.assign(globalThis, {
        IntersectionObserver: class {
          observe() {}
          unobserve() {}
          disconnect() {}
        },
      }),
    ),
  );
  const release = await holdCode(page);
  await page.goto(addressOf(one), { waitUntil: "commit" });
  await page.waitForFunction(
    () =>
      performance.now() - (performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Infinity) >
      400,
  );
  release();
  await expect(approveButton(decisionBar(page))).toBeEnabled();
});

test("the first key counts before the actions of a filter are counted: that waits for an idle page or a hand on it", async ({
  page,
}) => {
  await page.addInitScript(() => {
    window.requestIdleCallback = () => 0;
  });
  const counted: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/api/proposed-actions/counts")) counted.push(request.url());
  });
  await page.goto(addressOf(await proposeLow()));
  await expect(approveButton(decisionBar(page))).toBeEnabled();
  expect(counted).toEqual([]);
  await expect(async () => {
    await page.mouse.move(5, 5);
    await page.mouse.move(9, 9);
    await expect.poll(() => counted.length, { timeout: 500 }).toBeGreaterThan(0);
  }).toPass();
});
