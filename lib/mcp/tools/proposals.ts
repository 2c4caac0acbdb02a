import { z } from "zod";
import { idSchema } from "@/lib/contract/actions/decision";
import { proposalListSchema, proposalViewSchema, type ProposalView } from "@/lib/contract/actions/proposal";
import { ACTION_STATUSES, type ActionStatus, isFinalAction } from "@/lib/core/action/proposed-action";
import { withdrawProposal } from "@/lib/gateway/amend/withdraw-proposal";
import { listProposals } from "@/lib/gateway/read/proposals/list-proposals";
import { readProposal } from "@/lib/gateway/read/proposals/read-proposal";
import { waitForDecision } from "@/lib/gateway/read/proposals/wait-for-decision";
import { defineTool } from "@/lib/mcp/tool";

/** Tools that look after the agent's own proposals. */

const id = idSchema.describe("The proposal's number, as proposing answered it.");
const justId = z.strictObject({ id });
const reads = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };

/** No client gives up on a call within this time; several do after a minute. */
const waitSecondsMax = 45;
const waitSecondsUsual = 25;

const standingSchema = proposalViewSchema.extend({
  poll_after_seconds: z
    .int()
    .nullable()
    .describe("When to ask again. Null: it has ended, and changes no more."),
  next_step: z.string().describe("What to do now."),
});

export const waitForDecisionTool = defineTool({
  name: "wait_for_decision",
  title: "Wait for a decision",
  description:
    "Waits some seconds for a person's decision on your proposal, or for the write after it, and says how it stands. People take minutes or hours: where it is still pending, ask again after poll_after_seconds, or end your turn and ask later. Read `comment` where it was rejected.",
  input: z.strictObject({
    id,
    waitSeconds: z
      .int()
      .min(0)
      .max(waitSecondsMax)
      .default(waitSecondsUsual)
      .describe("How long to wait for a change."),
  }),
  output: standingSchema,
  annotations: reads,
  run: async ({ agent, signal, keepTelling }, _args, read) => {
    const { id: proposalId, waitSeconds } = read();
    const { proposal, unchangedSeconds } = await keepTelling(
      `Proposal ${proposalId} waits for a person`,
      waitSeconds,
      () => waitForDecision(agent, { id: proposalId, waitSeconds, signal }),
    );
    return {
      ...proposal,
      poll_after_seconds: isFinalAction(proposal.status) ? null : pollAfterSeconds(unchangedSeconds),
      next_step: nextStep(proposal),
    };
  },
});

/** The longer nothing has happened, the rarer it is worth asking. */
export function pollAfterSeconds(unchangedSeconds: number): number {
  if (unchangedSeconds < 120) return 0;
  return unchangedSeconds < 900 ? 60 : 300;
}

const NEXT_STEPS: Record<ActionStatus, string> = {
  pending:
    "Nobody has decided yet. Ask again after poll_after_seconds, or end your turn and ask later. It is not done, and you cannot decide it.",
  approved: "It is approved and on its way. Ask again for the outcome before you say that it is done.",
  applied: "It is written. `verification` says whether it was read back as it was meant.",
  rejected: "It was rejected. Read `comment`, and propose again only with what it asks for.",
  expired: "Nobody decided in time. Propose it again only if it is still wanted.",
  cancelled: "It was taken back, and nothing was written. `end_reason` and `comment` may say why.",
  superseded: "A person put another version in its place: `superseded_by` names it and what it changed.",
  stale: "The record had changed before the write, so nothing was written. Look again and propose anew.",
};
const nextStep = ({ status }: ProposalView): string => NEXT_STEPS[status];

export const getProposalTool = defineTool({
  name: "get_proposal",
  title: "Look at a proposal",
  description: "Says how one of your proposals stands, without waiting.",
  input: justId,
  output: proposalViewSchema,
  annotations: reads,
  run: ({ agent }, _args, read) => readProposal(agent, read().id, 0),
});

export const listProposalsTool = defineTool({
  name: "list_proposals",
  title: "List proposals",
  description: "Lists your own proposals, newest first. Look here before you propose something again.",
  input: z.strictObject({
    status: z
      .array(z.enum(ACTION_STATUSES))
      .min(1)
      .max(ACTION_STATUSES.length)
      .optional()
      .describe("Only those that stand so."),
    conversationRef: z.string().min(1).max(200).optional().describe("Only those of one conversation."),
    cursor: idSchema.optional().describe("`next_cursor` of the page before."),
    limit: z.int().min(1).max(100).default(20).describe("At most so many."),
  }),
  output: proposalListSchema,
  annotations: reads,
  run: ({ agent }, _args, read) => {
    const { conversationRef, ...query } = read();
    return listProposals(agent, { ...query, conversation_ref: conversationRef });
  },
});

export const withdrawProposalTool = defineTool({
  name: "withdraw_proposal",
  title: "Withdraw a proposal",
  description: "Takes back a proposal of yours that still waits for a decision.",
  input: justId,
  output: proposalViewSchema,
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  run: ({ agent }, _args, read) => withdrawProposal(agent, read().id),
});
