import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { arrive, betweenPresses, newArrival, now, verdictOn } from "./arrivals";
import type { Came } from "./hand";

const page = new EventTarget();
beforeAll(() => {
  vi.stubGlobal("window", page);
  vi.stubGlobal("document", Object.assign(new EventTarget(), { visibilityState: "visible" }));
  // The only target here is the page itself, which stands for a text field.
  for (const name of ["HTMLInputElement", "HTMLTextAreaElement"]) vi.stubGlobal(name, EventTarget);
  vi.useFakeTimers();
});
afterAll(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** An event of the test's clock, or one of which the page hears `lateMs` after it happened. */
const occur = (type: string, more: object = {}, lateMs = 0) =>
  page.dispatchEvent(
    Object.defineProperty(Object.assign(new Event(type), more), "timeStamp", { value: now() - lateMs }),
  );
const mouse = (type: string, clientX = 100, button = 0) =>
  occur(type, { pointerId: 1, pointerType: "mouse", clientX, clientY: 100, button });

test("a press that began before a thing came does not mean it, however late it is released", () => {
  const before = newArrival("itself");
  arrive(before);
  mouse("pointermove");
  mouse("pointerdown");
  const turned = newArrival("itself");
  arrive(turned);
  vi.advanceTimersByTime(5_000);
  mouse("pointerup");
  expect(verdictOn(turned)).toMatchObject({ tool: "mouse", counts: false });
});

test("another key or finger that is let go meanwhile does not end a press", () => {
  mouse("pointerdown");
  for (const type of ["keydown", "keyup"]) occur(type, { key: "Shift", code: "ShiftLeft" });
  vi.advanceTimersByTime(5_000);
  const turned = newArrival("itself");
  arrive(turned);
  vi.advanceTimersByTime(5_000);
  mouse("pointerup");
  expect(verdictOn(turned)).toMatchObject({ tool: "mouse", counts: false });
});

test("a focus that moves with the press does not end it", () => {
  mouse("pointerdown");
  page.dispatchEvent(Object.defineProperty(new Event("blur"), "target", { value: {} }));
  vi.advanceTimersByTime(5_000);
  const turned = newArrival("itself");
  arrive(turned);
  occur("keydown", { key: "Shift", code: "ShiftLeft" });
  occur("keyup", { key: "Shift", code: "ShiftLeft" });
  vi.advanceTimersByTime(5_000);
  mouse("pointerup");
  expect(verdictOn(turned)).toMatchObject({ tool: "mouse", counts: false });
});

describe("a thing that the server's page showed", () => {
  const served = { domInteractive: 700 } as PerformanceNavigationTiming;
  const paintedAt = (startTime: number | null) => {
    vi.spyOn(performance, "getEntriesByType").mockReturnValue([served]);
    vi.spyOn(performance, "getEntriesByName").mockReturnValue(
      startTime === null ? [] : [{ startTime } as PerformanceEntry],
    );
  };
  afterEach(() => void vi.restoreAllMocks());
  const arrivedAt = (came: Came) => {
    const arrival = newArrival(came);
    arrive(arrival);
    return arrival.since!.at;
  };

  test.each([
    ["painted after all of it had come", 900, 900],
    ["painted while it came", 400, 700],
  ])("counts from the moment at which the page was whole and in view: %s", (_when, painted, at) => {
    paintedAt(painted);
    expect(arrivedAt("opened")).toBe(at);
  });

  test("counts from its first paint where that showed all of it, however late its document ended", () => {
    paintedAt(400);
    vi.stubGlobal("pageCameWhole", true);
    expect(arrivedAt("opened")).toBe(400);
    vi.stubGlobal("pageCameWhole", undefined);
  });

  test("counts from now where nothing was painted yet, as in a hidden tab, and where it came later", () => {
    paintedAt(null);
    expect(arrivedAt("opened")).toBe(now());
    paintedAt(900);
    expect(arrivedAt("itself")).toBe(now());
  });

  test("counts from the last input before the page's code ran, which may have moved it", () => {
    paintedAt(900);
    vi.stubGlobal("earlyInput", { at: 1_500, by: "move" });
    expect(arrivedAt("opened")).toBe(1_500);
    vi.stubGlobal("earlyInput", undefined);
  });
});

test("typing means the form that takes it, and nothing else on the page", () => {
  const [card, form] = [newArrival("itself"), newArrival("itself", true)];
  for (const arrival of [card, form]) arrive(arrival);
  page.dispatchEvent(new Event("input"));
  expect([card.since?.typed, form.since?.typed]).toEqual([false, true]);
});

test("a verdict is of one press: a click by assistive technology long afterwards is judged by itself", () => {
  const arrival = newArrival("itself");
  arrive(arrival);
  mouse("pointerdown");
  mouse("pointerup");
  vi.advanceTimersByTime(5_000);
  occur("click", { detail: 0 });
  expect(verdictOn(arrival)).toMatchObject({ tool: "key", counts: true });
});

test("a click that follows its release is judged by the press", () => {
  const arrival = newArrival("itself");
  arrive(arrival);
  mouse("pointermove", 100);
  mouse("pointermove", 300);
  mouse("pointerdown", 300);
  mouse("pointerup", 300);
  expect(verdictOn(arrival)).toMatchObject({ tool: "mouse", counts: true });
});

test("a press that the window has lost track of does not mean a thing that came meanwhile, however late it is released", () => {
  mouse("pointerdown");
  const turned = newArrival("itself");
  arrive(turned);
  page.dispatchEvent(Object.defineProperty(new Event("blur"), "target", { value: page }));
  vi.advanceTimersByTime(5_000);
  mouse("pointerup");
  expect(verdictOn(turned)).toMatchObject({ tool: "mouse", counts: false });
});

test("nor a thing that came after that; the next press may mean it", () => {
  mouse("pointermove", 300);
  mouse("pointerdown");
  page.dispatchEvent(Object.defineProperty(new Event("blur"), "target", { value: page }));
  const turned = newArrival("itself");
  arrive(turned);
  vi.advanceTimersByTime(5_000);
  mouse("pointerup");
  expect(verdictOn(turned)).toMatchObject({ tool: "mouse", counts: false });
  mouse("pointermove", 300);
  mouse("pointerdown", 300);
  const later = newArrival("reader");
  mouse("pointerup", 300);
  expect(verdictOn(turned)).toMatchObject({ tool: "mouse", counts: true });
  arrive(later);
  expect(later.verdict).toBeNull();
});

test("a right button, whose release a menu takes, holds nothing up", () => {
  mouse("pointerdown", 100, 2);
  let ran = false;
  betweenPresses(() => (ran = true));
  expect(ran).toBe(true);
  const arrival = newArrival("itself");
  arrive(arrival);
  vi.advanceTimersByTime(5_000);
  expect(verdictOn(arrival)).toMatchObject({ tool: "key", counts: true });
});

test("a left button that goes down while the right one is held is judged by where the mouse is", () => {
  mouse("pointermove", 100);
  const arrival = newArrival("itself");
  arrive(arrival);
  mouse("pointerdown", 100, 2);
  vi.advanceTimersByTime(5_000);
  occur("mousedown", { button: 0, buttons: 3, clientX: 100, clientY: 100 });
  expect(verdictOn(arrival)).toMatchObject({ tool: "mouse", counts: false });
});

const finger = (type: string) =>
  occur(type, { pointerId: 2, pointerType: "touch", clientX: 100, clientY: 100, button: 0 });
const tap = () => void [finger("pointerdown"), finger("pointerup")];

test("a press of which a busy page hears late means nothing that came after it", () => {
  const early = { key: "a", code: "KeyA" };
  for (const [lateMs, counts] of [
    [51, false],
    [50, true],
  ] as const) {
    const arrival = newArrival("followed");
    arrive(arrival);
    vi.advanceTimersByTime(50);
    occur("keydown", early, lateMs);
    expect(verdictOn(arrival), `${lateMs}`).toMatchObject({ counts, at: now() - lateMs });
  }
});

test("a finger’s click of which a busy page hears long after its release is judged by the press", () => {
  tap();
  const opened = newArrival("reader");
  arrive(opened);
  vi.advanceTimersByTime(400);
  tap();
  vi.advanceTimersByTime(5_000);
  occur("click", { detail: 1, pointerType: "touch" });
  expect(verdictOn(opened)).toMatchObject({ tool: "touch", counts: false });
});

test("a finger’s click does not mean what came between its release and the click, however long that has been in view", () => {
  tap();
  vi.advanceTimersByTime(1);
  const between = newArrival("followed");
  arrive(between);
  vi.advanceTimersByTime(5_000);
  occur("click", { detail: 1, pointerType: "touch" });
  expect(verdictOn(between)).toMatchObject({ tool: "touch", counts: false });
});

test("clicks of assistive technology are a rhythm, as keys are", () => {
  vi.advanceTimersByTime(5_000);
  const arrival = newArrival("itself");
  arrive(arrival);
  for (const [afterMs, counts] of [
    [900, false],
    [900, false],
    [1_000, true],
  ] as const) {
    vi.advanceTimersByTime(afterMs);
    occur("click", { detail: 0 });
    expect(verdictOn(arrival)).toMatchObject({ tool: "key", counts });
  }
});

test("a finger that trembles as it taps has not scrolled; one that swipes has", () => {
  const arrival = newArrival("itself");
  arrive(arrival);
  const move = (clientX: number) => occur("touchmove", { touches: [{ clientX, clientY: 100 }] });
  for (const [to, counts] of [
    [109, false],
    [110, true],
  ] as const) {
    finger("pointerdown");
    move(to);
    finger("pointerup");
    tap();
    expect(verdictOn(arrival), `${to}`).toMatchObject({ tool: "touch", counts });
  }
});
