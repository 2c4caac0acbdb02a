import { z } from "zod";
import { anySummarySchema } from "@/lib/contract/actions/outline";
import { idSchema } from "@/lib/contract/actions/decision";

/** Pushes that gave up, and the requests that try one again. */

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
  action: anySummarySchema.describe("The action as the inbox shows it, rendered from its payload alone."),
  line: z
    .object({ line_no: z.int(), subject: z.string().nullable(), sentence: z.string().nullable() })
    .nullable()
    .describe("Of a roll: which of its lines gave up."),
  payload: z
    .unknown()
    .describe("The refused write; null once its retention period is over, and where content is hidden."),
  payload_blanked_at: timestamp.nullable(),
  error: z.object({
    code: z.string(),
    class: z.string(),
    message: z.string().nullable().describe("Null where content is hidden."),
  }),
  to_do: z.string().describe("The next step of an administrator."),
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

export const retryResultSchema = z.object({
  action_id: idSchema,
  push_id: idSchema,
  status: z
    .string()
    .describe("The push's status now: `queued` after a retry; otherwise why there was nothing to retry."),
  requested: z.boolean(),
  lines: z.int().nullable().describe("Of a roll: how many lines are tried again."),
});
export type RetryResult = z.infer<typeof retryResultSchema>;

export const drainResultSchema = z.object({ requested: z.int(), revived: z.int() });
