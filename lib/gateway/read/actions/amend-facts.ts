import { policyFactsOf } from "@/lib/core/access/policy";
import type { TenantTransaction } from "@/db/client";
import { type AmendmentContext, readAmendmentContext } from "@/db/queries/actions/amendments";
import { countApprovers } from "@/db/queries/people/people";
import { AppError } from "@/lib/core/errors";
import { actionTypeOf } from "@/lib/action-types/registry";
import type { ProposalPayload } from "@/lib/core/payload/payload";
import { type AmendFacts, type AmendVerb, refusalOf } from "@/lib/core/action/amend-rules";
import type { Person } from "@/lib/core/access/principal";
import type { Decision } from "@/lib/core/action/proposed-action";
import { variablePartsOf, variesNothing } from "@/lib/action-types/payload/variable-parts";
import { activePolicyIn, askDecide } from "@/lib/policy/active-policy";
import { isoOf } from "@/lib/core/values/time";

export interface Amendable extends AmendmentContext {
  payload: ProposalPayload;
  facts: AmendFacts;
}

/**
 * What the rules of lib/core/action/amend-rules.ts weigh, read in the caller's transaction. To end somebody's proposal is a
 * decision against it, so the policy is asked as for a rejection: who may not reject it may not edit or cancel it. To keep
 * it open is a step towards approving it, so whoever may not approve it may not extend it.
 * @throws AppError not_found 404, also for another tenant's id.
 */
export async function readAmendable(
  tx: TenantTransaction,
  person: Person,
  actionId: number,
): Promise<Amendable> {
  const { tenantId } = person;
  const context = await readAmendmentContext(tx, tenantId, actionId);
  if (!context) throw new AppError("not_found", "There is no such proposed action.");
  const { action } = context;
  const payload = JSON.parse(action.payloadText) as ProposalPayload;
  const policy = await activePolicyIn(tx, tenantId);
  const weighed = policyFactsOf(action, {
    tenantId,
    agentName: context.agentName,
    approverCount: await countApprovers(tx, tenantId),
  });
  const forbids = (decision: Decision) => {
    const answer = askDecide(policy, { person, decision, facts: weighed });
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
      pushes: context.pushes,
      receiptOpen: context.receiptOpen,
      creates: actionTypeOf(payload.action_type)?.effect === "create",
      varies: !variesNothing(variablePartsOf(payload)),
      reversible: context.howToReverse !== null,
      successorId: context.successorId,
      undoId: context.undoId,
      policyRule: forbids("reject"),
      policyRuleToApprove: forbids("approve"),
      riskLevel: action.riskLevel,
      secondsLeft: context.secondsLeft,
      secondsGiven: (action.expiresAt.getTime() - action.createdAt.getTime()) / 1_000,
      actors: context.actors,
    },
  };
}

/** @throws AppError the refusal of lib/core/action/amend-rules.ts, with who ended it and when where that is the reason. */
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

/** Two verbs met on one row and this one came second: what the first made of it, as a refusal. */
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
  return new AppError(
    "already_decided",
    `It is ${now.facts.status} now; look again and repeat what you meant.`,
    {
      members: {
        action_status: now.facts.status,
        decision: now.action.decision,
        decided_by: now.action.decidedByLabel,
        decided_at: isoOf(now.action.decidedAt),
      },
    },
  );
}
