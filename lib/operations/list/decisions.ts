import { z } from "zod";
import { apiChannel, pageChannel } from "@/lib/channels/web";
import {
  bulkDecideResultSchema,
  bulkDecideSchema,
  decideResultSchema,
  decideSchema,
  editTokenResultSchema,
  editTokenSchema,
} from "@/lib/contract/actions/decision";
import { bulkDecide } from "@/lib/gateway/decide/bulk-decide";
import { decideAction } from "@/lib/gateway/decide/decide-action";
import { issueEditToken } from "@/lib/gateway/decide/issue-edit-token";
import { created, defineOperation, ok } from "@/lib/operations/frame/operation";

/** Deciding, one at a time and many at once, and the proof that an L5 approval needs. */

const editTokenHeader = {
  name: "X-Edit-Token",
  description: "Needed to approve at L5; from /api/edit-tokens.",
  schema: z.string().max(500),
  read: (token: string) => token,
};

const channels = { api: apiChannel, page: pageChannel };

export const decisions = {
  decideAction: defineOperation("POST /api/proposed-actions/{id}/decide", {
    summary: "Approve or reject",
    role: "approver",
    body: decideSchema,
    example: { decision: "approve", payload_hash: "0".repeat(64) },
    headers: { edit_token: editTokenHeader },
    answers: ok(
      decideResultSchema,
      "claimed, vote_recorded, or already_decided by the same person in the same way",
    ),
    refusals: [
      "own_proposal",
      "not_entitled",
      "not_independent",
      "new_in_office",
      "recently_recovered",
      "policy_denied",
      "already_decided",
      "expired",
      "changed",
      "drifted",
      "tier_raised",
      "blocked",
      "confirmation_missing",
      "edit_token_missing",
      "edit_token_invalid",
    ],
    verb: (person, { id, edit_token: editToken, ...input }, { channel }) =>
      decideAction(person, channels[channel].receive({ actionId: id, input, editToken })),
  }),
  bulkDecide: defineOperation("POST /api/proposed-actions/bulk-decide", {
    summary: "Decide up to 500 at once; one outcome per row",
    role: "approver",
    body: bulkDecideSchema,
    example: { decision: "approve", items: [{ id: 1, payload_hash: "0".repeat(64) }] },
    answers: ok(bulkDecideResultSchema),
    verb: (person, input) => bulkDecide(person, input),
  }),
  issueEditToken: defineOperation("POST /api/edit-tokens", {
    summary: "Step up: typed reference and second factor mint a single-use token",
    role: "approver",
    body: editTokenSchema,
    example: {
      action_id: 1,
      payload_hash: "0".repeat(64),
      decision: "approve",
      typed_reference: "Riverbend Foods",
      factor: { type: "totp", code: "000000" },
    },
    answers: created(editTokenResultSchema, "Minted"),
    refusals: ["step_up_failed", "not_found", "already_decided", "expired", "changed", "rate_limited"],
    verb: (person, input) => issueEditToken(person, input),
  }),
};
