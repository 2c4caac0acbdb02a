import { type TenantTransaction, inTenant } from "@/db/client";
import { type AmendmentContext, readAmendmentContext } from "@/db/queries/actions/amendments";
import { AppError, noSuchAction } from "@/lib/core/errors";
import { actionTypeOf } from "@/lib/action-types/registry";
import type { ProposalPayload } from "@/lib/core/payload/payload";
import { type AmendFacts, type AmendVerb, refusalOf } from "@/lib/core/action/amend-rules";
import type { Person } from "@/lib/core/access/principal";
import type { Decision } from "@/lib/core/action/proposed-action";
import { variablePartsOf, variesNothing } from "@/lib/action-types/payload/variable-parts";
import { activePolicyIn, askDecide, policyFactsIn } from "@/lib/policy/active-policy";
import type { Gateway } from "@/lib/gateway/context";
import { isoOf } from "@/lib/core/values/time";

export interface Amendable extends AmendmentContext {
  payload: ProposalPayload;
  facts: AmendFacts;
}

/**
 * The facts for the rules of lib/core/action/amend-rules.ts, read in the caller's transaction. To end somebody's proposal is
 * a decision against it, so the policy is asked as for a rejection: a person who may not reject it may not edit or cancel
 * it. To keep it open is a step towards approving it, so a person who may not approve it may not extend it.
 * @throws AppError not_found 404, also for another tenant's id.
 */
export async function readAmendable(
  tx: TenantTransaction,
  person: Person,
  actionId: number,
): Promise<Amendable> {
  const { tenantId } = person;
  const context = await readAmendmentContext(tx, tenantId, actionId);
  if (!context) throw noSuchAction();
  const { action } = context;
  const payload = JSON.parse(action.payloadText) as ProposalPayload;
  const policy = await activePolicyIn(tx, tenantId);
  const policyFacts = await policyFactsIn(tx, tenantId, { ...action, agentName: context.agentName });
  const forbids = (decision: Decision) => {
    const answer = askDecide(policy, { person, decision, facts: policyFacts });
    return answer.effect === "deny" ? answer.rule : null;
  };
  return {
    ...context,
    payload,
    facts: {
      role: person.role,
      userId: person.userId,
      status: action.status === "pending" && context.secondsLeft <= 0 ? "expired" : action.status,
      authorUserId: action.authorUserId,
      onBehalfOfUserId: action.onBehalfOfUserId,
      decidedByUserId: action.decidedByUserId,
      decidedBy: action.decidedByLabel,
      graceSecondsLeft: context.graceSecondsLeft,
      pushes: context.pushes,
      receiptOpen: context.receiptOpen,
      creates: actionTypeOf(payload.action_type)?.effect === "create",
      varies: !variesNothing(variablePartsOf(payload)),
      reversible: context.howToReverse !== null,
      successorId: context.successorId,
      undoId: context.undoId,
      finding: context.finding,
      policyRule: forbids("reject"),
      policyRuleToApprove: forbids("approve"),
      riskLevel: action.riskLevel,
      secondsLeft: context.secondsLeft,
      secondsGiven: (action.expiresAt.getTime() - action.createdAt.getTime()) / 1_000,
      actors: context.actors,
    },
  };
}

/**
 * The action as it is now, for a person who may do this with it.
 * @throws AppError not_found 404; the refusal of lib/core/action/amend-rules.ts.
 */
export async function readIfAllowed(
  verb: AmendVerb,
  person: Person,
  actionId: number,
  gateway: Gateway,
): Promise<Amendable> {
  const amendable = await inTenant(gateway.database, person.tenantId, (tx) =>
    readAmendable(tx, person, actionId),
  );
  assertMay(verb, amendable);
  return amendable;
}

/** @throws AppError the refusal of lib/core/action/amend-rules.ts; if an end is the reason, with its actor and time. */
export function assertMay(verb: AmendVerb, { action, facts }: Amendable): void {
  const refusal = refusalOf(verb, facts);
  if (!refusal) return;
  const ended =
    refusal.code === "already_decided" || refusal.code === "not_withdrawable"
      ? {
          decision: action.decision,
          decided_by: action.endedByLabel ?? action.decidedByLabel,
          decided_at: isoOf(action.endedAt ?? action.appliedAt ?? action.decidedAt),
        }
      : {};
  throw new AppError(refusal.code, refusal.why, { members: { ...ended, ...refusal.members } });
}

/** The refusal for the second of two verbs that met on one row: it describes the effect of the first. */
export async function refuseAfterRace(
  tx: TenantTransaction,
  person: Person,
  actionId: number,
  verb: AmendVerb,
): Promise<AppError> {
  const now = await readAmendable(tx, person, actionId);
  try {
    assertMay(verb, now);
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  const { status } = now.facts;
  return new AppError("already_decided", `It is ${status} now; look again and repeat what you meant.`, {
    members: {
      action_status: status,
      decision: now.action.decision,
      decided_by: now.action.decidedByLabel,
      decided_at: isoOf(now.action.decidedAt),
    },
  });
}
