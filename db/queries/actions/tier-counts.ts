import { and, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import { RISK_TIERS, type RiskTier } from "@/lib/core/action/risk-tier";
import type { TenantTransaction } from "@/db/client";
import { proposedActions } from "@/db/schema/actions";
import { type ActionFilter, conditionsOf } from "./list-filter";
import { WALKED_MAX, hasWords, isWalk } from "./search";

/**
 * How many actions of each tier the list holds without its filter by tier. Counting stops at `countMax` a tier, so that
 * a list of a million costs no more than one of ten thousand. Of a search with many hits it looks at so many rows of
 * each tier as one page may: `more` says that there are others.
 */
export async function countByTier(
  tx: TenantTransaction,
  tenantId: number,
  filter: Omit<ActionFilter, "tier">,
  countMax: number,
): Promise<{ tier: RiskTier; count: number; more: boolean }[]> {
  const { found, seesContent } = filter;
  const search = isWalk(found) && { ...found, seesContent };
  const seenMax = search ? WALKED_MAX / RISK_TIERS.length : countMax + 1;
  const counts = RISK_TIERS.map((tier) => {
    const some = tx
      .select({ id: proposedActions.id })
      .from(proposedActions)
      .where(and(...conditionsOf(tenantId, { ...filter, tier })))
      .limit(seenMax)
      .as(`tier_${tier}`);
    const hits = search
      ? sql<number>`count(*) FILTER (WHERE ${hasWords(tx, tenantId, some.id, search)})::int`
      : sql<number>`count(*)::int`;
    return tx
      .select({ tier: sql<RiskTier>`${sql.raw(String(tier))}::int`, hits, seen: sql<number>`count(*)::int` })
      .from(some);
  });
  const [first, second, ...others] = counts as [(typeof counts)[0], (typeof counts)[0], ...typeof counts];
  const rows = await unionAll(first, second, ...others);
  return rows.map(({ tier, hits, seen }) => ({
    tier,
    count: Math.min(hits, countMax),
    more: search ? seen === seenMax : hits > countMax,
  }));
}
