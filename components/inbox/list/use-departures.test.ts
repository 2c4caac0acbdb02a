import { QueryClient } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import { actionKey } from "@/components/data/actions";
import type { DecisionState } from "@/components/action/decide/decisions";
import { answered } from "./testing/answered";
import { lookUp, unexplainedRows } from "./use-departures";

afterEach(() => void vi.unstubAllGlobals());

const now = () => Date.parse("2026-11-20T12:00:00Z");
const approved = {
  id: 1,
  status: "approved",
  decision: "approve",
  decided_by: "Dana",
  decided_at: "2026-11-20T11:59:57Z",
};

test("a row that left is read anew, also where a reading of its action is fresh or under way from before it left", async () => {
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: 5_000 } } });
  queries.setQueryData(actionKey(1), { ...approved, status: "pending", decision: null });
  void queries.fetchQuery({ queryKey: actionKey(1), queryFn: () => new Promise(() => {}), staleTime: 0 });
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json(approved)));
  expect(await lookUp(queries, 1, now)).toMatchObject({
    code: "approved",
    text: "Dana approved this 3 s ago.",
  });
});

test("a row that left and cannot be read has no explanation", async () => {
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json({ code: "not_found" }, { status: 404 })));
  expect(await lookUp(new QueryClient({ defaultOptions: { queries: { retry: 0 } } }), 1, now)).toBeNull();
});

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
