import { z } from "zod";
import type { JobStatus } from "@/lib/core/job";
import { runIdPattern } from "./run-id";

/**
 * The parts of the engine's REST responses that we use: Inngest's own fields and those that the embedded engine adds.
 */

const time = z.iso.datetime({ offset: true }).transform((text) => new Date(text).toISOString());
const error = z.object({ name: z.string(), message: z.string() });
const runStatus = z
  .enum(["Running", "Completed", "Failed", "Cancelled"])
  .transform((status) => status.toLowerCase() as JobStatus);
const runId = z.string().regex(runIdPattern);

const run = z.object({
  run_id: runId,
  function_id: z.string(),
  event_id: z.string(),
  event_name: z.string(),
  cron: z.string().nullable(),
  status: runStatus,
  run_started_at: time,
  ended_at: time.nullable(),
  output: z.unknown(),
  output_truncated: z.boolean(),
  labels: z.array(z.string()),
  original_run_id: runId.nullable(),
  invoked_by: z.object({ run_id: runId, step_id: z.string() }).nullable(),
});
export type ListedRun = z.output<typeof run>;

const step = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(["run", "sleep", "wait", "invoke"]),
  status: z.enum(["planned", "sleeping", "waiting", "done", "failed"]),
  started_at: time.nullable(),
  ended_at: time.nullable(),
  until_at: time.nullable(),
  output: z.unknown(),
  output_truncated: z.boolean(),
  error: error.nullable(),
});
const call = z.object({
  step_id: z.string().nullable(),
  attempt: z.int(),
  started_at: time,
  ended_at: time,
  outcome: z.enum(["returned", "advanced", "retried", "failed", "lost", "unreached"]),
  error: error.nullable(),
});
const job = z.object({
  kind: z.enum(["run", "step", "sleep", "timeout"]),
  step_id: z.string().nullable(),
  attempt: z.int(),
  at: time,
  in_flight: z.boolean(),
  parked: z.object({ limit: z.int().nullable(), key: z.string().nullable() }).nullable(),
});
const wholeRun = run.extend({
  event: z.object({ data: z.record(z.string(), z.unknown()).catch({}) }),
  steps: z.array(step),
  calls: z.array(call),
  calls_total: z.int(),
  jobs: z.array(job),
  reruns: z.array(runId),
});
export type WholeRun = z.output<typeof wholeRun>;

const trigger = z.union([z.object({ event: z.string() }), z.object({ cron: z.string() })]);
const counts = z.object({ running: z.int(), completed: z.int(), failed: z.int(), cancelled: z.int() });
const registeredFunction = z.object({
  id: z.string(),
  registered: z.boolean(),
  triggers: z.array(trigger),
  attempts_max: z.int().nullable(),
  concurrency: z.array(z.object({ limit: z.int(), key: z.string().nullable() })),
  runs: counts,
  queued: z.int(),
  in_flight: z.int(),
  waiting: z.int(),
  next_tick_at: time.nullable(),
});

export const healthAnswer = z.object({ engine: z.literal("inngest-engine-embedded") });
export const runsAnswer = z.object({
  data: z.array(run),
  metadata: z.object({ next_cursor: runId.nullable() }),
});
export type RunList = z.output<typeof runsAnswer>;
export const runAnswer = z.object({ data: wholeRun });
export const functionsAnswer = z.object({
  data: z.array(registeredFunction),
  refused: z.array(z.object({ id: z.string(), option: z.string(), message: z.string() })),
  metadata: z.object({
    counted_since: time,
    complete: z.boolean(),
    synced_at: time.nullable(),
    problem: z.string().nullable(),
  }),
});
export type FunctionList = z.output<typeof functionsAnswer>;
export const rerunAnswer = z.object({ run_id: runId });
