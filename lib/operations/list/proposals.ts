import { z } from "zod";
import {
  PROPOSAL_LIMITS,
  proposalListSchema,
  proposalSchema,
  proposalViewSchema,
  proposalsQuerySchema,
} from "@/lib/contract/actions/proposal";
import { AppError } from "@/lib/core/errors";
import { takeProposalQuota } from "@/lib/gateway/controls/quotas/quotas";
import { withdrawProposal } from "@/lib/gateway/amend/withdraw-proposal";
import { proposeAction } from "@/lib/gateway/propose/propose-action";
import { listProposals } from "@/lib/gateway/read/proposals/list-proposals";
import { readProposal } from "@/lib/gateway/read/proposals/read-proposal";
import { Answer, defineOperation, ok } from "@/lib/operations/frame/operation";

/** Operations of agents: propose a write, list and read them, take one back. */

const idempotencyKey = {
  name: "Idempotency-Key",
  description: "The same key and body answer with the same row, also once it was decided.",
  schema: z.string(),
  read: (key: string) => {
    if (/^[\x21-\x7e]+$/.test(key) && key.length <= PROPOSAL_LIMITS.idempotencyKeyLengthMax) return key;
    throw new AppError(
      "malformed_request",
      "Idempotency-Key must be 1 to 200 printable characters without spaces.",
      { issues: [{ path: "Idempotency-Key", message: "must be 1 to 200 printable ASCII characters" }] },
    );
  },
};

export const proposals = {
  proposeAction: defineOperation("POST /api/v1/proposals", {
    summary: "Propose a write",
    caller: "agent",
    body: proposalSchema,
    example: {
      action_type: "inventory_adjustment",
      entity_type: "item",
      entity_ref: "10541",
      changes: [{ field: "adjustqtyby", to: 1 }],
      context: { location: "Plant 2" },
    },
    headers: { idempotency_key: idempotencyKey },
    answers: {
      201: { description: "Accepted", schema: proposalViewSchema },
      200: {
        description: "Made before: under this key, or as an equal one of this agent that still waits",
        schema: proposalViewSchema,
      },
    },
    refusals: [
      "policy_denied",
      "idempotency_conflict",
      "conflicting_proposal",
      "unknown_action_type",
      "from_mismatch",
      "record_missing",
      "record_refused",
      "rate_limited",
      "too_many_pending",
      "approvers_behind",
      "agent_paused",
      "reads_busy",
      "no_netsuite_account",
    ],
    quota: (agent, { headers }) =>
      takeProposalQuota(agent, {
        idempotencyKey: headers.get("idempotency-key"),
        authorization: headers.get("authorization"),
      }),
    verb: async (agent, { idempotency_key, ...input }, { correlationId, traceId, spanId }) => {
      const command = {
        input,
        idempotencyKey: idempotency_key ?? null,
        correlationId,
        traceId,
        spanId,
        admitted: true,
      };
      const answer = await proposeAction(agent, command);
      return new Answer(answer.created ? 201 : 200, answer.proposal);
    },
  }),
  listProposals: defineOperation("GET /api/v1/proposals", {
    summary: "The agent's own proposals, newest first",
    caller: "agent",
    query: proposalsQuerySchema,
    answers: ok(proposalListSchema),
    verb: (agent, query) => listProposals(agent, query),
  }),
  readProposal: defineOperation("GET /api/v1/proposals/{id}", {
    summary: "Read one of the agent's own proposals, or wait for its next change",
    caller: "agent",
    query: z.object({
      wait: z.coerce
        .number()
        .int()
        .min(0)
        .max(PROPOSAL_LIMITS.waitSecondsMax)
        .default(0)
        .describe("Seconds to wait for the next change."),
    }),
    answers: ok(proposalViewSchema),
    refusals: ["rate_limited"],
    verb: (agent, { id, wait }, { signal }) => readProposal(agent, id, wait, signal),
  }),
  withdrawProposal: defineOperation("POST /api/v1/proposals/{id}/withdraw", {
    summary: "Withdraw a pending proposal",
    caller: "agent",
    answers: ok(proposalViewSchema),
    refusals: ["not_withdrawable", "rate_limited"],
    verb: (agent, { id }) => withdrawProposal(agent, id),
  }),
};
