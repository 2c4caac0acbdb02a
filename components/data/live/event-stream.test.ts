import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { hearStream } from "./event-stream";
import { FakeDocument, FakeLocks, FakeSource } from "./testing/fake-browser";

let page: FakeDocument;
const stops: (() => void)[] = [];
const latest = () => FakeSource.all.at(-1)!;
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** A tab of one browser: all share its locks and its channel. */
async function openTab(from = 1) {
  const heard: (number | "control" | "gap" | "live" | "cut")[] = [];
  const stop = hearStream({
    name: "one-person",
    from,
    listener: {
      onChange: ({ seq }) => heard.push(seq),
      onControl: () => heard.push("control"),
      onGap: () => heard.push("gap"),
      onLive: (live) => heard.push(live ? "live" : "cut"),
    },
  });
  stops.push(stop);
  await settled();
  return { heard, stop };
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
  vi.spyOn(Math, "random").mockReturnValue(1);
  page = new FakeDocument();
  FakeSource.all = [];
  vi.stubGlobal("EventSource", FakeSource);
  vi.stubGlobal("document", page);
  vi.stubGlobal("navigator", { locks: new FakeLocks() });
});
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

test("an event that comes again after a cut is heard once, and one with a lower number that comes late is heard too", async () => {
  const { heard } = await openTab();
  for (const seq of [5, 7, 6, 7, 5]) latest().tell("action", seq);
  latest().tell("control", 8);
  latest().tell("control", 8);
  latest().tell("interaction", 9);
  latest().tell("interaction", 9);
  expect(heard).toEqual([5, 7, 6, "control", "control"]);
});

test("the first connection goes on from where the page was rendered", async () => {
  await openTab(41);
  expect(latest().url).toBe("/api/stream?topics=actions,controls,runs,interactions&after=41");
});

test("a hidden tab hangs up, and goes on after the last event when it is seen again", async () => {
  const { heard } = await openTab();
  latest().tell("action", 5);
  page.turn("hidden");
  await settled();
  expect(FakeSource.open()).toEqual([]);
  page.turn("visible");
  await settled();
  expect(latest().url).toContain("after=5");
  expect(FakeSource.open()).toHaveLength(1);
  expect(heard).toEqual([5]);
});

test("a tab that is told of a gap reads anew, and goes on from there", async () => {
  const { heard } = await openTab();
  latest().tell("reset", 9);
  expect(heard).toEqual(["gap"]);
  latest().breaks();
  vi.advanceTimersByTime(400);
  expect(latest().url).toContain("after=9");
});

test("a connection that fails is tried again ever more rarely, at most every half minute, and not by a tab that left", async () => {
  const { heard, stop } = await openTab();
  latest().opens();
  const waitedMs: number[] = [];
  for (let failures = 0; failures < 9; failures++) {
    const before = FakeSource.all.length;
    latest().breaks();
    const began = Date.now();
    while (FakeSource.all.length === before) vi.advanceTimersByTime(100);
    waitedMs.push(Date.now() - began);
  }
  expect(waitedMs).toEqual([400, 800, 1_600, 3_200, 6_400, 12_800, 25_600, 30_000, 30_000]);
  expect(heard).toEqual(["live", "cut"]);
  latest().breaks();
  stop();
  const before = FakeSource.all.length;
  vi.advanceTimersByTime(60_000);
  expect(FakeSource.all).toHaveLength(before);
});

test("the end that the server sets each minute is no failure: the next connection follows at once", async () => {
  const { heard } = await openTab();
  for (let minutes = 0; minutes < 3; minutes++) {
    latest().opens();
    vi.advanceTimersByTime(55_000);
    const before = FakeSource.all.length;
    latest().breaks();
    vi.advanceTimersByTime(200);
    expect(FakeSource.all).toHaveLength(before + 1);
  }
  expect(heard).not.toContain("cut");
});

test("a connection that goes on for longer than the server lets any is opened anew", async () => {
  await openTab();
  latest().opens();
  vi.advanceTimersByTime(91_000);
  expect(FakeSource.all).toHaveLength(2);
  expect(FakeSource.open()).toHaveLength(1);
});

test("of seven visible tabs one has a connection, all hear each change once, and the next takes over where it goes", async () => {
  const tabs = [];
  for (let at = 0; at < 7; at++) tabs.push(await openTab());
  expect(FakeSource.all).toHaveLength(1);
  latest().opens();
  latest().tell("action", 5);
  for (const { heard } of tabs.slice(1)) await expect.poll(() => heard).toEqual(["gap", "live", 5]);
  tabs[0]!.stop();
  await settled();
  await expect.poll(() => FakeSource.open().length).toBe(1);
  expect(latest().url).toContain("after=5");
  latest().tell("action", 5);
  latest().tell("action", 6);
  for (const { heard } of tabs.slice(1))
    await expect.poll(() => heard.filter((one) => one === 6)).toEqual([6]);
  expect(tabs[0]!.heard).toEqual(["live", 5]);
  expect(tabs[6]!.heard.filter((one) => one === 5)).toEqual([5]);
});

test("a tab that comes later learns whether the one that has the connection hears anything", async () => {
  await openTab();
  latest().opens();
  const { heard } = await openTab();
  await expect.poll(() => heard).toEqual(["gap", "live"]);
});

test("without locks each visible tab has a connection of its own", async () => {
  vi.stubGlobal("navigator", {});
  await openTab();
  await openTab();
  expect(FakeSource.open()).toHaveLength(2);
});
