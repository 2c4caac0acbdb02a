import { inTenant } from "@/db/client";
import {
  type ClaimRow,
  type DecisionContextRow,
  raiseTierOfRow,
  readUnwrittenEnds,
} from "@/db/queries/actions/decide";
import type { RiskTier } from "@/lib/core/action/risk-tier";
import { describeError, log } from "@/lib/log";
import { activePolicyIn, askAfterTier, policyFactsIn } from "@/lib/policy/active-policy";
import type { Gateway } from "@/lib/gateway/context";
import { findUnwritten } from "@/lib/gateway/ledger/seals/unwritten-seal";

/** A tier that rises again while the policy is asked about it; more often than this nobody approves that fast. */
const roundsMax = 3;

/** The facts of an action that the policy judges, but for its tier. */
type JudgedContext = Pick<
  DecisionContextRow,
  | "actionType"
  | "impactCents"
  | "onBehalfOfUserId"
  | "agentName"
  | "entityType"
  | "entityRef"
  | "customerRef"
  | "payloadText"
>;

/**
 * After a claim that found the totals heavier than when the action was proposed: gives the row the tier that it has now,
 * and the approvals and step-up that the policy wants for it, so that the person can decide it there. Nothing happens
 * where a live reading raised the tier: that action is proposed again from the live value.
 *
 * Never throws. A row that could not be raised still cannot be claimed at its old tier, and the next try raises it.
 */
export async function raiseTierAfter(
  claim: Pick<ClaimRow, "outcome" | "riskLevel" | "riskRule">,
  action: { tenantId: number; id: number },
  context: JudgedContext,
  gateway: Gateway,
): Promise<void> {
  if (claim.outcome !== "tier_raised" || claim.riskRule === null || claim.riskLevel === null) return;
  try {
    let asked: number | null = claim.riskLevel;
    for (let round = 0; round < roundsMax && asked !== null; round += 1) {
      const tier: RiskTier = asked as RiskTier;
      const weighed: number | null = await raiseOnce(action, tier, context, gateway);
      if (weighed === tier)
        log.info({ ...action, riskLevel: tier }, "The tier of a pending action was raised");
      asked = weighed === tier ? null : weighed;
    }
  } catch (error) {
    log.warn({ ...action, error: describeError(error) }, "The tier of an action could not be raised");
  }
}

/** The tier that the action should have now; null: it no longer waits, or its tier holds. */
function raiseOnce(
  { tenantId, id }: { tenantId: number; id: number },
  riskLevel: RiskTier,
  context: JudgedContext,
  gateway: Gateway,
): Promise<number | null> {
  return inTenant(gateway.database, tenantId, async (tx) => {
    const facts = { ...context, riskLevel, requiredApprovals: 1 };
    const needs = askAfterTier(await activePolicyIn(tx, tenantId), await policyFactsIn(tx, tenantId, facts));
    const ends = await readUnwrittenEnds(tx, tenantId, context.actionType);
    return raiseTierOfRow(tx, id, riskLevel, needs, findUnwritten(tenantId, ends));
  });
}
