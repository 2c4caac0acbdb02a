import { z } from "zod";
import {
  changedJobSchema,
  jobFunctionsSchema,
  jobIdSchema,
  jobSchema,
  jobsQuerySchema,
  jobsSchema,
} from "@/lib/contract/monitoring/jobs";
import { reasonSchema } from "@/lib/contract/actions/decision";
import { runIdPattern } from "@/lib/engine/run-id";
import { cancelJob, rerunJob } from "@/lib/gateway/jobs/change-job";
import { readJobFunctions } from "@/lib/gateway/jobs/read-job-functions";
import { readJob } from "@/lib/gateway/jobs/read-job";
import { readJobs } from "@/lib/gateway/jobs/read-jobs";
import { textId } from "@/lib/operations/frame/fields";
import { defineOperation, ok } from "@/lib/operations/frame/operation";

/** Jobs: function runs that the engine carries for us. */

const byJobId = { id: textId(runIdPattern, jobIdSchema, "must be a job's id: 26 letters and digits") };
const reasoned = z.strictObject({ reason: reasonSchema(500) });

export const jobs = {
  readJobs: defineOperation("GET /api/jobs", {
    summary: "Jobs of the functions that Inngest carries for us, newest first",
    query: jobsQuerySchema,
    answers: ok(jobsSchema),
    refusals: ["unavailable"],
    verb: (person, query) => readJobs(person, query),
  }),
  readJobFunctions: defineOperation("GET /api/jobs/functions", {
    summary: "Every function: what starts it, how its last day was, what waits, its next tick",
    answers: ok(jobFunctionsSchema),
    refusals: ["unavailable"],
    verb: (person) => readJobFunctions(person),
  }),
  readJob: defineOperation("GET /api/jobs/{id}", {
    summary: "One job: its event, steps, calls, what comes next, and what people did about it",
    address: byJobId,
    answers: ok(jobSchema),
    refusals: ["unavailable"],
    verb: (person, { id }) => readJob(person, id),
  }),
  rerunJob: defineOperation("POST /api/jobs/{id}/rerun", {
    summary: "Start an ended job of the tenant's own events again",
    role: "admin",
    address: byJobId,
    body: reasoned,
    example: { reason: "The fault is mended" },
    answers: ok(changedJobSchema),
    refusals: ["run_is_running", "run_function_gone", "unavailable"],
    verb: (person, { id, reason }) => rerunJob(person, { jobId: id, reason }),
  }),
  cancelJob: defineOperation("POST /api/jobs/{id}/cancel", {
    summary: "End a running job of the tenant's own events",
    role: "admin",
    address: byJobId,
    body: reasoned,
    example: { reason: "It waits for nothing" },
    answers: ok(changedJobSchema),
    refusals: ["run_has_ended", "unavailable"],
    verb: (person, { id, reason }) => cancelJob(person, { jobId: id, reason }),
  }),
};
