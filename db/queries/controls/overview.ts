import { sql } from "drizzle-orm";
import type { TenantTransaction } from "@/db/client";
import type { RiskTier } from "@/lib/core/action/risk-tier";
import type { pushLanes } from "@/db/schema/pushes";
import { type RowOf, selectAll, selectFirst, selectOne } from "@/db/queries/rows";

/** Counts and figures for the always-visible strip, the dashboard and the metrics. Each is one statement over one tenant. */

export interface PendingOfTier {
  tier: RiskTier;
  count: number;
  oldest: string | null;
}

/** Each tier by its own part of an index that holds the times as well; what is overdue stands at its beginning. */
export const countPendingByTier = (tx: TenantTransaction, tenantId: number) =>
  selectAll<PendingOfTier>(tx)`
    SELECT t.tier::int AS tier, a.count, a.oldest
    FROM generate_series(1, 5) AS t (tier), clock_timestamp() AS now, LATERAL (
      SELECT count(*)::int AS count, min(created_at) AS oldest FROM proposed_actions
      WHERE tenant_id = ${tenantId} AND status = 'pending' AND risk_level = t.tier::smallint AND expires_at > now) AS a
    ORDER BY t.tier DESC`;

export const countOpenEnds = (tx: TenantTransaction, tenantId: number) =>
  selectOne<{ now: string; approved: number; stale: number; deadLetters: number }>(tx)`
    SELECT clock_timestamp() AS now,
      (SELECT count(*)::int FROM proposed_actions WHERE tenant_id = ${tenantId} AND status = 'approved') AS approved,
      (SELECT count(*)::int FROM proposed_actions WHERE tenant_id = ${tenantId} AND status = 'stale') AS stale,
      (SELECT count(*)::int FROM ns_push_dlq_log d JOIN ns_pending_pushes p ON p.id = d.push_id AND p.status = 'dead'
         WHERE d.tenant_id = ${tenantId} AND d.replayed_at IS NULL) AS dead_letters`;

export type LaneRow = { waiting: number } & RowOf<
  typeof pushLanes,
  "state" | "code" | "message" | "haltedAt" | "probeAt" | "lastReconciledAt"
>;

export const readLaneStatus = (tx: TenantTransaction, tenantId: number) =>
  selectFirst<LaneRow>(tx)`
    SELECT state, code, message, halted_at, probe_at, last_reconciled_at,
      (SELECT count(*)::int FROM ns_pending_pushes p
       WHERE p.tenant_id = l.tenant_id AND p.status = 'queued' AND p.destination = 'netsuite') AS waiting
    FROM push_lanes l WHERE tenant_id = ${tenantId}`;

export const listThresholds = (tx: TenantTransaction, tenantId: number, actionType: string) =>
  selectAll<{ name: string; measure: string; atLeast: string | null; tier: number }>(tx)`
    SELECT name, measure, at_least, tier::int AS tier FROM risk_tier_rules
    WHERE tenant_id = ${tenantId} AND action_type IN (${actionType}, '*')
    ORDER BY tier, measure, at_least, name LIMIT 100`;

interface DecisionsOfDay {
  day: string;
  approved: number;
  rejected: number;
  expired: number;
  byPolicy: number;
}

/** A duration's figures. Tier 0: of all tiers. */
interface Durations {
  figure: "decided" | "applied";
  tier: RiskTier | 0;
  count: number;
  medianMs: number;
  p90Ms: number;
  p95Ms: number;
}

interface Figures {
  /** Seven calendar days in the tenant's time zone, up to today. */
  days: DecisionsOfDay[];
  /** The time that decisions took by tier, and writes from their approval. Empty: there was none. */
  durations: Durations[];
  /** Applied ones by the day of their application, the others by the moment at which they were queued. */
  outcomes: { status: string; count: number }[];
}

/** The middle of a bucket's ends; the true value is at most 2.5 % away. */
const middleMs = (share: number) =>
  sql`power(1.05::float8, 0.5 + min(bucket) FILTER (WHERE upto >= ${share} * total))`;

/**
 * The dashboard's week: the figures that the sweep has counted by day, the durations that it has added up by week, and those that
 * came since. One statement, because reading these figures is most of its cost. The last day is named, so that the planner expects
 * few rows of many days and takes the index. Sums of float8 are exact up to 2 ^ 53, and twice as fast as those of bigint. Durations
 * of tier 0 are those of writes. A bucket may come twice, counted and since: both rows name the same one, so none is added up first.
 */
export async function readFigures(tx: TenantTransaction, tenantId: number): Promise<Figures> {
  const row = await selectOne<{ figures: Figures }>(tx)`
    WITH shown AS (
      SELECT t.time_zone, (clock_timestamp() AT TIME ZONE t.time_zone)::date - 6 AS first_day,
        (SELECT coalesce(s.figures_until, '-infinity') FROM sweeps s WHERE s.tenant_id = t.id) AS counted_until
      FROM tenants t WHERE t.id = ${tenantId}
    ), lately AS MATERIALIZED (
      SELECT day, figure, tier, bucket, count FROM figures_between(
        (SELECT greatest(counted_until, first_day::timestamp AT TIME ZONE time_zone - interval '1 microsecond')
         FROM shown),
        'infinity')
    ), figures AS MATERIALIZED (
      SELECT day, figure, count FROM daily_figures
      WHERE tenant_id = ${tenantId}
        AND day >= (SELECT first_day FROM shown) AND day <= (SELECT first_day + 6 FROM shown)
      UNION ALL
      SELECT day, figure, count FROM lately
    ), by_day AS (
      SELECT to_char(d.day, 'YYYY-MM-DD') AS day,
        coalesce(sum(f.count) FILTER (WHERE f.figure = 'approved'), 0) AS approved,
        coalesce(sum(f.count) FILTER (WHERE f.figure = 'rejected'), 0) AS rejected,
        coalesce(sum(f.count) FILTER (WHERE f.figure = 'expired'), 0) AS expired,
        coalesce(sum(f.count) FILTER (WHERE f.figure = 'by_policy'), 0) AS "byPolicy"
      FROM shown CROSS JOIN generate_series(0, 6) AS n
        CROSS JOIN LATERAL (SELECT shown.first_day + n AS day) AS d
        LEFT JOIN figures f ON f.day = d.day AND f.figure IN ('approved', 'rejected', 'expired', 'by_policy')
      GROUP BY d.day
    ), counted AS (
      SELECT tier, bucket, count::float8 AS count FROM weekly_durations
      WHERE tenant_id = ${tenantId} AND last_day = (SELECT first_day + 6 FROM shown)
      UNION ALL
      SELECT tier, bucket, count::float8 FROM lately WHERE figure IN ('decided', 'applied')
    ), summed AS (
      SELECT tier, bucket, sum(count) OVER (PARTITION BY tier ORDER BY bucket) AS upto,
        sum(count) OVER (PARTITION BY tier) AS total FROM counted
    ), durations AS (
      SELECT CASE tier WHEN 0 THEN 'applied' ELSE 'decided' END AS figure, tier, max(total) AS count,
        ${middleMs(0.5)} AS "medianMs", ${middleMs(0.9)} AS "p90Ms", ${middleMs(0.95)} AS "p95Ms"
      FROM summed GROUP BY tier
    ), outcomes AS (
      SELECT status, count(*) AS count FROM ns_pending_pushes
      WHERE tenant_id = ${tenantId} AND status <> 'applied'
        AND queued_at > (SELECT clock_timestamp() - interval '7 days')
      GROUP BY status
      UNION ALL SELECT 'applied', sum(count) FROM figures WHERE figure = 'pushed' HAVING sum(count) > 0
    )
    SELECT jsonb_build_object(
      'days', (SELECT coalesce(jsonb_agg(d ORDER BY d.day), '[]') FROM by_day d),
      'durations', (SELECT coalesce(jsonb_agg(d ORDER BY d.figure, d.tier), '[]') FROM durations d),
      'outcomes', (SELECT coalesce(jsonb_agg(o ORDER BY o.count DESC, o.status), '[]') FROM outcomes o)) AS figures`;
  return row.figures;
}

export const countDeadLettersByCause = (tx: TenantTransaction, tenantId: number) =>
  selectAll<{ code: string; count: number }>(tx)`
    SELECT coalesce(error_json ->> 'code', 'unknown') AS code, count(*)::int AS count FROM ns_push_dlq_log
    WHERE tenant_id = ${tenantId} AND last_at > clock_timestamp() - interval '7 days'
    GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 20`;

/**
 * Applied ones are most of them: the sweep has counted those. Its COALESCE is a sub-select of its own, because row-level security
 * keeps every condition with COALESCE from the index (docs/adr/0094): 56 ms of a million, 1 ms so.
 */
export const countPushesByStatus = (tx: TenantTransaction, tenantId: number) =>
  selectAll<{ status: string; count: number }>(tx)`
    SELECT status, count(*)::int AS count FROM ns_pending_pushes
    WHERE tenant_id = ${tenantId} AND status <> 'applied' GROUP BY status
    UNION ALL
    SELECT 'applied', sum(count)::int FROM (
      SELECT count FROM daily_figures WHERE tenant_id = ${tenantId} AND figure = 'pushed'
      UNION ALL
      SELECT count(*) FROM ns_pending_pushes WHERE tenant_id = ${tenantId} AND status = 'applied' AND applied_at >
        (SELECT coalesce((SELECT figures_until FROM sweeps WHERE tenant_id = ${tenantId}), '-infinity'))) AS applied
    HAVING sum(count) > 0 ORDER BY status`;

/** Adds the figures since the last call, of so many days at most. True: there are more. */
export const countFigures = async (tx: TenantTransaction, daysMax: number): Promise<boolean> =>
  (await selectOne<{ more: boolean }>(tx)`SELECT count_figures(${daysMax}::integer) AS more`).more;

/** Events that wait in the outbox. */
export const countUnsent = (tx: TenantTransaction, tenantId: number) =>
  selectOne<{ count: number }>(tx)`
    SELECT count(*)::int AS count FROM outbox WHERE tenant_id = ${tenantId} AND sent_at IS NULL`;
