import { and, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import { RISK_TIERS, type RiskTier } from "@/lib/core/action/risk-tier";
import type { TenantTransaction } from "@/db/client";
import { proposedActions } from "@/db/schema/actions";
import { type ActionFilter, conditionsOf } from "./list-filter";
import { type SearchHits, WALKED_MAX, hasWords, isWalk } from "./search";

export interface TierCount {
  tier: RiskTier;
  count: number;
  /** There are more of this tier, or there may be. */
  more: boolean;
}

export type CountsFilter = Omit<ActionFilter, "tier">;
/** One statement of five parts. */
type Parts<Part> = [Part, Part, ...Part[]];
type Walk = Extract<SearchHits, { words: unknown }>;

/**
 * How many actions of each tier the list holds without its filter by tier. Counting stops at `countMax` a tier, so that
 * a list of a million costs no more than one of ten thousand.
 */
export async function countByTier(
  tx: TenantTransaction,
  tenantId: number,
  filter: CountsFilter,
  countMax: number,
): Promise<TierCount[]> {
  if (isWalk(filter.found)) return countWalk(tx, tenantId, filter, filter.found, countMax);
  return hasIndexByTier(filter)
    ? countEach(tx, tenantId, filter, countMax)
    : countInOnePass(tx, tenantId, filter, countMax);
}

/** Pending and the history have an index whose entries stand together by tier, for lists without another filter. */
const hasIndexByTier = (filter: CountsFilter): boolean =>
  (filter.status === "pending" || filter.status === "history") && !isFiltered(filter);

/** True if the list is filtered by anything but status. */
export function isFiltered(filter: CountsFilter): boolean {
  const noFilter: CountsFilter = { status: filter.status, seesContent: filter.seesContent };
  return Object.entries(filter).some(([name, value]) => value !== undefined && !(name in noFilter));
}

/** Each tier by its own part of the index. */
async function countEach(
  tx: TenantTransaction,
  tenantId: number,
  filter: CountsFilter,
  countMax: number,
): Promise<TierCount[]> {
  const counts = RISK_TIERS.map((tier) => {
    const some = rowsOf(tx, tenantId, { ...filter, tier }, countMax + 1).as(`tier_${tier}`);
    return tx.select({ tier: tierOf(tier), count: sql<number>`count(*)::int` }).from(some);
  });
  const [first, second, ...others] = counts as Parts<(typeof counts)[0]>;
  const rows = await unionAll(first, second, ...others);
  return rows.map(({ tier, count }) => cappedCount(tier, count, countMax, false));
}

/**
 * All tiers at once, from as many rows as the tiers may count together. With an index that does not begin by tier, each tier would
 * read the rows of all others again: of 250,000 ended actions of one type 2 s, where one pass over the index takes 1.8 ms.
 * Five plain counts, because to group 10,000 rows takes 0.4 ms more.
 */
async function countInOnePass(
  tx: TenantTransaction,
  tenantId: number,
  filter: CountsFilter,
  countMax: number,
): Promise<TierCount[]> {
  const rowsMax = RISK_TIERS.length * countMax;
  const some = rowsOf(tx, tenantId, filter, rowsMax + 1).as("some");
  const counts = RISK_TIERS.map((tier) => sql`count(*) FILTER (WHERE ${some.tier} = ${tierOf(tier)})`);
  const [row] = await tx
    .select({ counts: sql<number[]>`jsonb_build_array(${sql.join(counts, sql`, `)})` })
    .from(some);
  const countOf = row!.counts;
  const isCutOff = countOf.reduce((sum, count) => sum + count, 0) > rowsMax;
  return RISK_TIERS.map((tier, index) => cappedCount(tier, countOf[index]!, countMax, isCutOff));
}

/** Counts a search with many hits: of each tier, at most as many rows are compared with its words as for one page. */
async function countWalk(
  tx: TenantTransaction,
  tenantId: number,
  filter: CountsFilter,
  found: Walk,
  countMax: number,
): Promise<TierCount[]> {
  const seenMax = WALKED_MAX / RISK_TIERS.length;
  const search = { ...found, seesContent: filter.seesContent };
  const counts = RISK_TIERS.map((tier) => {
    const some = rowsOf(tx, tenantId, { ...filter, tier }, seenMax).as(`tier_${tier}`);
    const hits = sql<number>`count(*) FILTER (WHERE ${hasWords(tx, tenantId, some.id, search)})::int`;
    return tx.select({ tier: tierOf(tier), hits, seen: sql<number>`count(*)::int` }).from(some);
  });
  const [first, second, ...others] = counts as Parts<(typeof counts)[0]>;
  const rows = await unionAll(first, second, ...others);
  return rows.map(({ tier, hits, seen }) => cappedCount(tier, hits, countMax, seen === seenMax));
}

const rowsOf = (tx: TenantTransaction, tenantId: number, filter: ActionFilter, rowsMax: number) =>
  tx
    .select({ id: proposedActions.id, tier: proposedActions.riskLevel })
    .from(proposedActions)
    .where(and(...conditionsOf(tenantId, filter)))
    .limit(rowsMax);

const tierOf = (tier: RiskTier) => sql<RiskTier>`${sql.raw(String(tier))}::int`;

export const cappedCount = (
  tier: RiskTier,
  count: number,
  countMax: number,
  isCutOff: boolean,
): TierCount => ({
  tier,
  count: Math.min(count, countMax),
  more: isCutOff || count > countMax,
});
