import { z } from "zod";
import { actionDetailSchema, actionSummarySchema } from "@/lib/contract/actions/action-view";
import { idSchema } from "@/lib/contract/actions/decision";
import type { Problem } from "@/lib/contract/problem";
import { PROPOSAL_LIMITS, proposalViewSchema, type ProposalView } from "@/lib/contract/actions/proposal";

/** The kit's answers, and the input of the tools that look after earlier proposals. */

export type KitResult =
  { ok: true; created: boolean; proposal: ProposalView } | { ok: false; problem: Problem };
export type KitProposal = { ok: true; proposal: ProposalView } | { ok: false; problem: Problem };
export type KitProposals = { ok: true; proposals: OwnProposal[] } | { ok: false; problem: Problem };

/** One of the person's own proposals: as the tool sees it, and as people read it. */
export const ownProposalSchema = z.object({
  proposal: proposalViewSchema,
  action: actionSummarySchema,
  idempotency_key: z.string().nullable().describe("The key of the call that made it."),
  conversation_ref: z.string().nullable(),
  readback: actionDetailSchema.shape.readback.describe(
    "What NetSuite holds after the write, field by field.",
  ),
});
export type OwnProposal = z.infer<typeof ownProposalSchema>;

export const OWN_PROPOSALS_MAX = 50;

const id = idSchema.describe("The proposal's number, as proposing answered it.");

export const waitForDecisionSchema = z.strictObject({
  id,
  waitSeconds: z
    .int()
    .min(0)
    .max(PROPOSAL_LIMITS.waitSecondsMax)
    .default(25)
    .describe("How long to wait for news; without any the proposal is answered as it stands."),
});
export const withdrawSchema = z.strictObject({ id });
export const listMineSchema = z.strictObject({
  conversationRef: z.string().min(1).max(200).optional().describe("Only those of one conversation."),
  limit: z.int().min(1).max(OWN_PROPOSALS_MAX).default(20),
});
