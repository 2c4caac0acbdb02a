import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { cover } from "./closings";
import { watchInView } from "./in-view";

/** No browser has a say here: the test says what a dialog, the tab and the zoomed window show of one element. */
let top: number;
const element = {
  getBoundingClientRect: () => ({ left: 29, right: 361, top, bottom: top + 20 }),
} as unknown as Element;
const holding = { contains: () => true };
const other = { contains: () => false };
let dialogs: { contains: () => boolean }[];
let zoomed: EventTarget & Record<"scale" | "offsetLeft" | "offsetTop" | "width" | "height", number>;
let page: EventTarget;
let deliver: (ratio: number) => void;

beforeEach(() => {
  vi.useFakeTimers();
  dialogs = [];
  top = 600;
  const whole = { scale: 1, offsetLeft: 0, offsetTop: 0, width: 390, height: 844 };
  zoomed = Object.assign(new EventTarget(), whole);
  page = Object.assign(new EventTarget(), { visualViewport: zoomed });
  vi.stubGlobal("window", page);
  vi.stubGlobal("document", { visibilityState: "visible", querySelectorAll: () => dialogs });
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      constructor(callback: (entries: { intersectionRatio: number }[]) => void) {
        deliver = (intersectionRatio) => callback([{ intersectionRatio }]);
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

function watch(seenForMs = 0) {
  const [onSeen, onView] = [vi.fn(), vi.fn()];
  const stop = watchInView(element, 300, { onSeen, onView, seenForMs });
  deliver(1);
  onView.mockClear();
  return { onSeen, onView, stop };
}

async function open(dialog: (typeof dialogs)[number]): Promise<() => Promise<void>> {
  const uncover = cover();
  dialogs.push(dialog);
  await Promise.resolve();
  return async () => {
    uncover();
    dialogs = dialogs.filter((one) => one !== dialog);
    await Promise.resolve();
  };
}

function zoomTo(part: Partial<Record<"scale" | "offsetLeft" | "offsetTop" | "width" | "height", number>>) {
  Object.assign(zoomed, part);
  zoomed.dispatchEvent(new Event("scroll"));
}

test("a dialog that opens over it interrupts the look, which begins again once the dialog has closed", async () => {
  const { onSeen, onView } = watch();
  vi.advanceTimersByTime(299);
  const close = await open(other);
  vi.advanceTimersByTime(5_000);
  expect(onSeen).not.toHaveBeenCalled();
  await close();
  vi.advanceTimersByTime(299);
  expect(onSeen).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(onSeen).toHaveBeenCalledOnce();
  expect(onView).not.toHaveBeenCalledWith(false);
});

test("what was in view before anybody watched needs the rest of the time, and all of it once it was gone or covered", async () => {
  const { onSeen } = watch(200);
  vi.advanceTimersByTime(99);
  expect(onSeen).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(onSeen).toHaveBeenCalledOnce();
  deliver(0);
  deliver(1);
  vi.advanceTimersByTime(299);
  expect(onSeen).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(1);
  expect(onSeen).toHaveBeenCalledTimes(2);
  const close = await open(other);
  await close();
  vi.advanceTimersByTime(299);
  expect(onSeen).toHaveBeenCalledTimes(2);
});

test("a busy page that looks late counts all of the time for which it has been in view", () => {
  const { onSeen } = watch();
  const late = vi.spyOn(performance, "now").mockReturnValue(performance.now() + 500);
  vi.advanceTimersByTime(300);
  late.mockRestore();
  expect(onSeen).toHaveBeenCalledExactlyOnceWith(500);
});

test("what comes into view under a dialog is not looked at", async () => {
  const close = await open(other);
  const { onSeen } = watch();
  vi.advanceTimersByTime(5_000);
  expect(onSeen).not.toHaveBeenCalled();
  await close();
});

test("what stands in the uppermost dialog is looked at, and what stands in the one below it is not", async () => {
  const closeLower = await open(holding);
  const { onSeen } = watch();
  const closeUpper = await open(other);
  vi.advanceTimersByTime(5_000);
  expect(onSeen).not.toHaveBeenCalled();
  await closeUpper();
  vi.advanceTimersByTime(300);
  expect(onSeen).toHaveBeenCalledOnce();
  await closeLower();
});

test("what lies outside the part to which the reader has zoomed is not in view before that part has come to it", () => {
  zoomTo({ scale: 2, width: 195, height: 422 });
  const { onSeen, onView } = watch();
  vi.advanceTimersByTime(5_000);
  zoomTo({ offsetTop: 190 });
  vi.advanceTimersByTime(5_000);
  expect(onSeen).not.toHaveBeenCalled();
  zoomTo({ offsetTop: 300 });
  vi.advanceTimersByTime(200);
  // Within reach it may go on moving.
  zoomTo({ offsetTop: 320, offsetLeft: 100 });
  vi.advanceTimersByTime(100);
  expect(onSeen).toHaveBeenCalledOnce();
  zoomTo({ offsetTop: 0 });
  expect(onView).toHaveBeenCalledWith(false);
});

test("a box that scrolls under the zoomed window brings it into view", () => {
  zoomTo({ scale: 2, width: 195, height: 422 });
  const { onSeen } = watch();
  top = 100;
  page.dispatchEvent(new Event("scroll"));
  vi.advanceTimersByTime(300);
  expect(onSeen).toHaveBeenCalledOnce();
});

test("a watch that ends as a dialog closes begins no further look", async () => {
  const { onSeen, stop } = watch();
  const close = await open(other);
  const closed = close();
  stop();
  await closed;
  vi.advanceTimersByTime(5_000);
  expect(onSeen).not.toHaveBeenCalled();
});
