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

export const countPendingByTier = (tx: TenantTransaction, tenantId: number) =>
  selectAll<PendingOfTier>(tx)`
    SELECT t.tier::int AS tier, count(a.id)::int AS count, min(a.created_at) AS oldest
    FROM generate_series(1, 5) AS t (tier)
    LEFT JOIN proposed_actions a ON a.tenant_id = ${tenantId} AND a.status = 'pending' AND a.risk_level = t.tier
      AND a.expires_at > clock_timestamp()
    GROUP BY t.tier ORDER BY t.tier DESC`;

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

export const countDecisionsByDay = (tx: TenantTransaction, tenantId: number) =>
  selectAll<DecisionsOfDay>(tx)`
    WITH today AS (SELECT date_trunc('day', clock_timestamp()) AS day)
    SELECT to_char(d.day, 'YYYY-MM-DD') AS day,
      count(a.id) FILTER (WHERE a.decision = 'approve' AND a.decided_by_kind = 'person')::int AS approved,
      count(a.id) FILTER (WHERE a.decision = 'reject')::int AS rejected,
      count(a.id) FILTER (WHERE a.status = 'expired')::int AS expired,
      count(a.id) FILTER (WHERE a.decided_by_kind = 'policy')::int AS by_policy
    FROM today CROSS JOIN generate_series(today.day - interval '6 days', today.day, interval '1 day') AS d (day)
    LEFT JOIN proposed_actions a ON a.tenant_id = ${tenantId}
      AND coalesce(a.decided_at, a.ended_at) >= d.day AND coalesce(a.decided_at, a.ended_at) < d.day + interval '1 day'
    GROUP BY d.day ORDER BY d.day`;

interface DecisionTimes {
  tier: RiskTier;
  decisions: number;
  medianMs: number | null;
  p90Ms: number | null;
}

export const measureDecisionTimes = (tx: TenantTransaction, tenantId: number) =>
  selectAll<DecisionTimes>(tx)`
    SELECT t.tier::int AS tier, count(a.id)::int AS decisions,
      percentile_cont(0.5) WITHIN GROUP (ORDER BY a.elapsed_ms)::float8 AS median_ms,
      percentile_cont(0.9) WITHIN GROUP (ORDER BY a.elapsed_ms)::float8 AS p90_ms
    FROM generate_series(1, 5) AS t (tier)
    LEFT JOIN (
      SELECT id, risk_level, extract(epoch FROM decided_at - created_at) * 1000 AS elapsed_ms FROM proposed_actions
      WHERE tenant_id = ${tenantId} AND decided_by_kind = 'person'
        AND decided_at > clock_timestamp() - interval '7 days'
    ) a ON a.risk_level = t.tier
    GROUP BY t.tier ORDER BY t.tier`;

export const measureApplyTimes = (tx: TenantTransaction, tenantId: number) =>
  selectOne<{ count: number; medianMs: number | null; p95Ms: number | null }>(tx)`
    SELECT count(*)::int AS count,
      percentile_cont(0.5) WITHIN GROUP (ORDER BY approved_to_applied_ms)::float8 AS median_ms,
      percentile_cont(0.95) WITHIN GROUP (ORDER BY approved_to_applied_ms)::float8 AS p95_ms
    FROM reflexion_log WHERE tenant_id = ${tenantId} AND applied_at > clock_timestamp() - interval '7 days'`;

export const countPushOutcomes = (tx: TenantTransaction, tenantId: number) =>
  selectAll<{ status: string; count: number }>(tx)`
    SELECT status, count(*)::int AS count FROM ns_pending_pushes
    WHERE tenant_id = ${tenantId} AND queued_at > clock_timestamp() - interval '7 days'
    GROUP BY status ORDER BY count(*) DESC, status`;

export const countDeadLettersByCause = (tx: TenantTransaction, tenantId: number) =>
  selectAll<{ code: string; count: number }>(tx)`
    SELECT coalesce(error_json ->> 'code', 'unknown') AS code, count(*)::int AS count FROM ns_push_dlq_log
    WHERE tenant_id = ${tenantId} AND last_at > clock_timestamp() - interval '7 days'
    GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 20`;

export const countPushesByStatus = (tx: TenantTransaction, tenantId: number) =>
  selectAll<{ status: string; count: number }>(tx)`
    SELECT status, count(*)::int AS count FROM ns_pending_pushes
    WHERE tenant_id = ${tenantId} GROUP BY status ORDER BY status`;

/** Events that wait in the outbox. */
export const countUnsent = (tx: TenantTransaction, tenantId: number) =>
  selectOne<{ count: number }>(tx)`
    SELECT count(*)::int AS count FROM outbox WHERE tenant_id = ${tenantId} AND sent_at IS NULL`;
