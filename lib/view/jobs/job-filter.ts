import type { JobStatus } from "@/lib/core/job";

/** The filter of the page of jobs, as its address says it. */
export interface JobFilter {
  status: JobStatus | null;
  fn: string | null;
  startedBy: "event" | "clock";
  actionId: number | null;
}

export const JOB_STATES: readonly JobStatus[] = ["running", "failed", "completed", "cancelled"];
const jobsPerPage = 25;

/** Anything else in an address means nothing. */
export function parseJobFilter(param: (name: string) => string | null): JobFilter {
  const fn = param("function");
  const action = param("action");
  return {
    status: JOB_STATES.find((state) => state === param("state")) ?? null,
    fn: fn !== null && /^[\w-]{1,100}$/.test(fn) ? fn : null,
    startedBy: param("started") === "clock" ? "clock" : "event",
    actionId: action !== null && /^[1-9]\d{0,14}$/.test(action) ? Number(action) : null,
  };
}

export function jobFilterHref(filter: JobFilter): string {
  const { status, fn, startedBy, actionId } = filter;
  const search = new URLSearchParams({
    ...(status ? { state: status } : {}),
    ...(fn ? { function: fn } : {}),
    ...(startedBy === "clock" && !fn ? { started: "clock" } : {}),
    ...(actionId === null ? {} : { action: String(actionId) }),
  });
  return search.size > 0 ? `/jobs?${search.toString()}` : "/jobs";
}

/** The query of GET /api/jobs: one function's jobs whoever started them, else those of one kind of start. */
export function jobsQueryOf({ status, fn, startedBy, actionId }: JobFilter): URLSearchParams {
  return new URLSearchParams({
    ...(status ? { status } : {}),
    ...(fn ? { function: fn } : { started_by: startedBy }),
    ...(actionId === null ? {} : { action_id: String(actionId) }),
    limit: String(jobsPerPage),
  });
}

export function isSameFilter(one: JobFilter, other: JobFilter): boolean {
  return jobFilterHref(one) === jobFilterHref(other);
}

export const jobHref = (id: string): string => `/jobs/${id}`;
export const jobsOfAction = (actionId: number): string => `/jobs?action=${actionId}`;
