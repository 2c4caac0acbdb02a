import type { TenantTransaction } from "@/db/client";
import { appendEvent } from "@/db/queries/ledger/events";
import { announceAction } from "@/db/queries/pushes/outbox";
import {
  type NewProposal,
  fillTierConsequences,
  hashEvidence,
  insertProposal,
} from "@/db/queries/actions/proposals";
import { insertWaitingValues } from "@/db/queries/actions/waiting-values";
import { findApprovalsInRun } from "@/db/queries/workflows/run-proposals";
import type { ProposedActionRow } from "@/db/schema/actions";
import { activePolicyIn, askAfterTier, policyFactsIn } from "@/lib/policy/active-policy";
import { setValuesOf } from "@/lib/action-types/payload/set-values";
import type { ProposalPayload } from "@/lib/core/payload/payload";
import { isoOf } from "@/lib/core/values/time";
import { sealIntake } from "@/lib/gateway/ledger/seals/intake-seal";

export interface ProposalInsertion {
  row: NewProposal;
  agentName: string;
  /** The proposer of this version, for its event in the ledger. */
  actor: { kind: "agent" | "person"; label: string };
  /** The requested lifetime, which the database limits to the tier's full time. Null: the full time. */
  expiresInSeconds: number | null;
  /** The least number of approvers; the policy may ask for more. Absent: one. */
  approvalsMin?: number;
}

/**
 * Inserts a version in the caller's transaction. The trigger sets the tier, the policy the number of approvals; event and outbox row
 * are written with it.
 */
export async function insertTieredProposal(
  tx: TenantTransaction,
  { row, expiresInSeconds, ...more }: ProposalInsertion,
): Promise<ProposedActionRow> {
  return completeProposal(tx, await insertProposal(tx, row, expiresInSeconds), more);
}

/** Completes a row that was just inserted: requirements of the policy, waiting values, seal, event and outbox row. */
export async function completeProposal(
  tx: TenantTransaction,
  inserted: ProposedActionRow,
  { agentName, actor, approvalsMin = 1 }: Pick<ProposalInsertion, "agentName" | "actor" | "approvalsMin">,
): Promise<ProposedActionRow> {
  const { tenantId, supersedesId } = inserted;
  // A run may require two people; an edit must not lower that.
  const before = supersedesId === null ? null : await findApprovalsInRun(tx, tenantId, supersedesId);
  const { engine, needs } = await requirementsIn(tx, tenantId, { ...inserted, agentName });
  const action = await fillTierConsequences(tx, tenantId, inserted.id, {
    requiredApprovals: Math.max(needs.requiredApprovals, approvalsMin, before ?? 1),
    requiresStepUp: needs.requiresStepUp,
    policyRule: needs.rule,
  });
  await insertWaitingValues(tx, tenantId, action.id, setValuesOf(action.payloadJson as ProposalPayload));
  const evidenceHash = await hashEvidence(tx, tenantId, action.id);
  await appendEvent(tx, {
    tenantId,
    actionId: action.id,
    type: "hitl.proposed",
    actorKind: actor.kind,
    actorLabel: actor.label,
    details: {
      payload_hash: action.payloadHash,
      action_type: action.actionType,
      risk_level: action.riskLevel,
      risk_rule: action.riskRule,
      weighed: action.riskWeighed,
      // In the hash chain, so that the tier that the agent claimed cannot be disputed later.
      ...(action.claimedRiskLevel === null ? {} : { claimed_risk_level: action.claimedRiskLevel }),
      policy: {
        version: engine.version,
        hash: engine.hash,
        rule: inserted.policyRule,
        approvals_rule: needs.rule,
      },
      required_approvals: action.requiredApprovals,
      requires_step_up: action.requiresStepUp,
      agent_id: action.agentId,
      on_behalf_of_user_id: action.onBehalfOfUserId,
      model: action.model,
      prompt_template_version: action.promptTemplateVersion,
      idempotency_key: action.idempotencyKey,
      correlation_id: action.correlationId,
      trace_id: action.traceId,
      expires_at: isoOf(action.expiresAt),
      intake_seal: sealIntake({ tenantId, actionId: action.id, evidenceHash }),
      ...originDetails(action),
    },
  });
  await announceAction(tx, tenantId, action.id, "proposed");
  return action;
}

/** The policy's requirements for the decision of a row whose tier is known. */
export async function requirementsIn(
  tx: TenantTransaction,
  tenantId: number,
  row: Parameters<typeof policyFactsIn>[2],
) {
  const engine = await activePolicyIn(tx, tenantId);
  return { engine, needs: askAfterTier(engine, await policyFactsIn(tx, tenantId, row)) };
}

/** The origin of the version; empty for an agent's own first version. */
function originDetails(action: ProposedActionRow): Record<string, number> {
  return {
    ...(action.supersedesId === null ? {} : { supersedes_id: action.supersedesId }),
    ...(action.undoOfId === null ? {} : { undo_of_id: action.undoOfId }),
    ...(action.authorUserId === null ? {} : { author_user_id: action.authorUserId }),
  };
}
