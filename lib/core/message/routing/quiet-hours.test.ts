import { describe, expect, test } from "vitest";
import { quietEndAt } from "./quiet-hours";

const night = { timeZone: "Europe/Berlin", from: 22 * 60, until: 7 * 60 };
const endOf = (hours: typeof night | null, at: string) =>
  quietEndAt(hours, new Date(at))?.toISOString() ?? null;

describe("quiet hours end at the wall's time", () => {
  test.each([
    ["in winter", night, "2026-01-10T22:30:00Z", "2026-01-11T06:00:00.000Z"],
    ["in summer", night, "2026-07-10T22:30:00Z", "2026-07-11T05:00:00.000Z"],
    ["at their first minute", night, "2026-01-10T21:00:00Z", "2026-01-11T06:00:00.000Z"],
    ["not at their last", night, "2026-01-11T06:00:00Z", null],
    ["not before", night, "2026-01-10T20:59:59Z", null],
    ["in the night on which clocks go forward", night, "2026-03-28T23:00:00Z", "2026-03-29T05:00:00.000Z"],
    ["in the night on which they go back", night, "2026-10-24T22:00:00Z", "2026-10-25T06:00:00.000Z"],
    [
      "at an end that clocks skip, an hour later by the clock",
      { ...night, until: 150 },
      "2026-03-29T00:30:00Z",
      "2026-03-29T01:30:00.000Z",
    ],
    [
      "by day",
      { ...night, from: 12 * 60, until: 13 * 60 },
      "2026-01-10T11:15:00Z",
      "2026-01-10T12:00:00.000Z",
    ],
    ["never without any", null, "2026-01-10T23:00:00Z", null],
  ])("they end, or there are none: %s", (_, hours, at, end) => {
    expect(endOf(hours, at)).toBe(end);
  });
});
