import { z } from "zod";
import { reasonSchema } from "@/lib/contract/actions/decision";
import { RETENTION_DAYS_MAX, RETENTION_KINDS } from "@/lib/core/ledger/retention";

const timestamp = z.iso.datetime();

export const retentionChangeSchema = z.strictObject({
  kind: z.enum(RETENTION_KINDS),
  days: z.int().min(1).max(RETENTION_DAYS_MAX),
  reason: reasonSchema(500),
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
  kept: z
    .array(z.object({ title: z.string(), why: z.string() }))
    .describe("Data that is kept for ever, and why."),
  fixed: z.array(z.object({ title: z.string(), after: z.string(), why: z.string() })),
  runs: z.array(retentionRunSchema).describe("The last ones, newest first."),
});
export type Retention = z.infer<typeof retentionSchema>;
