import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { viewedAtOpeningMs } from "./in-view";
import { MOST_OF_IT, noteWhole } from "./page-opening";

/** The frames before the page's code ran, as the browser tells of them. The page was painted at 400 and it is 1000 now. */
const [bar, other] = [{} as Element, {} as Element];
let deliver: (...entries: [target: Element, ratio: number, time: number][]) => void;
let untold: IntersectionObserverEntry[];
let dialogs: { contains: () => boolean }[];

const entry = (target: Element, intersectionRatio: number, time: number) =>
  ({ target, intersectionRatio, time }) as IntersectionObserverEntry;

beforeEach(() => {
  untold = [];
  dialogs = [];
  vi.stubGlobal("window", { visualViewport: null });
  vi.stubGlobal("document", {
    visibilityState: "visible",
    querySelector: () => null,
    querySelectorAll: (selector: string) => (selector === "[data-watched]" ? [bar] : dialogs),
  });
  vi.stubGlobal("performance", {
    now: () => 1_000,
    getEntriesByType: () => [{ domInteractive: 300 }],
    getEntriesByName: () => [{ startTime: 400 }],
  });
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      constructor(callback: (entries: IntersectionObserverEntry[]) => void) {
        deliver = (...entries) => callback(entries.map((told) => entry(...told)));
      }
      observe() {}
      takeRecords() {
        return untold.splice(0);
      }
    },
  );
  vi.stubGlobal("HTMLScriptElement", { prototype: {} });
  vi.stubGlobal("pageWasDrawn", undefined);
  noteWhole({ mostOfIt: MOST_OF_IT });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.stubGlobal("inViewSince", undefined);
});

test("a thing that stood in the page has been in view since its own frame, and never since before the page was", () => {
  deliver([bar, 1, 390]);
  expect(viewedAtOpeningMs(bar)).toBe(600);
  deliver([bar, 0, 700], [bar, 1, 750]);
  expect(viewedAtOpeningMs(bar)).toBe(250);
});

test("it has not while part of it is cut off, also by a frame of which nobody was told, or where something covers it", () => {
  expect(viewedAtOpeningMs(bar)).toBe(0);
  deliver([bar, 1, 410]);
  dialogs = [{ contains: () => false }];
  expect(viewedAtOpeningMs(bar)).toBe(0);
  dialogs = [];
  untold = [entry(bar, 0.89, 800)];
  expect(viewedAtOpeningMs(bar)).toBe(0);
});

test("an input since then begins its time anew", () => {
  deliver([bar, 1, 410]);
  vi.stubGlobal("earlyInput", { at: 900, by: "move" });
  expect(viewedAtOpeningMs(bar)).toBe(100);
  vi.stubGlobal("earlyInput", undefined);
});

test("nothing is known of a thing that was not marked, and where no page came from the server", () => {
  expect(viewedAtOpeningMs(other)).toBe(0);
  vi.stubGlobal("inViewSince", undefined);
  expect(viewedAtOpeningMs(bar)).toBe(0);
});

test.each([
  ["drawn before its end was there", true, true, false],
  ["read to its end before it was drawn", false, true, true],
  [
    "read to its end before the scripts of the head ran, without which nothing is drawn",
    undefined,
    true,
    true,
  ],
  ["read by a browser that may draw before those scripts", undefined, false, false],
])("the first frame of a page that was %s", (_, drawn, waits, whole) => {
  vi.stubGlobal("HTMLScriptElement", { prototype: waits ? { blocking: "" } : {} });
  vi.stubGlobal("pageWasDrawn", drawn);
  noteWhole({ mostOfIt: MOST_OF_IT });
  expect(globalThis.pageCameWhole).toBe(whole);
});
