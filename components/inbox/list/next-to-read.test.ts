import { expect, test } from "vitest";
import type { DecisionState } from "@/components/action/decide/decision-state";
import type { ActionSummary } from "@/lib/contract/actions/action-view";
import { answered } from "./testing/answered";
import { nextToRead, oldToRead } from "./next-to-read";

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

test("a row that is being decided, or was and has not left the list yet, makes room for one that waits", () => {
  const states = new Map<number, DecisionState>([
    [1, answered(true)],
    [2, answered(false)],
    [3, { phase: "sending", decision: "approve" }],
    [4, { phase: "reading" }],
  ]);
  expect(nextToRead(ids(9), null, states)).toEqual([2, 5, 6, 7, 8, 9]);
  expect(nextToRead(ids(9), 3, states)).toEqual([5, 6, 7, 8, 9]);
});

test("twenty are read ahead for somebody who decides card after card", () => {
  const states = new Map([[1, answered(true)]]);
  expect(nextToRead(ids(40), 2, states)).toHaveLength(20);
  const byOthers = new Map([[1, { ...answered(true), by: "others" } as DecisionState]]);
  expect(nextToRead(ids(40), 2, byOthers)).toHaveLength(5);
});

test("old readings are read together, once one of the nearest eight is old", () => {
  const wanted = Array.from({ length: 20 }, (_, index) => index + 1);
  const oldOf = (old: number[]) => oldToRead(wanted, (id) => old.includes(id));
  expect(oldOf([])).toEqual([]);
  expect(oldOf([9, 10, 20])).toEqual([]);
  expect(oldOf([8, 9, 20])).toEqual([8, 9, 20]);
});
