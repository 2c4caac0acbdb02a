import { type TenantTransaction, inTenant } from "@/db/client";
import { countAhead, findMedianDecision } from "@/db/queries/actions/waiting";
import { PROPOSAL_LIMITS, type ProposalView } from "@/lib/contract/actions/proposal";
import type { Gateway } from "@/lib/gateway/context";
import { shortLivedCache } from "@/lib/gateway/short-lived-cache";

/** Where a proposal stands among those that wait, and how long people take. */

/** The median moves slowly, and reads up to a thousand decisions. */
const medians = shortLivedCache<number | null>("median-decision", 30_000);

/** The view with its queue. One that waits no more, by its status, has none. Asked after a wait, never within one. */
export async function withQueue(
  tenantId: number,
  view: ProposalView,
  gateway: Gateway,
): Promise<ProposalView> {
  if (view.status !== "pending") return view;
  const { id, risk_level: riskLevel, expires_at: expiresAt } = view;
  const queue = await inTenant(gateway.database, tenantId, async (tx) => ({
    ahead: await countAhead(
      tx,
      tenantId,
      { id, riskLevel, expiresAt: new Date(expiresAt) },
      PROPOSAL_LIMITS.aheadMax,
    ),
    median_decision_seconds: await medianDecisionIn(tx, tenantId, riskLevel, gateway),
  }));
  return { ...view, queue };
}

/** How long people took lately over proposals of this tier's kind; half a minute old at most. Null: they decided too few. */
export const medianDecisionIn = (tx: TenantTransaction, tenantId: number, tier: number, gateway: Gateway) =>
  medians.get(`${tenantId} ${tier >= 4}`, gateway, () => findMedianDecision(tx, tenantId, tier));
