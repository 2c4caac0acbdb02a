import { expect, test } from "vitest";
import type { DecisionState } from "@/components/action/decide/decisions";
import type { ActionSummary } from "@/lib/contract/actions/action-view";
import { answered } from "./testing/answered";
import { nextToRead } from "./use-prefetched-readings";

const item = (id: number, more: Partial<ActionSummary> = {}) =>
  ({ id, status: "pending", goes_to_netsuite: true, line_count: null, ...more }) as ActionSummary;
const ids = (count: number) => Array.from({ length: count }, (_, index) => item(index + 1));
const none = new Map<number, DecisionState>();

test("five cards are read ahead, from the one that is shown", () => {
  expect(nextToRead(ids(9), null, none)).toEqual([1, 2, 3, 4, 5]);
  expect(nextToRead(ids(9), 3, none)).toEqual([3, 4, 5, 6, 7]);
  expect(nextToRead(ids(9), 99, none)).toEqual([1, 2, 3, 4, 5]);
});

test("rolls, internal writes and decided actions are not read ahead", () => {
  const items = [
    item(1, { line_count: 3 }),
    item(2, { goes_to_netsuite: false }),
    item(3, { status: "approved" }),
    item(4),
  ];
  expect(nextToRead(items, null, none)).toEqual([4]);
});

test("a row that was decided and has not left the list yet makes room for one that waits", () => {
  const states = new Map([
    [1, answered(true)],
    [2, answered(false)],
    [3, answered(true)],
  ]);
  expect(nextToRead(ids(9), null, states)).toEqual([2, 4, 5, 6, 7]);
  expect(nextToRead(ids(9), 3, states)).toEqual([4, 5, 6, 7, 8]);
});
