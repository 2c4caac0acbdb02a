import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type * as Closings from "./closings";

const page = Object.assign(new EventTarget(), { visibilityState: "visible" });
let closings: typeof Closings;

beforeEach(async () => {
  vi.stubGlobal("document", page);
  vi.useFakeTimers();
  vi.resetModules();
  closings = await import("./closings");
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Opens a dialog; the returned function closes it. */
const open = () => closings.cover();
const later = (ms: number) => void vi.advanceTimersByTime(ms);
const wasCovered = (at: number) => closings.cameUnderCover(at);

test("what came under the first of two dialogs in a row was covered when the second one closes", () => {
  later(5_000);
  const closeFirst = open();
  later(500);
  const came = performance.now();
  later(500);
  closeFirst();
  const closeSecond = open();
  later(2_000);
  closeSecond();
  expect(wasCovered(came)).toBe(true);
  // What came so shortly before the dialog was not looked at either.
  expect(wasCovered(came - 799)).toBe(true);
  expect(wasCovered(came - 800)).toBe(false);
});

test("what came under a dialog was covered, whichever of two that overlap closes first", () => {
  later(5_000);
  const closeFirst = open();
  const came = performance.now();
  later(100);
  const closeSecond = open();
  later(100);
  closeFirst();
  expect(wasCovered(came)).toBe(true);
  later(100);
  closeSecond();
  expect(wasCovered(came)).toBe(true);
});

test("a gap in which nothing could be looked at does not end a covering, and a longer one does", () => {
  later(5_000);
  const closeFirst = open();
  const came = performance.now();
  later(100);
  closeFirst();
  later(999);
  open()();
  expect(wasCovered(came)).toBe(true);
  later(1_000);
  open()();
  expect(wasCovered(came)).toBe(false);
});

test("what stood in a page that was hidden as its code began came under cover, however early", () => {
  later(5_000);
  page.visibilityState = "hidden";
  closings.watchHiding();
  page.visibilityState = "visible";
  page.dispatchEvent(new Event("visibilitychange"));
  expect(wasCovered(0)).toBe(true);
  later(1_000);
  open()();
  expect(wasCovered(0)).toBe(false);
});

test("a hidden tab covers what comes meanwhile, and each return counts as one closing", () => {
  const heard = vi.fn();
  closings.watchHiding();
  closings.onCovering(heard);
  const turn = (state: string) => {
    page.visibilityState = state;
    page.dispatchEvent(new Event("visibilitychange"));
  };
  later(5_000);
  turn("hidden");
  turn("hidden");
  const came = performance.now();
  later(500);
  turn("visible");
  turn("visible");
  expect(heard).toHaveBeenCalledTimes(2);
  expect(wasCovered(came)).toBe(true);
  expect(wasCovered(came - 300)).toBe(false);
});
