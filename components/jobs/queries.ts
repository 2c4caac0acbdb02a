"use client";
import { usePages } from "@/components/data/use-pages";
import { POLL_MS, useRead } from "@/components/data/use-read";
import type { JobAnswer, JobFunctions, Jobs } from "@/lib/contract/monitoring/jobs";
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

export function useJobs(filter: JobFilter, { filter: initialFilter, first }: InitialJobs) {
  return usePages<Jobs>({
    queryKey: ["jobs", jobFilterHref(filter)],
    path: (cursor) => {
      const search = jobsQueryOf(filter);
      if (cursor) search.set("cursor", cursor);
      return `/api/jobs?${search.toString()}`;
    },
    first: isSameFilter(filter, initialFilter) ? first : null,
    pollMs: listPollMs,
  });
}

export function useJobFunctions({ functions }: InitialJobs) {
  return useRead<JobFunctions>(["job-functions"], "/api/jobs/functions", {
    initialData: functions ?? undefined,
  });
}

export function useJob(id: string, initial: JobAnswer | null) {
  return useRead<JobAnswer>(["job", id], `/api/jobs/${id}`, {
    refetchInterval: ({ state }) =>
      state.data?.run && state.data.run.status !== "running" ? POLL_MS : runningPollMs,
    initialData: initial ?? undefined,
  });
}
