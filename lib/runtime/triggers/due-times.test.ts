import { CronExpressionParser } from "cron-parser";
import { expect, test, vi } from "vitest";
import { lastDue } from "./due-times";

const MINUTE_MS = 60_000;
const start = Date.parse("2026-11-25T14:30:10Z");

test.each(["* 0-11 * * *", "0 0 29 2 *", "* * * * *"])(
  "the times of %s are looked for once, however often somebody asks, and are the same as looked for anew",
  (schedule) => {
    const parse = vi.spyOn(CronExpressionParser, "parse");
    const trigger = { schedule, timezone: "America/Chicago" };
    const given: (Date | null)[] = [];
    for (let minute = 0; minute < 60; minute += 1)
      given.push(lastDue(trigger, new Date(start + minute * MINUTE_MS), 1));
    expect(parse.mock.calls.length).toBeLessThanOrEqual(2);
    parse.mockRestore();
    // Of other workflows, of which nothing is kept.
    for (const minute of [0, 29, 59])
      expect(lastDue(trigger, new Date(start + minute * MINUTE_MS), 2 + minute)).toEqual(given[minute]);
  },
);

test("a clock that goes back, or that nobody asked for days, gives the time of that moment", () => {
  const trigger = { schedule: "0 6 * * *" };
  const due = (at: string) => lastDue(trigger, new Date(at), 1)?.toISOString();
  expect(due("2026-11-25T12:00:00Z")).toBe("2026-11-25T06:00:00.000Z");
  expect(due("2026-11-24T12:00:00Z")).toBe("2026-11-24T06:00:00.000Z");
  expect(due("2026-11-29T05:59:00Z")).toBe("2026-11-28T06:00:00.000Z");
  expect(due("2026-11-29T06:00:00Z")).toBe("2026-11-29T06:00:00.000Z");
});
