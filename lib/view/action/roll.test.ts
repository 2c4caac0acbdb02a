import { expect, test } from "vitest";
import { unweighedText } from "./roll";

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
