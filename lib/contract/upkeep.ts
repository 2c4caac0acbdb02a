import { z } from "zod";
import { RETENTION_DAYS_MAX, RETENTION_KINDS } from "@/lib/core/ledger/retention";
import { actionSummarySchema } from "./action-view";
import { idSchema } from "./decision";

/** What keeps the gateway in order: dead letters, the lane, retention. */

const timestamp = z.iso.datetime();

export const DEAD_LETTERS_LIMIT_MAX = 100;
export const deadLettersQuerySchema = z.object({
  replayed: z
    .enum(["true", "false"])
    .default("false")
    .describe("`true`: those that went back to the queue, with who did it."),
  cause: z.string().min(1).max(100).optional().describe("An error's code, as `causes` lists them."),
  cursor: z
    .string()
    .regex(/^[1-9]\d{0,15}$/, "must be a cursor that a page before returned")
    .transform(Number)
    .refine(Number.isSafeInteger, "must be a cursor that a page before returned")
    .optional(),
  limit: z.coerce.number().int().min(1).max(DEAD_LETTERS_LIMIT_MAX).default(25),
});
export type DeadLettersQuery = z.output<typeof deadLettersQuerySchema>;

export const deadLetterSchema = z.object({
  id: z.int(),
  action_id: z.int(),
  action: actionSummarySchema.describe("The action as the inbox shows it, rendered from its payload alone."),
  line: z
    .object({ line_no: z.int(), subject: z.string(), sentence: z.string() })
    .nullable()
    .describe("Of a roll: which of its lines gave up."),
  payload: z.unknown().describe("What was to be sent to NetSuite; null once its retention period is over."),
  payload_blanked_at: timestamp.nullable(),
  error: z.object({ code: z.string(), class: z.string(), message: z.string() }),
  to_do: z.string().describe("What an administrator does about it."),
  outlook: z.discriminatedUnion("who", [
    z.object({ who: z.literal("reconciliation"), rounds_left: z.int() }),
    z.object({ who: z.literal("person") }),
    z.object({ who: z.literal("nobody"), push_status: z.string() }),
  ]),
  attempts: z.int(),
  last_at: timestamp,
  replayed_at: timestamp.nullable(),
  replayed_by: z.string().nullable(),
});
export type DeadLetter = z.infer<typeof deadLetterSchema>;

export const deadLettersSchema = z.object({
  items: z.array(deadLetterSchema),
  next_cursor: z.string().nullable(),
  causes: z.array(z.object({ code: z.string(), count: z.int() })),
});
export type DeadLetters = z.infer<typeof deadLettersSchema>;

export const laneSchema = z.object({
  state: z.enum(["open", "halted"]),
  code: z.string().nullable(),
  why: z.string().nullable(),
  to_do: z.string().nullable(),
  halted_at: timestamp.nullable(),
  next_try_at: timestamp.nullable().describe("When one push tries again by itself."),
  waiting: z.int().describe("Approved writes that wait in the queue."),
  history: z
    .array(z.object({ id: z.int(), at: timestamp, type: z.string(), actor: z.string(), text: z.string() }))
    .describe("When it halted and opened, newest first."),
});
export type Lane = z.infer<typeof laneSchema>;

export const laneRetrySchema = z.object({
  waiting: z.int(),
  tried: z
    .enum(["push", "read", "nothing"])
    .describe(
      "With what the account is tried: a waiting write, a reading, or nothing as there was nothing to try with.",
    ),
  action_id: idSchema.nullable(),
  state: z.enum(["open", "halted"]),
});
export type LaneRetry = z.infer<typeof laneRetrySchema>;

export const retentionChangeSchema = z.strictObject({
  kind: z.enum(RETENTION_KINDS),
  days: z.int().min(1).max(RETENTION_DAYS_MAX),
  reason: z.string().trim().min(1, "must say why").max(500),
});
export type RetentionChange = z.input<typeof retentionChangeSchema>;

export const retentionRunSchema = z.object({
  id: z.int(),
  started_by: z.string(),
  started_at: timestamp,
  ended_at: timestamp.nullable().describe("Null: it broke off, or still runs."),
  counts: z.record(z.string(), z.int()).describe("Rows deleted or blanked, by kind."),
  complete: z.boolean().describe("False: it stopped at its limit; the next run goes on."),
});
export type RetentionRun = z.infer<typeof retentionRunSchema>;

export const retentionSchema = z.object({
  kinds: z.array(
    z.object({
      kind: z.enum(RETENTION_KINDS),
      title: z.string(),
      holds: z.string(),
      at_end: z.enum(["deleted", "blanked"]),
      at_end_words: z.string(),
      days: z.int(),
      days_min: z.int(),
      days_max: z.int(),
      days_default: z.int(),
      minimum_words: z.string(),
      changed_by: z.string().nullable(),
      changed_at: timestamp.nullable(),
      reason: z.string().nullable(),
    }),
  ),
  kept: z.array(z.object({ title: z.string(), why: z.string() })).describe("What is kept for ever, and why."),
  fixed: z.array(z.object({ title: z.string(), after: z.string(), why: z.string() })),
  runs: z.array(retentionRunSchema).describe("The last ones, newest first."),
});
export type Retention = z.infer<typeof retentionSchema>;
