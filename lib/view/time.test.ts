import { describe, expect, it } from "vitest";
import { clockText, countdownText, durationText, durationTicks, measuredText, relativeText } from "./time";

const now = Date.parse("2026-11-20T12:00:00Z");
const minutes = 60_000;

describe("times in words", () => {
  it("names the time of today with its seconds, that of another day with its day", () => {
    const today = new Date(2026, 10, 20, 14, 4, 11);
    const at = (date: Date) => clockText(date.toISOString(), today.getTime());
    expect(at(today)).toBe("14:04:11");
    expect(at(new Date(2026, 10, 20, 0, 0, 9))).toBe("00:00:09");
    expect(at(new Date(2026, 8, 5, 9, 7, 1))).toBe("5 Sep 09:07");
    expect(at(new Date(2025, 10, 20, 23, 59, 59))).toBe("20 Nov 23:59");
  });

  it("uses at most two units", () => {
    expect(durationText(372 * minutes)).toBe("6 h 12 min");
    expect(durationText(120 * minutes)).toBe("2 h");
    expect(durationText(26 * 60 * minutes)).toBe("1 d 2 h");
  });

  it("counts the last ten minutes in seconds, and never below zero", () => {
    expect(countdownText(108 * minutes)).toBe("1 h 48 m");
    expect(countdownText(65_000)).toBe("1:05 min");
    expect(countdownText(0)).toBe("expired");
  });

  it("tells measurements apart that differ by seconds", () => {
    expect([840, 3_210, 60_000, 89_600, 3_600_000].map(measuredText)).toEqual([
      "840 ms",
      "3.2 s",
      "1 min",
      "1 min 30 s",
      "1 h",
    ]);
  });

  it("does not say that what has just happened will happen in a second", () => {
    expect(relativeText("2026-11-20T12:00:01.500Z", now)).toBe("just now");
    expect(relativeText("2026-11-20T11:59:57Z", now)).toBe("3 s ago");
    expect(relativeText("2026-11-20T12:05:00Z", now)).toBe("in 5 min");
  });
});

const HOUR_MS = 3_600_000;

describe("durationTicks", () => {
  it.each([
    [2 * HOUR_MS + 31 * 60_000, ["0 s", "1 h", "2 h", "3 h"]],
    [90_000, ["0 s", "1 min", "2 min"]],
    [3 * 24 * HOUR_MS, ["0 s", "1 d", "2 d", "3 d"]],
    [0, ["0 s", "1 s"]],
  ])("%i ms are marked in round steps: %j", (ms, marks) => {
    expect(durationTicks(ms).map(durationText)).toEqual(marks);
  });

  it("reaches every duration with at most five marks", () => {
    for (let ms = 1; ms < 400 * 24 * HOUR_MS; ms *= 1.7) {
      const ticks = durationTicks(ms);
      expect(ticks.length).toBeLessThanOrEqual(5);
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(ms);
    }
  });
});
