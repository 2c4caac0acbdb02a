import { expect, test } from "vitest";
import { BULK_ITEMS_MAX } from "@/lib/core/limits";
import { withRange } from "./use-checked";

const rows = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

test("a range of as many rows as the limit is ticked to its last row, the row that it starts from among them", () => {
  const checked = withRange(new Set([1]), rows(BULK_ITEMS_MAX));
  expect(checked.size).toBe(BULK_ITEMS_MAX);
  expect(checked.has(BULK_ITEMS_MAX)).toBe(true);
});

test("a longer range stops at the limit", () => {
  expect(withRange(new Set([7]), rows(BULK_ITEMS_MAX + 20)).size).toBe(BULK_ITEMS_MAX);
});
