import { describe, expect, test } from "vitest";
import { nextDigest } from "./digest";

describe("the next digest", () => {
  test.each([
    ["the same day", "2026-11-27T07:00:00Z", "Europe/Berlin", 540, "2026-11-27T08:00:00.000Z", "2026-11-27"],
    [
      "not the same minute again",
      "2026-11-26T08:00:00Z",
      "Europe/Berlin",
      540,
      "2026-11-27T08:00:00.000Z",
      "2026-11-27",
    ],
    [
      "Monday after Friday",
      "2026-11-27T08:00:00Z",
      "Europe/Berlin",
      540,
      "2026-11-30T08:00:00.000Z",
      "2026-11-30",
    ],
    [
      "on the day there",
      "2026-11-26T16:00:00Z",
      "Pacific/Auckland",
      480,
      "2026-11-26T19:00:00.000Z",
      "2026-11-27",
    ],
    [
      "Friday there is still Thursday here",
      "2026-11-28T03:30:00Z",
      "America/Los_Angeles",
      1_230,
      "2026-11-28T04:30:00.000Z",
      "2026-11-27",
    ],
    [
      "by the clocks of summer",
      "2026-10-23T12:00:00Z",
      "America/New_York",
      540,
      "2026-10-23T13:00:00.000Z",
      "2026-10-23",
    ],
    [
      "by the clocks of winter",
      "2026-11-02T12:00:00Z",
      "America/New_York",
      540,
      "2026-11-02T14:00:00.000Z",
      "2026-11-02",
    ],
  ])("comes %s", (_, now, timeZone, minute, at, day) => {
    const next = nextDigest({ timeZone, minute }, new Date(now));
    expect({ at: next.at.toISOString(), day: next.day }).toEqual({ at, day });
  });
});
