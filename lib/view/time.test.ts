import { describe, expect, it } from "vitest";
import { countdownText, durationText, measuredText, relativeText } from "./time";

const now = Date.parse("2026-11-20T12:00:00Z");
const minutes = 60_000;

describe("times in words", () => {
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
