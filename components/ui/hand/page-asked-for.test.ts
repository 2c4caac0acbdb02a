import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { noteOpening } from "./page-asked-for";

/** One tab, whose pages come one after the other. The clock is the test's, and so is all that the browser says of a page. */

const item = "countersign.last-key";
const begin = 1_790_000_000_000;
let clock: number;
let stored: Map<string, string>;

beforeEach(() => {
  clock = begin;
  stored = new Map();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

interface Opening {
  type?: NavigationTimingType;
  visibility?: DocumentVisibilityState;
  visibilityBefore?: DocumentVisibilityState;
  fromElsewhere?: boolean;
  keeps?: boolean;
  lacksNavigation?: boolean;
  /** Its code runs before the browser tells of the first paint. */
  isPaintUnknown?: boolean;
}

/** The next page of the tab: its scripts run now, and it was whole and painted at once. */
function openPage({
  type = "navigate",
  visibility = "visible",
  visibilityBefore = visibility,
  fromElsewhere = false,
  keeps = true,
  lacksNavigation = false,
  isPaintUnknown = false,
}: Opening = {}) {
  const timeOrigin = clock;
  const page = new EventTarget();
  const document = Object.assign(new EventTarget(), { visibilityState: visibility });
  const navigation = new EventTarget();
  const refuse = () => {
    throw new Error("SecurityError");
  };
  vi.unstubAllGlobals();
  vi.stubGlobal("window", page);
  vi.stubGlobal("document", document);
  vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
  for (const name of ["HTMLInputElement", "HTMLTextAreaElement", "Element"])
    vi.stubGlobal(name, class extends EventTarget {});
  if (!lacksNavigation) vi.stubGlobal("navigation", navigation);
  vi.stubGlobal("sessionStorage", {
    getItem: keeps ? (key: string) => stored.get(key) ?? null : refuse,
    setItem: keeps ? (key: string, value: string) => void stored.set(key, value) : refuse,
    removeItem: keeps ? (key: string) => void stored.delete(key) : refuse,
  });
  vi.stubGlobal("performance", {
    timeOrigin,
    now: () => clock - timeOrigin,
    getEntriesByType: (kind: string) =>
      kind === "navigation"
        ? [{ type, domInteractive: 1 }]
        : [{ name: visibilityBefore }, { name: visibility }],
    getEntriesByName: () => (isPaintUnknown ? [] : [{ startTime: 1 }]),
  });
  vi.stubGlobal("pageWasAskedFor", undefined);
  noteOpening({ fromElsewhere, quietMs: 1_000 });
  return {
    wait: (ms: number) => void (clock += ms),
    press: (key = "a") =>
      page.dispatchEvent(Object.assign(new Event("keydown"), { key, code: key, repeat: false })),
    hide: () => document.dispatchEvent(new Event("visibilitychange")),
    tap: () =>
      page.dispatchEvent(
        Object.assign(new Event("pointerdown"), {
          pointerId: 1,
          pointerType: "touch",
          button: 0,
          clientX: 200,
          clientY: 700,
        }),
      ),
    /** The hand is followed from now on, and the card arrives that the page opened with, or the list of a phone. */
    run: async (came: "opened" | "reader" = "opened") => {
      vi.resetModules();
      const { arrive, newArrival, verdictOn } = await import("./arrivals");
      const card = newArrival(came);
      arrive(card);
      return { verdict: () => verdictOn(card) };
    },
    /** A script or the reader leaves the page. */
    go: (userInitiated: boolean, more: { sameDocument?: boolean; downloadRequest?: string } = {}) => {
      const { sameDocument = false, downloadRequest = null } = more;
      navigation.dispatchEvent(
        Object.assign(new Event("navigate"), {
          userInitiated,
          destination: { sameDocument },
          downloadRequest,
        }),
      );
    },
    leave: () => page.dispatchEvent(new Event("pagehide")),
  };
}
const isAskedFor = () => globalThis.pageWasAskedFor;

describe("a page was asked for", () => {
  test("where it is the first one of its tab", () => {
    openPage();
    expect(isAskedFor()).toBe(true);
  });

  test.each<[string, Opening]>([
    ["a page of somebody else's opened it", { fromElsewhere: true }],
    ["it was loaded again", { type: "reload" }],
    ["the browser restored it", { type: "back_forward" }],
    ["it was opened in a hidden tab", { visibility: "hidden" }],
    ["its tab was hidden before this ran", { visibilityBefore: "hidden" }],
    ["the browser keeps nothing of the page before", { keeps: false }],
  ])("not where %s", (_why, opening) => {
    openPage(opening);
    expect(isAskedFor()).toBe(false);
  });

  test("no longer once its tab was hidden, or it was left", () => {
    for (const end of ["hide", "leave"] as const) {
      const page = openPage();
      page[end]();
      expect(isAskedFor(), end).toBe(false);
    }
  });
});

describe("a key in the page before", () => {
  function follow(agoMs: number): void {
    const before = openPage();
    before.press();
    before.wait(agoMs);
    before.go(true);
    before.leave();
    openPage();
  }

  test.each([
    [999, false],
    [1_000, true],
  ])("%i ms before the next page could hear one: asked for %s", (agoMs, isAsked) => {
    follow(agoMs);
    expect(isAskedFor()).toBe(isAsked);
  });

  test("is told to the next page alone", () => {
    follow(0);
    expect(stored.size).toBe(0);
    expect(isAskedFor()).toBe(false);
    openPage();
    expect(isAskedFor()).toBe(true);
  });

  test.each(["", "now", "-1", "1e3", "12", "NaN", `${begin}.5`, ` ${begin - 5_000}`, String(begin + 5_000)])(
    "counts as just now where the kept time is broken, forged or to come: “%s”",
    (value) => {
      stored.set(item, value);
      openPage();
      expect(isAskedFor()).toBe(false);
      expect(stored.size).toBe(0);
    },
  );
});

describe("a page that a script opened was not asked for", () => {
  test("as after a release, an ended session or a failure", () => {
    const before = openPage();
    before.go(false);
    before.leave();
    openPage();
    expect(isAskedFor()).toBe(false);
  });

  test("and where the browser does not tell who opened it, each page after one of ours", () => {
    openPage({ lacksNavigation: true }).leave();
    openPage({ lacksNavigation: true });
    expect(isAskedFor()).toBe(false);
  });

  test("but a new address of the same page, and a file, open none; and the reader may leave after a script tried to", () => {
    const before = openPage();
    before.go(false, { sameDocument: true });
    before.go(false, { downloadRequest: "" });
    before.leave();
    openPage();
    expect(isAskedFor()).toBe(true);
    const tried = openPage();
    tried.go(false);
    tried.go(true);
    tried.leave();
    openPage();
    expect(isAskedFor()).toBe(true);
  });
});

describe("the card of a page", () => {
  test("that was asked for is decided by the first key once it was in view for 300 ms, by another one a second after that", async () => {
    const page = openPage();
    page.wait(100);
    const card = await page.run();
    page.press();
    expect(card.verdict()).toEqual({ tool: "key", counts: true, viewMs: 300 });
    page.wait(999);
    page.press();
    expect(card.verdict()).toEqual({ tool: "key", counts: false, viewMs: 500 });
    page.wait(1_000);
    page.press();
    expect(card.verdict()).toEqual({ tool: "key", counts: true, viewMs: 500 });
  });

  test("needs no more than 300 ms where its code ran before the browser told of the first paint, and no key came yet", async () => {
    const page = openPage({ isPaintUnknown: true });
    page.wait(100);
    const card = await page.run();
    page.press();
    expect(card.verdict()).toEqual({ tool: "key", counts: true, viewMs: 300 });
    page.wait(999);
    page.press();
    expect(card.verdict()).toMatchObject({ counts: false });
  });

  test("that was not asked for is decided by a key after a quiet second alone", async () => {
    const page = openPage({ type: "reload" });
    page.wait(999);
    const card = await page.run();
    page.press();
    expect(card.verdict()).toMatchObject({ counts: false });
    page.wait(1_000);
    page.press();
    expect(card.verdict()).toMatchObject({ counts: true });
  });

  test.each(["key", "press", "move"] as const)(
    "is decided by no key within a second of a %s that came before the code ran",
    async (by) => {
      const page = openPage();
      page.wait(200);
      vi.stubGlobal("earlyInput", { at: 200, by });
      const card = await page.run();
      page.wait(999);
      page.press();
      expect(card.verdict()).toMatchObject({ counts: false });
    },
  );
});

describe("the list of a phone", () => {
  test("in a page that was asked for takes the first tap", async () => {
    const page = openPage();
    const list = await page.run("reader");
    page.tap();
    expect(list.verdict()).toEqual({ tool: "touch", counts: true });
  });

  test("in another page takes a tap after a quiet second alone: the taps before it may have been meant for the page before", async () => {
    const page = openPage({ type: "reload" });
    const list = await page.run("reader");
    page.wait(999);
    page.tap();
    expect(list.verdict()).toEqual({ tool: "touch", counts: false });
    page.wait(999);
    page.tap();
    expect(list.verdict()).toEqual({ tool: "touch", counts: false });
    page.wait(1_000);
    page.tap();
    expect(list.verdict()).toEqual({ tool: "touch", counts: true });
  });
});
