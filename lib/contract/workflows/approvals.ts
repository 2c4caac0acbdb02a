import { z } from "zod";
import { idSchema } from "@/lib/contract/actions/decision";
import { APPROVAL_KINDS, APPROVAL_STATUSES, APPROVAL_TIERS } from "@/lib/core/run/approval";

/** Approvals: a view of proposed actions, and of the questions whether a run may send something, in the words of workflows. */

export const approvalsQuerySchema = z.strictObject({
  status: z.enum(APPROVAL_STATUSES).optional(),
  tier: z.enum(APPROVAL_TIERS).optional(),
  workspace: z.string().min(1).max(63).optional(),
  cursor: z
    .string()
    .regex(/^(\d{1,15})?-(\d{1,15})?$/, "must be a `next_cursor` that a page before returned")
    .optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});

export const approvalsSchema = z.object({
  items: z.array(
    z.object({
      kind: z
        .enum(APPROVAL_KINDS)
        .describe("action: a proposed action; question: whether a step of a run may send its request."),
      id: idSchema.describe("Of the proposed action, or of the question. Unique with `kind` alone."),
      tier: z.enum(APPROVAL_TIERS).describe("low: L1 and L2; med: L3; high: L4 and L5, and every question."),
      status: z.enum(APPROVAL_STATUSES),
      two_person: z.boolean(),
      action_type: z.string().nullable().describe("Null: a question."),
      entity_ref: z.string().nullable().describe("Null: a question."),
      tool: z
        .string()
        .nullable()
        .describe("The tool that would send, such as `http.request`. Null: an action."),
      run_id: idSchema.nullable().describe("Null: no run asked for it."),
      step_id: z.string().nullable(),
      workspace: z.string().nullable(),
      requested_at: z.iso.datetime(),
      decided_by: z.string().nullable().describe("Who decided, or cancelled the question. Null: nobody."),
      decided_at: z.iso.datetime().nullable(),
    }),
  ),
  next_cursor: z.string().nullable().describe("Ask with `cursor` for older ones; null: there are none."),
});
export type Approvals = z.infer<typeof approvalsSchema>;
