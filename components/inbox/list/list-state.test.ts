import { describe, expect, it } from "vitest";
import type { ActionSummary } from "@/lib/contract/actions/action-view";
import { nextWaiting, pinned, reduceList, startList, type ListState } from "./list-state";

const row = (id: number, approvals = 0) => ({ id, approvals }) as ActionSummary;
const list = (ids: number[], next: string | null = null) => ({
  items: ids.map((id) => row(id)),
  next_cursor: next,
});
const ids = (state: ListState) => state.items.map((item) => item.id);
const refreshed = (state: ListState, now: number[], next: string | null = null) =>
  reduceList(state, { type: "refreshed", list: list(now, next) });

describe("a list while the world moves", () => {
  it("keeps new rows waiting, then lets them in at their own places", () => {
    const waiting = refreshed(startList(list([1, 2, 3])), [1, 9, 2, 3, 8]);
    expect(ids(waiting)).toEqual([1, 2, 3]);
    expect(waiting.incoming.map((item) => item.id)).toEqual([9, 8]);
    expect(ids(reduceList(waiting, { type: "incoming_shown" }))).toEqual([1, 9, 2, 3, 8]);
  });

  it("keeps a row that has left where it stood, until it is shown out", () => {
    const gone = refreshed(startList(list([1, 2, 3])), [1, 3]);
    expect(ids(gone)).toEqual([1, 2, 3]);
    expect([...gone.gone]).toEqual([2]);
    expect(ids(reduceList(gone, { type: "row_left", id: 2 }))).toEqual([1, 3]);
  });

  it("keeps a row of which the stream says that it left, with what it said, also where no poll reaches it", () => {
    const change = { id: 3, status: "rejected", seq: 7, by: "Mike" };
    const state = startList(list([1, 2, 3], "more"));
    const after = reduceList(state, { type: "row_gone", change });
    expect([ids(after), [...after.gone], after.told.get(3)]).toEqual([[1, 2, 3], [3], change]);
    expect(reduceList(after, { type: "row_gone", change: { ...change, status: "expired" } })).toBe(after);
    expect(reduceList(state, { type: "row_gone", change: { ...change, id: 9 } })).toBe(state);
  });

  it("puts a row that was read by itself in its place", () => {
    const state = reduceList(startList(list([1, 2])), { type: "row_read", row: row(2, 1) });
    expect(state.items.map((item) => [item.id, item.approvals])).toEqual([
      [1, 0],
      [2, 1],
    ]);
  });

  it("refreshes rows that no poll reaches from a page of their own, and tells which of them have left", () => {
    const state = startList(list([1, 2, 3, 4, 5, 6], "more"));
    const page = { items: [row(3, 1), row(5)], next_cursor: "more" };
    const read = reduceList(state, { type: "page_refreshed", list: page });
    expect(read.items.map((item) => [item.id, item.approvals])).toEqual([
      [1, 0],
      [2, 0],
      [3, 1],
      [4, 0],
      [5, 0],
      [6, 0],
    ]);
    expect([...read.gone]).toEqual([4]);
    const last = reduceList(state, { type: "page_refreshed", list: list([3, 4]) });
    expect([...last.gone]).toEqual([5, 6]);
    expect(reduceList(read, { type: "page_refreshed", list: page })).toBe(read);
  });

  it("says nothing about rows that the first page does not reach", () => {
    const state = refreshed(startList(list([1, 2, 3, 4], "more")), [1, 2], "more");
    expect(state.gone.size).toBe(0);
  });

  it("does not bring back a row that was shown out when an old poll still holds it", () => {
    const after = reduceList(startList(list([1, 2])), { type: "row_left", id: 1 });
    const late = refreshed(after, [1, 2]);
    expect(ids(late)).toEqual([2]);
    expect(late.incoming).toEqual([]);
  });

  it("is the very same state when a poll brings nothing new", () => {
    const state = startList(list([1, 2]));
    expect(refreshed(state, [1, 2])).toBe(state);
  });

  it("updates a known row in its place", () => {
    const state = reduceList(startList(list([1, 2])), {
      type: "refreshed",
      list: { items: [row(2, 1), row(1)], next_cursor: null },
    });
    expect(state.items.map((item) => [item.id, item.approvals])).toEqual([
      [1, 0],
      [2, 1],
    ]);
  });

  it("appends pages without repeating a row", () => {
    const state = reduceList(startList(list([1, 2], "a")), { type: "page_loaded", list: list([2, 3]) });
    expect(ids(state)).toEqual([1, 2, 3]);
    expect(state.nextCursor).toBeNull();
  });

  it("counts every move, so that what has just moved can be disarmed", () => {
    const state = startList(list([1, 2, 3]));
    expect(reduceList(state, { type: "incoming_shown" }).moves).toBe(state.moves + 1);
    expect(reduceList(state, { type: "rows_moved" }).moves).toBe(state.moves + 1);
    // Whether others moved for it is seen on screen alone.
    expect(reduceList(state, { type: "row_left", id: 1 }).moves).toBe(state.moves);
    expect(refreshed(state, [1, 2, 3, 4]).moves).toBe(state.moves);
  });

  it("lets one row that came back in alone: where its decided one stands, else at its own place", () => {
    const waiting = refreshed(startList(list([1, 2, 3])), [9, 1, 7, 3]);
    expect(waiting.incoming.map((item) => item.id)).toEqual([9, 7]);
    const replaced = reduceList(waiting, { type: "row_returned", id: 7, insteadOf: 2 });
    expect([ids(replaced), replaced.incoming.map((item) => item.id)]).toEqual([[1, 7, 3], [9]]);
    expect([...replaced.gone]).toEqual([]);
    expect(replaced.moves).toBe(waiting.moves + 1);
    const left = reduceList(waiting, { type: "row_left", id: 2 });
    expect(ids(reduceList(left, { type: "row_returned", id: 7, insteadOf: 2 }))).toEqual([1, 7, 3]);
    expect(reduceList(waiting, { type: "row_returned", id: 5, insteadOf: 2 })).toBe(waiting);
  });

  it("goes on to the nearest row below that still waits, else to the nearest one above", () => {
    const items = [row(1), row(2), row(3), row(4)];
    const all = () => true;
    expect(nextWaiting(items, 2, all)).toBe(3);
    expect(nextWaiting(items, 4, all)).toBe(3);
    expect(nextWaiting(items, 2, ({ id }) => id !== 3)).toBe(4);
    expect(nextWaiting(items, 3, ({ id }) => id < 3)).toBe(2);
    expect(nextWaiting(items, 99, all)).toBe(1);
    expect(nextWaiting([row(3)], 3, all)).toBeNull();
  });
});

describe("what a list shows where nobody has chosen", () => {
  it("stays, whichever row comes first by then, and also when it has left", () => {
    const first = pinned(null, "inbox", [row(1), row(2)]);
    expect(first?.id).toBe(1);
    expect(pinned(first, "inbox", [row(9), row(1), row(2)])).toBe(first);
    expect(pinned(first, "inbox", [row(9)])).toBe(first);
    expect(pinned(first, "inbox", [])).toBe(first);
  });

  it("is another one once another list is there, and not before", () => {
    const first = pinned(null, "inbox", [row(1)]);
    expect(pinned(first, "history", null)).toBe(first);
    expect(pinned(first, "history", [row(7)])?.id).toBe(7);
    expect(pinned(first, "history", [])?.id).toBeNull();
  });

  it("begins with the first row that comes into an empty list", () => {
    const none = pinned(null, "inbox", []);
    expect(none?.id).toBeNull();
    expect(pinned(none, "inbox", [])).toBe(none);
    expect(pinned(none, "inbox", [row(5)])?.id).toBe(5);
  });
});
