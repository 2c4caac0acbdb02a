import { expect, test } from "vitest";
import { SWEEP_STATES, isCarried, sweepStateOf } from "./sweep-state";

const now = new Date("2026-11-22T12:00:00Z");
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1_000);
const longAgo = ago(36_000);
const quiet = { foundedAt: longAgo, startedAt: longAgo, unsentSince: null };

test.each([
  { lastAt: ago(180), state: "running" },
  { lastAt: ago(181), state: "late" },
  { lastAt: null, state: "never" },
])("a last sweep at $lastAt is $state", ({ lastAt, state }) => {
  expect(sweepStateOf({ ...quiet, now, lastAt })).toBe(state);
});

test.each([
  { of: "a process", times: { startedAt: ago(90), lastAt: longAgo }, state: "starting" },
  { of: "a process", times: { startedAt: ago(91), lastAt: longAgo }, state: "late" },
  { of: "a process", times: { startedAt: ago(91), lastAt: null }, state: "never" },
  { of: "a company", times: { foundedAt: ago(180), lastAt: null }, state: "starting" },
  { of: "a company", times: { foundedAt: ago(181), lastAt: null }, state: "never" },
])("the first minutes $of are excused, and no longer: $times is $state", ({ times, state }) => {
  expect(sweepStateOf({ ...quiet, now, ...times })).toBe(state);
});

test("a process that restarts every three minutes, and is never called, is late in half of its time", () => {
  const states = [30, 90, 120, 179].map((seconds) =>
    sweepStateOf({ ...quiet, now, lastAt: longAgo, startedAt: ago(seconds) }),
  );
  expect(states).toEqual(["starting", "starting", "late", "late"]);
});

test.each([
  { unsentSince: ago(180), lastAt: ago(10), state: "running" },
  { unsentSince: ago(181), lastAt: ago(10), state: "refusing" },
  { unsentSince: ago(181), lastAt: ago(181), state: "late" },
])("an event unsent since $unsentSince, with a last sweep at $lastAt, is $state", ({ state, ...times }) => {
  expect(sweepStateOf({ ...quiet, now, ...times })).toBe(state);
});

test("writes are carried while sweeps run and events are taken, and while none can be expected yet", () => {
  expect(SWEEP_STATES.filter(isCarried)).toEqual(["running", "starting"]);
});
