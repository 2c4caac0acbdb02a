import { QueryClient } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import { liveKey } from "@/components/data/actions";
import type { ActionSummary } from "@/lib/contract/actions/action-view";
import type { LiveView } from "@/lib/contract/actions/live-view";
import { lookBeforeSending, readRecord } from "./fresh-reading";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const reading = (reason: string): LiveView => ({ state: "unreadable", reason, why_not_approvable: null });
const answerOf = (live: LiveView) => new Response(JSON.stringify(live), { status: 200 });

test("a reading that arrives late does not replace one that was asked for after it", async () => {
  vi.useFakeTimers();
  const queries = new QueryClient();
  let arrive: (answer: Response) => void = () => {};
  vi.stubGlobal("fetch", () => new Promise<Response>((resolve) => (arrive = resolve)));
  const late = readRecord(7, queries);
  await vi.advanceTimersByTimeAsync(10);
  queries.setQueryData(liveKey(7), reading("newer"), { updatedAt: Date.now() });
  arrive(answerOf(reading("older")));
  expect(await late).toEqual(reading("newer"));
  expect(queries.getQueryData(liveKey(7))).toEqual(reading("newer"));
});

test("a reading replaces one that was asked for before it", async () => {
  vi.useFakeTimers();
  const queries = new QueryClient();
  queries.setQueryData(liveKey(7), reading("older"), { updatedAt: Date.now() - 1 });
  vi.stubGlobal("fetch", () => Promise.resolve(answerOf(reading("newer"))));
  expect(await readRecord(7, queries)).toEqual(reading("newer"));
  expect(queries.getQueryData(liveKey(7))).toEqual(reading("newer"));
});

test("a press after the session has ended is answered by that, not by a reading that failed", async () => {
  const problem = { status: 401, code: "unauthenticated", detail: "Sign in, or send a token." };
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(JSON.stringify(problem), { status: 401 })));
  const action = { id: 7, line_count: null, goes_to_netsuite: true } as ActionSummary;
  expect(await lookBeforeSending(action, new QueryClient(), () => {})).toMatchObject({
    code: "unauthenticated",
    text: "Your session has ended. Sign in again; nothing was decided.",
  });
});
