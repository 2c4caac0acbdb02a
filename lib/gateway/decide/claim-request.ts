import type { ClaimRequest, DecisionContextRow } from "@/db/queries/actions/decide";
import { hashToken } from "@/lib/auth/session/tokens";
import { type PolicyAnswer, policyFactsOf } from "@/lib/core/access/policy";
import type { Person } from "@/lib/core/access/principal";
import { askDecide } from "@/lib/policy/active-policy";
import type { PolicyEngine } from "@/lib/policy/engine";
import type { Gateway } from "@/lib/gateway/context";
import type { DecideCommand } from "@/lib/channels/channel";
import { findUnshown } from "@/lib/action-types/payload/find-unshown";
import type { Unshown } from "@/lib/core/action/unshown";
import type { ProposalPayload } from "@/lib/core/payload/payload";
import { pushRequestsOf } from "@/lib/gateway/deliver/push-request";

/** Builds the claim of a person's decision, and asks the policy about it. */

export function askPolicy(
  engine: PolicyEngine,
  person: Person,
  command: DecideCommand,
  context: DecisionContextRow,
): PolicyAnswer {
  return askDecide(engine, {
    person,
    decision: command.decision,
    facts: policyFactsOf(context, {
      tenantId: person.tenantId,
      agentName: context.agentName,
      approverCount: context.approverCount,
    }),
  });
}

/** Why a card cannot show the stored payload whole; null: it can. */
export function unshownOf({ payloadText }: Pick<DecisionContextRow, "payloadText">): Unshown | null {
  return findUnshown(JSON.parse(payloadText) as ProposalPayload);
}

export function claimRequestOf(
  person: Person,
  command: DecideCommand,
  context: DecisionContextRow,
  answer: PolicyAnswer,
  gateway: Gateway,
  unshown = unshownOf(context),
): ClaimRequest {
  const { tenantId } = person;
  return {
    tenant_id: tenantId,
    action_id: command.actionId,
    decision: command.decision,
    payload_hash: command.payloadHash,
    actor_kind: "person",
    actor_user_id: person.userId,
    actor_label: person.name,
    comment: command.comment,
    channel: command.channel,
    confirmed: command.confirmed,
    asks_confirmation: unshown !== null,
    edit_token_hash: command.editToken === null ? null : hashToken(command.editToken),
    standing_authorisation_id: null,
    policy: { version: answer.version, hash: answer.hash, rule: answer.rule },
    switches_from_environment: [...gateway.switchesFromEnvironment],
    pushes:
      command.decision === "approve"
        ? pushRequestsOf({ ...context, tenantId, actionId: command.actionId })
        : null,
  };
}
