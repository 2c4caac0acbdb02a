import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { whenInView } from "./in-view";

/** No browser has a say here: the test delivers the observer's entries, several in one batch as on a busy page. */
let deliver: (...ratios: number[]) => void;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("window", Object.assign(new EventTarget(), { visualViewport: null }));
  vi.stubGlobal("document", { visibilityState: "visible", querySelectorAll: () => [] });
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      constructor(callback: (entries: { intersectionRatio: number }[]) => void) {
        deliver = (...ratios) => callback(ratios.map((intersectionRatio) => ({ intersectionRatio })));
      }
      observe() {}
      disconnect() {}
    },
  );
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function watch() {
  const seen = vi.fn();
  const stop = whenInView({} as Element, seen);
  return { seen, stop };
}

test("an end counts once it has been in view for 300 ms on end", () => {
  const { seen } = watch();
  deliver(1);
  vi.advanceTimersByTime(299);
  expect(seen).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(seen).toHaveBeenCalledOnce();
});

test("an end that came and went within one batch does not count, nor one that leaves before its time", () => {
  const { seen } = watch();
  deliver(1, 0);
  vi.advanceTimersByTime(1_000);
  deliver(1);
  vi.advanceTimersByTime(200);
  deliver(0);
  vi.advanceTimersByTime(1_000);
  expect(seen).not.toHaveBeenCalled();
});

test("an end that is mostly cut off does not count, and none after the watch has stopped", () => {
  const { seen, stop } = watch();
  deliver(0.5);
  vi.advanceTimersByTime(1_000);
  deliver(1);
  stop();
  vi.advanceTimersByTime(1_000);
  expect(seen).not.toHaveBeenCalled();
});
