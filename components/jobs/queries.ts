"use client";
import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { getJson } from "@/components/data/get-json";
import { POLL_MS } from "@/components/data/queries";
import type { JobAnswer, JobFunctions, Jobs } from "@/lib/contract/jobs";
import { isSameFilter, type JobFilter, jobFilterHref, jobsQueryOf } from "@/lib/view/jobs/job-filter";

const listPollMs = 5_000;
/** A job that goes on is watched; one that has ended changes no more. */
const runningPollMs = 2_000;

export interface InitialJobs {
  filter: JobFilter;
  /** Null: the engine did not answer the server. */
  first: Jobs | null;
  functions: JobFunctions | null;
}

export function useJobs(filter: JobFilter, { filter: shown, first }: InitialJobs) {
  return useInfiniteQuery({
    queryKey: ["jobs", jobFilterHref(filter)],
    queryFn: ({ pageParam, signal }) => {
      const search = jobsQueryOf(filter);
      if (pageParam) search.set("cursor", pageParam);
      return getJson<Jobs>(`/api/jobs?${search.toString()}`, signal);
    },
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next_cursor,
    refetchInterval: listPollMs,
    placeholderData: keepPreviousData,
    ...(first && isSameFilter(filter, shown) ? { initialData: { pages: [first], pageParams: [null] } } : {}),
  });
}

export function useJobFunctions({ functions }: InitialJobs) {
  return useQuery({
    queryKey: ["job-functions"],
    queryFn: ({ signal }) => getJson<JobFunctions>("/api/jobs/functions", signal),
    refetchInterval: POLL_MS,
    ...(functions ? { initialData: functions } : {}),
  });
}

export function useJob(id: string, initial: JobAnswer | null) {
  return useQuery({
    queryKey: ["job", id],
    queryFn: ({ signal }) => getJson<JobAnswer>(`/api/jobs/${id}`, signal),
    refetchInterval: ({ state }) =>
      state.data?.run && state.data.run.status !== "running" ? POLL_MS : runningPollMs,
    ...(initial ? { initialData: initial } : {}),
  });
}
