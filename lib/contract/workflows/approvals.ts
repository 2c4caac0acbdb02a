import { z } from "zod";
import { idSchema } from "@/lib/contract/actions/decision";
import { APPROVAL_STATUSES, APPROVAL_TIERS } from "@/lib/core/run/approval";

/** Approvals: a view of proposed actions, in the words of workflows. */

export const approvalsQuerySchema = z.strictObject({
  status: z.enum(APPROVAL_STATUSES).optional(),
  tier: z.enum(APPROVAL_TIERS).optional(),
  workspace: z.string().min(1).max(63).optional(),
  cursor: z.coerce.number().int().min(1).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});

export const approvalsSchema = z.object({
  items: z.array(
    z.object({
      id: idSchema.describe("Of the proposed action."),
      tier: z.enum(APPROVAL_TIERS).describe("low: L1 and L2; med: L3; high: L4 and L5."),
      status: z.enum(APPROVAL_STATUSES),
      two_person: z.boolean(),
      action_type: z.string(),
      entity_ref: z.string(),
      run_id: idSchema.nullable().describe("Null: no run asked for it."),
      step_id: z.string().nullable(),
      workspace: z.string().nullable(),
      requested_at: z.iso.datetime(),
      decided_by: z.string().nullable(),
      decided_at: z.iso.datetime().nullable(),
    }),
  ),
  next_cursor: idSchema.nullable(),
});
export type Approvals = z.infer<typeof approvalsSchema>;
