import { expect, test } from "vitest";
import type { DecisionState } from "@/components/action/decide/decisions";
import { answered } from "./testing/answered";
import { unexplainedRows } from "./use-departures";

test("a row that left the list is looked up once, unless a decision of this page explains its end or is about to", () => {
  const states = new Map<number, DecisionState>([
    [2, { phase: "sending", decision: "approve" }],
    [3, { phase: "reading" }],
    [4, answered(true)],
  ]);
  const gone = new Set([1, 2, 3, 4, 5]);
  expect(unexplainedRows(gone, states, new Set([5]))).toEqual([1]);
});

test("a row that left the list after the first of two votes is looked up: that vote did not end it", () => {
  expect(unexplainedRows(new Set([1]), new Map([[1, answered(false)]]), new Set())).toEqual([1]);
});
