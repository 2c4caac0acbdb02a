import { z } from "zod";
import { idSchema } from "@/lib/contract/actions/decision";
import { modelCostsSchema } from "./models";
import {
  ATTEMPT_OUTCOMES,
  COMPANY_STEPS_MAX,
  RUN_SEARCH_MAX,
  RUN_STATUSES,
  STEP_KINDS,
  STEP_STATUSES,
  TRIGGER_TYPES,
} from "@/lib/core/run/run";

/** Runs of workflows, as agents and people begin, read and steer them. */

export const startRunSchema = z.strictObject({
  workflow: z.string().min(1).max(64),
  version_id: idSchema
    .optional()
    .describe("The version in force: another one is refused, which tells you of a publication in between."),
  inputs: z.record(z.string().max(64), z.json()).default({}),
  trigger_ref: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe(
      "The same one twice is one run, however often it is sent; an agent's are its own. Missing: every request begins one.",
    ),
});

const attemptSchema = z.object({
  attempt: z.int(),
  outcome: z
    .enum(ATTEMPT_OUTCOMES)
    .describe("The status that the step went on with; `lease_lost`: its worker went away."),
  worker: z.string().describe("Whose lease it was."),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  started_at: z.iso.datetime().nullable(),
  ended_at: z.iso.datetime(),
  next_eligible_at: z.iso.datetime().nullable().describe("When the attempt after it may begin."),
});
export type AttemptView = z.infer<typeof attemptSchema>;

const stepSchema = z.object({
  step_id: z.string(),
  step_index: z.int(),
  title: z.string().nullable(),
  kind: z.enum(STEP_KINDS).describe("`list`: makes an `item` for each element of its `for`."),
  item: z.int().nullable(),
  on_error: z.boolean().describe("It runs because another step failed."),
  tool_name: z.string(),
  model: z.string().nullable().describe("Of a step that asks a model, where its text names it."),
  status: z.enum(STEP_STATUSES),
  skipped: z.boolean().describe("Its `if` was false: it counts as succeeded."),
  needs: z.array(z.string()),
  attempt: z.int(),
  attempts: z
    .array(attemptSchema)
    .describe(
      "Those that ended, oldest first, the newest 20. Of a first one that succeeded the step itself says all.",
    ),
  last_error: z.object({ code: z.string(), message: z.string() }).nullable(),
  next_eligible_at: z.iso.datetime().nullable(),
  idempotency_key: z.string(),
  proposed_action_id: idSchema.nullable(),
  question_id: idSchema.nullable().describe("Of a step that asks people: the interaction."),
  inputs: z
    .record(z.string(), z.string())
    .nullable()
    .describe("By name: the SHA-256 of each value. Null as well where content is hidden from viewers."),
  output_hash: z.string().nullable(),
  started_at: z.iso.datetime().nullable(),
  ended_at: z.iso.datetime().nullable(),
});
export type StepView = z.infer<typeof stepSchema>;

const runFields = {
  id: idSchema,
  status: z.enum(RUN_STATUSES),
  url: z.string(),
  workflow: z.string(),
  workspace: z.string(),
  workflow_id: idSchema,
  workflow_version_id: idSchema,
  version_number: z.int(),
  trigger_type: z.enum(TRIGGER_TYPES),
  trigger_ref: z.string(),
  started_by: z.string(),
  rerun_of: idSchema.nullable(),
  question_id: idSchema.nullable().describe("The first question that it waits for; null: it waits for none."),
  writes: z.object({ used: z.int(), max: z.int() }),
  error: z.object({ step: z.string(), message: z.string() }).nullable(),
  cancelled_by: z.string().nullable(),
  created_at: z.iso.datetime(),
  started_at: z.iso.datetime().nullable(),
  ended_at: z.iso.datetime().nullable(),
  deadline_at: z.iso.datetime(),
};

export const runSummarySchema = z.object(runFields);
export type RunSummary = z.infer<typeof runSummarySchema>;

export const runSchema = z.object({
  ...runFields,
  inputs_hash: z.string().nullable().describe("Null: hidden from viewers, as values can be tried."),
  inputs: z
    .record(z.string(), z.string())
    .nullable()
    .describe("By name: the SHA-256 of each value. Null: hidden from viewers."),
  steps: z.array(stepSchema),
  costs: z.array(modelCostsSchema).describe("Of the models that it asked, by provider and model."),
});
export type RunView = z.infer<typeof runSchema>;

const timelineEntrySchema = z.object({
  id: idSchema.describe("Of the ledger's event."),
  at: z.iso.datetime(),
  type: z.string(),
  text: z.string(),
  by: z.string().nullable().describe("Null: a part of Countersign, or whoever answered a question."),
  step: z.string().nullable().describe("The step that proposed or asked; null: of the run itself."),
  action_id: idSchema.nullable(),
  question_id: idSchema.nullable(),
});
export type RunTimelineEntry = z.infer<typeof timelineEntrySchema>;
export const runTimelineSchema = z.object({
  items: z.array(timelineEntrySchema).describe("Newest first."),
  is_whole: z.boolean().describe("False: older ones stand in the ledger alone."),
});
export type RunTimeline = z.infer<typeof runTimelineSchema>;

export const runsSchema = z.object({
  items: z.array(runSummarySchema),
  next_cursor: idSchema.nullable().describe("Ask with `cursor` for older ones; null: there are none."),
});
export type Runs = z.infer<typeof runsSchema>;

export const runsQuerySchema = z.strictObject({
  status: z
    .string()
    .max(200)
    .transform((text) => text.split(","))
    .pipe(z.array(z.enum(RUN_STATUSES)).min(1))
    .optional()
    .describe("One or several, with commas."),
  workflow: z.string().min(1).max(64).optional(),
  trigger_type: z.enum(TRIGGER_TYPES).optional(),
  q: z
    .string()
    .trim()
    .min(1)
    .max(RUN_SEARCH_MAX)
    .optional()
    .describe(
      "A run's number, or a part of its trigger_ref, of the name of its workflow or of whoever began it.",
    ),
  cursor: z.coerce.number().int().min(1).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});

export const runWaitSchema = z.strictObject({ wait: z.coerce.number().int().min(0).max(55).default(0) });

const capSchema = (max: number, what: string) => z.int().min(1).max(max).describe(what);
const capFields = {
  max_concurrency: capSchema(
    COMPANY_STEPS_MAX,
    "Steps that run at once; the workers do some more, for other companies.",
  ),
  max_runs_per_min: capSchema(10_000, "Runs that begin in a minute."),
  max_writes_per_run: z
    .int()
    .min(0)
    .max(500)
    .describe("Writes of one run; a workflow's own limit may be lower."),
};
const costCap = z
  .string()
  .regex(/^(0|[1-9]\d{0,5})(\.\d{1,6})?$/, "must be a decimal such as 25.00, with six decimals at most")
  .nullable()
  .describe("What models may cost in a day of the company, in its currency; null: no cap.");
export const setCapsSchema = z.strictObject({
  ...capFields,
  max_model_cost_per_day: costCap.optional(),
  reason: z.string().trim().min(1, "must say why").max(500),
});
export const capsSchema = z.object({
  ...capFields,
  max_model_cost_per_day: costCap,
  running: z.int().describe("Steps that run now."),
  runs_last_minute: z.int().describe("Runs that began within the last minute."),
  workflows: z
    .array(
      z.object({
        id: idSchema,
        name: z.string(),
        max_concurrency: z.int().nullable(),
        running: z.int(),
        max_runs_per_min: z.int().nullable(),
        runs_last_minute: z.int(),
        max_writes_per_run: z.int().nullable(),
      }),
    )
    .describe("Workflows in force with limits of their own, by name. Null: the company's cap alone."),
  model_cost_today: z.string().describe("What models have cost since midnight in the company's time zone."),
  currency: z.string().describe("Of the company, in which models' costs are capped."),
  reason: z.string().nullable(),
  changed_by: z.string().nullable(),
  changed_at: z.iso.datetime().nullable(),
});
export type CapsView = z.infer<typeof capsSchema>;
