import { z } from "zod";
import { overviewSchema } from "./action-view";
import { idSchema } from "./decision";

/** What administrators send and get. */

export const killSwitchesSchema = z.object({ switches: overviewSchema.shape.switches });

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

export const auditVerifySchema = z.object({
  intact: z.boolean(),
  chains: z.int(),
  events: z.int(),
  faults: z.array(z.object({ entity_type: z.string(), entity_id: z.int(), seq: z.int(), kind: z.string() })),
  verified_at: z.iso.datetime(),
});
export type AuditVerification = z.infer<typeof auditVerifySchema>;

export const healthSchema = z.object({
  status: z.enum(["ok", "degraded"]),
  app: z.literal("ok"),
  database: z.enum(["ok", "down"]),
  engine: z.enum(["ok", "down", "external"]),
  lane: z.enum(["open", "halted", "unknown"]),
});
