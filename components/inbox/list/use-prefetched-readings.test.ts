import { expect, test } from "vitest";
import type { ActionSummary } from "@/lib/contract/action-view";
import { nextToRead } from "./use-prefetched-readings";

const item = (id: number, more: Partial<ActionSummary> = {}) =>
  ({ id, status: "pending", goes_to_netsuite: true, line_count: null, ...more }) as ActionSummary;
const ids = (count: number) => Array.from({ length: count }, (_, index) => item(index + 1));

test("five cards are read ahead, from the one that is shown", () => {
  expect(nextToRead(ids(9), null)).toEqual([1, 2, 3, 4, 5]);
  expect(nextToRead(ids(9), 3)).toEqual([3, 4, 5, 6, 7]);
  expect(nextToRead(ids(9), 99)).toEqual([1, 2, 3, 4, 5]);
});

test("a roll, a write that stays with us and what is decided are not", () => {
  const items = [
    item(1, { line_count: 3 }),
    item(2, { goes_to_netsuite: false }),
    item(3, { status: "approved" }),
    item(4),
  ];
  expect(nextToRead(items, null)).toEqual([4]);
});
