import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { begin, closeTab, openPage, openTab, tab, type Opening } from "./testing/tab";

const item = "countersign.last-key";

beforeEach(openTab);
afterEach(closeTab);

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
    expect(tab.stored.size).toBe(0);
    expect(isAskedFor()).toBe(false);
    openPage();
    expect(isAskedFor()).toBe(true);
  });

  test.each(["", "now", "-1", "1e3", "12", "NaN", `${begin}.5`, ` ${begin - 5_000}`, String(begin + 5_000)])(
    "counts as just now where the kept time is broken, forged or to come: “%s”",
    (value) => {
      tab.stored.set(item, value);
      openPage();
      expect(isAskedFor()).toBe(false);
      expect(tab.stored.size).toBe(0);
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
    expect(card.verdict()).toMatchObject({ tool: "key", counts: true, viewMs: 300 });
    page.wait(999);
    page.press();
    expect(card.verdict()).toMatchObject({ tool: "key", counts: false, viewMs: 500 });
    page.wait(1_000);
    page.press();
    expect(card.verdict()).toMatchObject({ tool: "key", counts: true, viewMs: 500 });
  });

  test("needs no more than 300 ms where its code ran before the browser told of the first paint, and no key came yet", async () => {
    const page = openPage({ isPaintUnknown: true });
    page.wait(100);
    const card = await page.run();
    page.press();
    expect(card.verdict()).toMatchObject({ tool: "key", counts: true, viewMs: 300 });
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
