"use client";
import { useQuery } from "@tanstack/react-query";
import { getJson } from "@/components/data/get-json";
import { POLL_MS } from "@/components/data/overview";
import { usePages } from "@/components/data/use-pages";
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
  return usePages<Jobs>({
    queryKey: ["jobs", jobFilterHref(filter)],
    path: (cursor) => {
      const search = jobsQueryOf(filter);
      if (cursor) search.set("cursor", cursor);
      return `/api/jobs?${search.toString()}`;
    },
    first: isSameFilter(filter, shown) ? first : null,
    pollMs: listPollMs,
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
