import { describe, expect, test } from "vitest";
import { ACTION_STATUSES, ACTION_TRANSITIONS, canMoveAction, isFinalAction } from "./proposed-action";
import { PUSH_STATUSES, PUSH_TRANSITIONS, canMovePush } from "@/lib/core/push/push";

/** Repeats the table on purpose, so that a change of the table needs a change of this test. */
const actionMoves = [
  "pending>approved",
  "pending>rejected",
  "pending>expired",
  "pending>cancelled",
  "pending>superseded",
  "approved>applied",
  "approved>stale",
  "approved>cancelled",
  "approved>superseded",
];
const pushMoves = [
  "queued>pushing",
  "queued>cancelled",
  "pushing>applied",
  "pushing>queued",
  "pushing>unknown",
  "pushing>stale",
  "pushing>dead",
  "unknown>applied",
  "unknown>queued",
  "unknown>stale",
  "unknown>dead",
  "dead>queued",
  "dead>cancelled",
];

test("a proposed action moves as its table says and in no other way, every pair", () => {
  for (const from of ACTION_STATUSES)
    for (const to of ACTION_STATUSES)
      expect(canMoveAction(from, to), `${from} → ${to}`).toBe(actionMoves.includes(`${from}>${to}`));
});

test("a push moves as its table says and in no other way, every pair", () => {
  for (const from of PUSH_STATUSES)
    for (const to of PUSH_STATUSES)
      expect(canMovePush(from, to), `${from} → ${to}`).toBe(pushMoves.includes(`${from}>${to}`));
});

test("a status without a transition is final", () => {
  expect(ACTION_STATUSES.filter(isFinalAction)).toEqual([
    "applied",
    "rejected",
    "expired",
    "cancelled",
    "superseded",
    "stale",
  ]);
});

describe.each([
  ["a proposed action", ACTION_STATUSES, ACTION_TRANSITIONS as Record<string, readonly string[]>, "pending"],
  ["a push", PUSH_STATUSES, PUSH_TRANSITIONS as Record<string, readonly string[]>, "queued"],
])("%s", (_name, statuses, transitions, first) => {
  test("reaches every status from its first, and an end from every status", () => {
    const reachable = (from: string, visited = new Set<string>()): Set<string> => {
      if (visited.has(from)) return visited;
      visited.add(from);
      for (const next of transitions[from]!) reachable(next, visited);
      return visited;
    };
    expect([...reachable(first)].sort()).toEqual([...statuses].sort());
    for (const status of statuses) {
      const ends = [...reachable(status)].filter((one) => transitions[one]!.length === 0);
      expect(ends.length, status).toBeGreaterThan(0);
    }
  });
});
