import { z } from "zod";
import { JOB_STATUSES } from "@/lib/core/job";
import { runIdPattern } from "@/lib/engine/run-id";
import { idSchema } from "@/lib/contract/actions/decision";

/** Jobs, which Inngest carries for us, as people see them. */

const timestamp = z.iso.datetime();
export const JOBS_LIMIT_MAX = 100;
export const jobIdSchema = z.string().regex(runIdPattern, "must be a job's id: 26 letters and digits");

const functionSchema = z.string().regex(/^[\w-]{1,100}$/, "must be a function's name");
const error = z.object({ name: z.string(), message: z.string() });

export const jobsQuerySchema = z.object({
  status: z.enum(JOB_STATUSES).optional(),
  function: functionSchema.optional(),
  started_by: z
    .enum(["event", "clock"])
    .optional()
    .describe("`clock`: scheduled jobs, which serve every tenant of the installation."),
  action_id: z.coerce
    .number()
    .pipe(idSchema)
    .optional()
    .describe("Jobs of this action's pushes, and of whatever follows it."),
  cursor: jobIdSchema.optional(),
  limit: z.coerce.number().int().min(1).max(JOBS_LIMIT_MAX).default(50),
});
export type JobsQuery = z.output<typeof jobsQuerySchema>;

export const jobsSourceSchema = z
  .discriminatedUnion("kind", [
    z.object({ kind: z.literal("embedded") }),
    z.object({ kind: z.literal("dashboard"), url: z.url() }),
    z.object({ kind: z.literal("none") }),
  ])
  .describe("Where jobs are shown: here, on the dashboard of the Inngest that carries them, or nowhere.");
export type JobsSource = z.infer<typeof jobsSourceSchema>;

const jobSummary = z.object({
  id: jobIdSchema,
  function: z.string(),
  status: z.enum(JOB_STATUSES),
  started_by: z.enum(["event", "clock"]),
  event: z.object({ id: z.string(), name: z.string() }),
  cron: z.string().nullable(),
  started_at: timestamp,
  ended_at: timestamp.nullable(),
  error: error.nullable().describe("Of scheduled jobs only what names no tenant."),
  subject: z
    .object({
      action_id: idSchema,
      line_no: z.int().nullable(),
      push: z
        .object({ id: idSchema, status: z.string(), dead_letter_id: idSchema.nullable() })
        .nullable()
        .describe("The push as it stands now, whatever this job did."),
    })
    .nullable(),
  rerun_of: jobIdSchema.nullable(),
});
export type JobSummary = z.infer<typeof jobSummary>;

export const jobsSchema = z.object({
  source: jobsSourceSchema,
  items: z.array(jobSummary),
  next_cursor: z.string().nullable(),
});
export type Jobs = z.infer<typeof jobsSchema>;

const output = z.object({
  shown: z.enum(["whole", "too_large", "withheld"]),
  value: z.unknown(),
});
const jobDetail = jobSummary.extend({
  event_data: z.record(z.string(), z.unknown()).nullable(),
  output,
  steps: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      kind: z.enum(["run", "sleep", "wait", "invoke"]),
      status: z.enum(["planned", "sleeping", "waiting", "done", "failed"]),
      started_at: timestamp.nullable(),
      ended_at: timestamp.nullable(),
      until_at: timestamp.nullable().describe("When a sleep ends or a wait gives up."),
      output,
      error: error.nullable(),
    }),
  ),
  calls: z.array(
    z.object({
      step_id: z.string().nullable(),
      attempt: z.int().describe("From zero; starts again with each step."),
      started_at: timestamp,
      ended_at: timestamp,
      outcome: z.enum(["returned", "advanced", "retried", "failed", "lost", "unreached"]),
      error: error.nullable(),
    }),
  ),
  calls_total: z.int().describe("More than `calls` holds, where only the last ones are shown."),
  next: z
    .array(
      z.object({
        kind: z.enum(["run", "step", "sleep", "timeout"]),
        step_id: z.string().nullable(),
        attempt: z.int(),
        at: timestamp,
        in_flight: z.boolean(),
        parked_limit: z.int().nullable().describe("It waits behind this many others of its function."),
      }),
    )
    .describe("The next calls, earliest first."),
  reruns: z.array(jobIdSchema),
  invoked_by: jobIdSchema.nullable(),
  history: z.array(
    z.object({
      id: z.int(),
      at: timestamp,
      type: z.string(),
      actor: z.string(),
      reason: z.string().nullable(),
      other_run_id: jobIdSchema.nullable(),
    }),
  ),
  may: z.object({ rerun: z.boolean(), cancel: z.boolean() }),
});
export type JobDetail = z.infer<typeof jobDetail>;

export const jobSchema = z.object({
  source: jobsSourceSchema,
  run: jobDetail.nullable().describe("Null where jobs are not kept here; `source` links to it."),
});
export type JobAnswer = z.infer<typeof jobSchema>;

export const jobFunctionsSchema = z.object({
  source: jobsSourceSchema,
  functions: z.array(
    z.object({
      name: z.string(),
      registered: z
        .boolean()
        .describe("False: it ran in the last 24 hours and the app does not have it now."),
      events: z.array(z.string()),
      crons: z.array(z.string()),
      attempts_max: z.int().nullable(),
      limits: z.array(z.object({ limit: z.int(), key: z.string().nullable() })),
      last_day: z.object({ running: z.int(), completed: z.int(), failed: z.int(), cancelled: z.int() }),
      queued: z.int(),
      in_flight: z.int(),
      waiting: z.int(),
      next_tick_at: timestamp.nullable(),
    }),
  ),
  refused: z.array(z.object({ name: z.string(), message: z.string() })),
  counted_since: timestamp.nullable(),
  complete: z.boolean().describe("False: there were more jobs than are counted."),
  problem: z.string().nullable().describe("Why the engine cannot call the app; null while it can."),
});
export type JobFunctions = z.infer<typeof jobFunctionsSchema>;

export const changedJobSchema = z.object({ run_id: jobIdSchema.describe("Of a re-run: the new one.") });
export type ChangedJob = z.infer<typeof changedJobSchema>;
