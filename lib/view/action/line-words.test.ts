import { expect, test } from "vitest";
import { restOfLines, unweighedText } from "./line-words";

const change = (delta_percent: string | null) => ({
  field: "price",
  label: "Price",
  kind: "money" as const,
  from: "10",
  to: "11",
  proposed_live: "10",
  delta: "1",
  delta_percent,
  is_difference: false,
  said: true,
  leaves: null,
});

test("a line whose price was read and moves lacks its volume; one of which nothing was read, or that moves from zero, is unknown", () => {
  expect(unweighedText({ verified: true, changes: [change("10")] })).toBe("no volume known");
  expect(unweighedText({ verified: true, changes: [change(null)] })).toBe("unknown");
  expect(unweighedText({ verified: false, changes: [change("10")] })).toBe("unknown");
});

const none = {
  total: 3,
  queued: 0,
  pushing: 0,
  unknown: 0,
  applied: 0,
  stale: 0,
  dead: 0,
  cancelled: 0,
  mismatched: 0,
};

test("lines that wait or gave up can be cancelled; a roll can be ended only where each line has ended", () => {
  expect(restOfLines({ ...none, applied: 2, dead: 1 })).toBe("waiting");
  expect(restOfLines({ ...none, pushing: 2, queued: 1 })).toBe("waiting");
  expect(restOfLines({ ...none, applied: 2, pushing: 1 })).toBeNull();
  expect(restOfLines({ ...none, applied: 2, unknown: 1 })).toBeNull();
  expect(restOfLines({ ...none, applied: 2, stale: 1 })).toBe("ended");
});
