"use client";
import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { getJson } from "@/components/data/get-json";
import { POLL_MS } from "@/components/data/queries";
import type { RunAnswer, RunFunctions, Runs } from "@/lib/contract/jobs";
import { isSameFilter, type RunFilter, runFilterHref, runsQueryOf } from "@/lib/view/jobs/job-filter";

const listPollMs = 5_000;
/** A run that goes on is watched; one that has ended changes no more. */
const runningPollMs = 2_000;

export interface InitialRuns {
  filter: RunFilter;
  /** Null: the engine did not answer the server. */
  first: Runs | null;
  functions: RunFunctions | null;
}

export function useRuns(filter: RunFilter, { filter: shown, first }: InitialRuns) {
  return useInfiniteQuery({
    queryKey: ["runs", runFilterHref(filter)],
    queryFn: ({ pageParam, signal }) => {
      const search = runsQueryOf(filter);
      if (pageParam) search.set("cursor", pageParam);
      return getJson<Runs>(`/api/runs?${search.toString()}`, signal);
    },
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next_cursor,
    refetchInterval: listPollMs,
    placeholderData: keepPreviousData,
    ...(first && isSameFilter(filter, shown) ? { initialData: { pages: [first], pageParams: [null] } } : {}),
  });
}

export function useRunFunctions({ functions }: InitialRuns) {
  return useQuery({
    queryKey: ["run-functions"],
    queryFn: ({ signal }) => getJson<RunFunctions>("/api/runs/functions", signal),
    refetchInterval: POLL_MS,
    ...(functions ? { initialData: functions } : {}),
  });
}

export function useRun(id: string, initial: RunAnswer | null) {
  return useQuery({
    queryKey: ["run", id],
    queryFn: ({ signal }) => getJson<RunAnswer>(`/api/runs/${id}`, signal),
    refetchInterval: ({ state }) =>
      state.data?.run && state.data.run.status !== "running" ? POLL_MS : runningPollMs,
    ...(initial ? { initialData: initial } : {}),
  });
}
