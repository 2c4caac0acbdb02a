import { and } from "drizzle-orm";
import { RISK_TIERS, type RiskTier } from "@/lib/core/action/risk-tier";
import type { TenantTransaction } from "@/db/client";
import { selectOne } from "@/db/queries/rows";
import { proposedActions } from "@/db/schema/actions";
import { conditionsOf } from "./list-filter";
import { type SearchQuery, findMeant, hitsOf, readSearch } from "./search";
import { type CountsFilter, type TierCount, cappedCount, countByTier, isFiltered } from "./tier-counts";

/** More hits than this are many. Counts show no rows, so that they know more of them than a page does. */
const COUNTED_HITS_MAX = 5_000;
/** So many known hits in the list say enough of many. With fewer, most of the newest hits do not stand in it. */
const COUNTED_MIN = 250;

/** How many actions of each tier a search finds in the list, without its filter by tier; up to `countMax` of each. */
export async function countSearch(
  tx: TenantTransaction,
  tenantId: number,
  { q, ...filter }: CountsFilter & { q: string },
  countMax: number,
): Promise<TierCount[]> {
  const query = await readSearch(tx, tenantId, { ...filter, q });
  const { words, id } = query;
  const countFound = (found: CountsFilter["found"]) =>
    countByTier(tx, tenantId, { ...filter, found }, countMax);
  if (words.length === 0 && id !== null) return countFound({ ids: [id] });
  const hits = await countHits(tx, tenantId, filter, query);
  const countsOf = (isCutOff: boolean) =>
    RISK_TIERS.map((tier) => cappedCount(tier, hits.counts[tier] ?? 0, countMax, isCutOff));
  if (hits.complete && (hits.found > 0 || id !== null)) return countsOf(false);
  if (hits.complete) return countFound(await findMeant(tx, query, COUNTED_HITS_MAX));
  const counted = Object.values(hits.counts).reduce((sum, count) => sum + count, 0);
  const isEndless = (filter.status === "history" || filter.status === "all") && !isFiltered(filter);
  return isEndless && counted >= COUNTED_MIN ? countsOf(true) : countFound({ words: [words], orId: id });
}

/** Finds and counts in one statement: the ids of 2,500 hits on their way to the app and back took most of the time. */
const countHits = (tx: TenantTransaction, tenantId: number, filter: CountsFilter, query: SearchQuery) =>
  selectOne<{ complete: boolean; found: number; counts: Partial<Record<RiskTier, number>> }>(tx)`
    WITH hits AS MATERIALIZED (
      SELECT ids || ${query.id === null ? "{}" : `{${query.id}}`}::bigint[] AS ids, cardinality(ids) AS found, complete
      FROM ${hitsOf(query, COUNTED_HITS_MAX)}
    ), tiers AS (
      SELECT ${proposedActions.riskLevel} AS tier, count(*) AS count FROM ${proposedActions}, hits
      WHERE ${and(...conditionsOf(tenantId, filter))} AND ${proposedActions.id} = ANY(hits.ids)
      GROUP BY ${proposedActions.riskLevel}
    )
    SELECT complete, found, (SELECT coalesce(jsonb_object_agg(tier, count), '{}') FROM tiers) AS counts FROM hits`;
