import { expect, test } from "vitest";
import { isCarried, sweepStateOf } from "./sweep-state";

const now = new Date("2026-11-22T12:00:00Z");
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1_000);

test.each([
  { lastAt: ago(180), since: ago(9_000), state: "running" },
  { lastAt: ago(181), since: ago(9_000), state: "late" },
  { lastAt: ago(181), since: ago(180), state: "starting" },
  { lastAt: null, since: ago(180), state: "starting" },
  { lastAt: null, since: ago(181), state: "never" },
])(
  "a last sweep at $lastAt, where one can be expected since $since, is $state",
  ({ lastAt, since, state }) => {
    expect(sweepStateOf({ now, lastAt, since })).toBe(state);
  },
);

test("writes are carried unless sweeps are late or never came", () => {
  expect((["running", "starting", "late", "never"] as const).map(isCarried)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
