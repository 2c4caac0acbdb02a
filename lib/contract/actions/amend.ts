import { z } from "zod";
import { idSchema, payloadHashSchema } from "./decision";
import { PROPOSAL_LIMITS } from "./proposal";
import { COMMENT_LENGTH_MAX } from "@/lib/core/limits";

/** Requests to edit, re-propose, undo, withdraw and cancel, and their answers. */

const reason = z.string().trim().max(COMMENT_LENGTH_MAX);

export const editSchema = z.strictObject({
  payload_hash: payloadHashSchema,
  changes: z
    .array(
      z.strictObject({
        field: z.string().min(1).max(64),
        to: z
          .union([z.string().max(4_000), z.number()])
          .describe("The value to write instead; decimals as numbers or text."),
      }),
    )
    .max(PROPOSAL_LIMITS.changesMax)
    .default([]),
  context: z
    .record(z.string().max(64), z.string().max(2_000).nullable())
    .default({})
    .describe("Texts that are written beside the changes, by their name; null removes one."),
  reason: reason.optional().describe("Told to the agent."),
});
export type EditInput = z.infer<typeof editSchema>;

export const driftSchema = z.object({
  field: z.string(),
  proposed_from: z.string().nullable().describe("The value that the earlier version started from."),
  now: z.string().nullable().describe("The value of the record when this version was made."),
  to: z.string().nullable(),
});
export type Drift = z.infer<typeof driftSchema>;

export const versionResultSchema = z.object({
  id: idSchema.describe("The new proposed action, to be decided like any other."),
  url: z.string(),
  status: z.string(),
  risk_level: z.int().min(1).max(5),
  risk_rule: z.string(),
  payload_hash: payloadHashSchema,
  required_approvals: z.int(),
  requires_step_up: z.boolean(),
  expires_at: z.iso.datetime(),
  supersedes_id: idSchema.nullable(),
  undo_of_id: idSchema.nullable(),
  drift: z.array(driftSchema),
  own_approval: z
    .string()
    .nullable()
    .describe("Why whoever wrote this version cannot be its only approver; null: they can."),
});
export type VersionResult = z.infer<typeof versionResultSchema>;

export const endResultSchema = z.object({
  id: idSchema,
  status: z.string(),
  ended_by: z.string(),
  ended_at: z.iso.datetime(),
  pushes_cancelled: z.int(),
});
export type EndResult = z.infer<typeof endResultSchema>;
