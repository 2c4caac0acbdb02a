import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { LIVE_FRESH_MS } from "@/components/data/actions";
import { readAt, readRecords } from "@/components/data/live-readings";
import type { ActionSummary } from "@/lib/contract/actions/action-view";
import { readOld } from "./read-old";

const actions = Array.from(
  { length: 75 },
  (_, index) => ({ id: index + 1, line_count: null, goes_to_netsuite: true }) as ActionSummary,
);
const queries = new QueryClient();
let asked: number[][] = [];

/** NetSuite takes so long for each request. */
function answerAfter(ms: number): void {
  vi.stubGlobal("fetch", async (path: string) => {
    const ids = new URL(path, "http://app.test").searchParams.get("ids")!.split(",").map(Number);
    asked.push(ids);
    vi.setSystemTime(Date.now() + ms);
    return Response.json({ items: ids.map((id) => ({ id, live: { state: "read" } })) });
  });
}
const read = () =>
  readOld(actions, queries, {
    olderThanMs: LIVE_FRESH_MS,
    signal: new AbortController().signal,
    onLeft: () => {},
  });
const idsOf = (some: readonly ActionSummary[]) => some.map(({ id }) => id);
const oldest = () => Math.max(...idsOf(actions).map((id) => Date.now() - readAt(id, queries)));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
  asked = [];
  queries.clear();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a reading that grows old while the others are read is read again before anything is sent", async () => {
  answerAfter(8_000);
  await readRecords(idsOf(actions.slice(0, 25)), queries, new AbortController().signal);
  vi.setSystemTime(Date.now() + 15_000);
  // The first 25 are 23 seconds old, and 39 once the other 50 have come.
  await read();
  expect(asked.map((ids) => ids[0])).toEqual([1, 26, 51, 1]);
  expect(oldest()).toBeLessThanOrEqual(LIVE_FRESH_MS);
});

test("readings that are young enough are not asked for again", async () => {
  answerAfter(1_000);
  await read();
  await read();
  expect(asked).toHaveLength(3);
});

test("a NetSuite that is too slow for so many is asked three rounds long, and no more", async () => {
  answerAfter(60_000);
  await read();
  expect(asked).toHaveLength(9);
});
