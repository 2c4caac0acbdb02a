import {
  changeJobSchema,
  changedJobSchema,
  jobFunctionsSchema,
  jobIdSchema,
  jobSchema,
  jobsQuerySchema,
  jobsSchema,
} from "@/lib/contract/jobs";
import { type Operation, READ_PROBLEMS, ok } from "./operation";

export const JOB_OPERATIONS: readonly Operation[] = [
  {
    method: "get",
    path: "/api/jobs",
    summary: "Jobs of the functions that Inngest carries for us, newest first",
    caller: "person",
    query: jobsQuerySchema,
    answers: ok(jobsSchema),
    problems: [401, 403, 422, 503],
  },
  {
    method: "get",
    path: "/api/jobs/functions",
    summary: "Every function: what starts it, how its last day was, what waits, its next tick",
    caller: "person",
    answers: ok(jobFunctionsSchema),
    problems: [401, 403, 503],
  },
  {
    method: "get",
    path: "/api/jobs/{id}",
    summary: "One job: its event, steps, calls, what comes next, and what people did about it",
    caller: "person",
    inPath: jobIdSchema,
    answers: ok(jobSchema),
    problems: [400, ...READ_PROBLEMS, 503],
  },
  {
    method: "post",
    path: "/api/jobs/{id}/rerun",
    summary: "Start an ended job of the tenant's own events again (administrators)",
    caller: "person",
    inPath: jobIdSchema,
    body: changeJobSchema,
    answers: ok(changedJobSchema),
    problems: [400, ...READ_PROBLEMS, 409, 413, 415, 422, 503],
  },
  {
    method: "post",
    path: "/api/jobs/{id}/cancel",
    summary: "End a running job of the tenant's own events (administrators)",
    caller: "person",
    inPath: jobIdSchema,
    body: changeJobSchema,
    answers: ok(changedJobSchema),
    problems: [400, ...READ_PROBLEMS, 409, 413, 415, 422, 503],
  },
];
