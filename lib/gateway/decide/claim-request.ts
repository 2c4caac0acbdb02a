import type { ClaimRequest, DecisionContextRow } from "@/db/queries/actions/decide";
import { editTokenForms } from "@/lib/auth/session/tokens";
import { type DecisionRequirements, type PolicyAnswer, policyFactsOf } from "@/lib/core/access/policy";
import type { Person } from "@/lib/core/access/principal";
import { type EngineInForce, askAfterTier, askDecide } from "@/lib/policy/active-policy";
import type { Gateway } from "@/lib/gateway/context";
import { isGenuineAttestation } from "@/lib/gateway/access/attestation-seal";
import { judgeSwitches } from "@/lib/gateway/controls/switch-seal";
import type { DecideCommand } from "@/lib/channels/channel";
import { findUnshown } from "@/lib/action-types/payload/find-unshown";
import type { Unshown } from "@/lib/core/action/unshown";
import type { ProposalPayload } from "@/lib/core/payload/payload";
import { pushRequestsOf } from "@/lib/gateway/deliver/push-request";
import { findUnwritten } from "@/lib/gateway/ledger/seals/unwritten-seal";
import { sealRejection, sealVote } from "@/lib/gateway/ledger/seals/vote-seal";

/** Builds the claim of a person's decision, and asks the policy about it. */

/** May this person decide it, and what does an approval need by now? */
export interface PolicyAnswers {
  answer: PolicyAnswer;
  needs: DecisionRequirements;
  thresholdsVersion: number;
}

/** Asks the policy whether the person may decide, and which approvals and step-up the action needs now. */
export function askPolicy(
  engine: EngineInForce,
  person: Person,
  command: DecideCommand,
  context: DecisionContextRow,
): PolicyAnswers {
  const facts = policyFactsOf(context, {
    tenantId: person.tenantId,
    agentName: context.agentName,
    approverCount: context.approverCount,
  });
  return {
    answer: askDecide(engine, { person, decision: command.decision, facts }),
    needs: askAfterTier(engine, facts),
    thresholdsVersion: engine.thresholdsVersion,
  };
}

/** Why a card cannot show the stored payload whole; null: it can. */
export function unshownOf({ payloadText }: Pick<DecisionContextRow, "payloadText">): Unshown | null {
  return findUnshown(JSON.parse(payloadText) as ProposalPayload);
}

/** Builds the claim of a person's decision. Seals, switches and pushes are included only for an approval. */
export function claimRequestOf(
  person: Person,
  command: DecideCommand,
  context: DecisionContextRow,
  { answer, needs, thresholdsVersion }: PolicyAnswers,
  gateway: Gateway,
  unshown = unshownOf(context),
): ClaimRequest {
  const { tenantId, userId } = person;
  const { actionId, payloadHash } = command;
  const { riskLevel } = context;
  const use = { tenantId, userId, actionId, payloadHash, decision: command.decision };
  return {
    tenant_id: tenantId,
    action_id: command.actionId,
    decision: command.decision,
    payload_hash: command.payloadHash,
    risk_level: riskLevel,
    actor_kind: "person",
    actor_user_id: person.userId,
    actor_label: person.name,
    comment: command.comment,
    channel: command.channel,
    confirmed: command.confirmed,
    asks_confirmation: unshown !== null,
    edit_token_forms: command.editToken === null ? null : editTokenForms(command.editToken, use),
    standing_authorisation_id: null,
    policy: { version: answer.version, hash: answer.hash, rule: answer.rule },
    required_approvals: needs.requiredApprovals,
    requires_step_up: needs.requiresStepUp,
    seal:
      command.decision === "approve"
        ? sealVote({ tenantId, actionId, payloadHash, riskLevel, userId, standingAuthorisationId: null })
        : sealRejection({ tenantId, actionId, payloadHash, userId }),
    thresholds_version: thresholdsVersion,
    switches_from_environment: [...gateway.switchesFromEnvironment],
    switches_seen: command.decision === "approve" ? judgeSwitches(context.switches ?? []) : [],
    words_seen:
      command.decision === "approve"
        ? context.confirmations.filter((one) => isGenuineAttestation(tenantId, one))
        : [],
    unwritten: command.decision === "approve" ? findUnwritten(tenantId, context.ends) : [],
    pushes:
      command.decision === "approve"
        ? pushRequestsOf({ ...context, tenantId, actionId: command.actionId })
        : null,
  };
}
