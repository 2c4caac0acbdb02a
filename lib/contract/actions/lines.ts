import { z } from "zod";
import { VERIFICATIONS } from "@/lib/core/push/push";
import { changeViewSchema, lineCountsSchema, pushStatusSchema } from "./action-view";

/** The lines of a roll as people read them, and what became of each. */

const timestamp = z.iso.datetime();

export const LINE_STATES = ["all", "not_written", "failed"] as const;
export const LINES_PER_PAGE_MAX = 500;
export const LIVE_LINES_PER_PAGE_MAX = 50;

const cursor = z.coerce.number().int().min(0).max(1_000).default(0).describe("Lines after this number.");

export const linesQuerySchema = z.object({
  cursor,
  limit: z.coerce.number().int().min(1).max(LINES_PER_PAGE_MAX).default(100),
  state: z
    .enum(LINE_STATES)
    .default("all")
    .describe("`not_written`: whatever is not applied. `failed`: those that gave up."),
});
export type LinesQuery = z.infer<typeof linesQuerySchema>;

export const liveLinesQuerySchema = z.object({
  cursor,
  limit: z.coerce.number().int().min(1).max(LIVE_LINES_PER_PAGE_MAX).default(LIVE_LINES_PER_PAGE_MAX),
});

export const linePushSchema = z.object({
  id: z.int(),
  status: pushStatusSchema,
  attempts: z.int(),
  next_attempt_at: timestamp.nullable(),
  hold_until: timestamp.nullable(),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  verification: z.enum(VERIFICATIONS).nullable(),
  actual: z.string().nullable().describe("The value of the first field, as it was read back."),
  ns_internal_id: z.string().nullable(),
  applied_at: timestamp.nullable(),
});

export const lineViewSchema = z.object({
  line_no: z.int().describe("Counted from 1."),
  entity_ref: z.string(),
  subject: z.string().describe("The subject of the line, in people's words."),
  party: z.string().nullable().describe("The customer or the vendor of the line."),
  details: z.array(z.string()),
  changes: z.array(changeViewSchema),
  impact_cents: z
    .int()
    .nullable()
    .describe("Signed; null where it could not be weighed: nothing was read, or no sales volume is known."),
  verified: z.boolean().describe("Its record was read when the roll was proposed."),
  push: linePushSchema.nullable().describe("Null before the roll is approved."),
});
export type LineView = z.infer<typeof lineViewSchema>;

export const lineListSchema = z.object({
  items: z.array(lineViewSchema),
  next_cursor: z.int().nullable(),
  line_count: z.int(),
  counts: lineCountsSchema.nullable().describe("Null before the roll is approved."),
  currency: z.string(),
});
export type LineList = z.infer<typeof lineListSchema>;

export const liveLinesSchema = z.object({
  state: z.enum(["read", "unreadable"]),
  reason: z.string().nullable(),
  items: z.array(
    z.object({
      line_no: z.int(),
      state: z.enum(["read", "record_missing", "unreadable"]),
      value: z.string().nullable().describe("The first field's, now."),
      drifted: z.boolean(),
    }),
  ),
  next_cursor: z.int().nullable(),
  read_at: timestamp,
});
export type LiveLines = z.infer<typeof liveLinesSchema>;

export const cancelRemainingResultSchema = z.object({
  action_id: z.int(),
  cancelled: z.int().describe("Lines that will not be written."),
  status: z.string().describe("The action's status now: it has ended unless a line is still on its way."),
});
export type CancelRemainingResult = z.infer<typeof cancelRemainingResultSchema>;
