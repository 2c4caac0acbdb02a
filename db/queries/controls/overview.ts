import { sql } from "drizzle-orm";
import type { TenantTransaction } from "@/db/client";
import { selectRows } from "@/db/queries/rows";
import type { LaneState } from "@/lib/core/push/push";
import type { RiskTier } from "@/lib/core/action/risk-tier";

/** Counts and figures for the always-visible strip and the dashboard. Each is one statement over one tenant. */

export interface PendingByTier {
  tier: RiskTier;
  count: number;
  oldest: string | null;
}

export async function countPendingByTier(tx: TenantTransaction, tenantId: number): Promise<PendingByTier[]> {
  return selectRows<PendingByTier>(
    tx,
    sql`SELECT t.tier::int AS tier, count(a.id)::int AS count, min(a.created_at) AS oldest
        FROM generate_series(1, 5) AS t (tier)
        LEFT JOIN proposed_actions a ON a.tenant_id = ${tenantId} AND a.status = 'pending' AND a.risk_level = t.tier
          AND a.expires_at > clock_timestamp()
        GROUP BY t.tier ORDER BY t.tier DESC`,
  );
}

export async function countOpenEnds(
  tx: TenantTransaction,
  tenantId: number,
): Promise<{ now: string; approved: number; stale: number; deadLetters: number }> {
  const [row] = await selectRows<{ now: string; approved: number; stale: number; deadLetters: number }>(
    tx,
    sql`SELECT clock_timestamp() AS now,
          (SELECT count(*)::int FROM proposed_actions WHERE tenant_id = ${tenantId} AND status = 'approved') AS approved,
          (SELECT count(*)::int FROM proposed_actions WHERE tenant_id = ${tenantId} AND status = 'stale') AS stale,
          (SELECT count(*)::int FROM ns_push_dlq_log d JOIN ns_pending_pushes p ON p.id = d.push_id AND p.status = 'dead'
             WHERE d.tenant_id = ${tenantId} AND d.replayed_at IS NULL) AS dead_letters`,
  );
  return row!;
}

export interface LaneRow {
  state: LaneState;
  code: string | null;
  message: string | null;
  haltedAt: string | null;
  probeAt: string | null;
  lastReconciledAt: string | null;
  waiting: number;
}

export async function readLaneStatus(tx: TenantTransaction, tenantId: number): Promise<LaneRow | null> {
  const [row] = await selectRows<LaneRow>(
    tx,
    sql`SELECT state, code, message, halted_at, probe_at, last_reconciled_at,
               (SELECT count(*)::int FROM ns_pending_pushes p
                WHERE p.tenant_id = l.tenant_id AND p.status = 'queued' AND p.destination = 'netsuite') AS waiting
        FROM push_lanes l WHERE tenant_id = ${tenantId}`,
  );
  return row ?? null;
}

export async function listThresholds(
  tx: TenantTransaction,
  tenantId: number,
  actionType: string,
): Promise<{ name: string; measure: string; atLeast: string | null; tier: number }[]> {
  return selectRows(
    tx,
    sql`SELECT name, measure, at_least, tier::int AS tier FROM risk_tier_rules
        WHERE tenant_id = ${tenantId} AND action_type IN (${actionType}, '*') ORDER BY tier, measure, at_least, name LIMIT 100`,
  );
}

export async function countDecisionsByDay(
  tx: TenantTransaction,
  tenantId: number,
): Promise<{ day: string; approved: number; rejected: number; expired: number; byPolicy: number }[]> {
  return selectRows(
    tx,
    sql`SELECT to_char(d.day, 'YYYY-MM-DD') AS day,
               count(a.id) FILTER (WHERE a.decision = 'approve' AND a.decided_by_kind = 'person')::int AS approved,
               count(a.id) FILTER (WHERE a.decision = 'reject')::int AS rejected,
               count(a.id) FILTER (WHERE a.status = 'expired')::int AS expired,
               count(a.id) FILTER (WHERE a.decided_by_kind = 'policy')::int AS by_policy
        FROM (SELECT generate_series(date_trunc('day', clock_timestamp()) - interval '6 days', date_trunc('day', clock_timestamp()), interval '1 day') AS day) d
        LEFT JOIN proposed_actions a ON a.tenant_id = ${tenantId}
          AND coalesce(a.decided_at, a.ended_at) >= d.day AND coalesce(a.decided_at, a.ended_at) < d.day + interval '1 day'
        GROUP BY d.day ORDER BY d.day`,
  );
}

export async function measureDecisionTimes(
  tx: TenantTransaction,
  tenantId: number,
): Promise<{ tier: RiskTier; decisions: number; medianMs: number | null; p90Ms: number | null }[]> {
  return selectRows(
    tx,
    sql`SELECT t.tier::int AS tier, count(a.id)::int AS decisions,
               percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM a.decided_at - a.created_at) * 1000)::float8 AS median_ms,
               percentile_cont(0.9) WITHIN GROUP (ORDER BY extract(epoch FROM a.decided_at - a.created_at) * 1000)::float8 AS p90_ms
        FROM generate_series(1, 5) AS t (tier)
        LEFT JOIN proposed_actions a ON a.tenant_id = ${tenantId} AND a.risk_level = t.tier AND a.decided_by_kind = 'person'
          AND a.decided_at > clock_timestamp() - interval '7 days'
        GROUP BY t.tier ORDER BY t.tier`,
  );
}

export async function measureApplyTimes(
  tx: TenantTransaction,
  tenantId: number,
): Promise<{ count: number; medianMs: number | null; p95Ms: number | null }> {
  const [row] = await selectRows<{ count: number; medianMs: number | null; p95Ms: number | null }>(
    tx,
    sql`SELECT count(*)::int AS count,
               percentile_cont(0.5) WITHIN GROUP (ORDER BY approved_to_applied_ms)::float8 AS median_ms,
               percentile_cont(0.95) WITHIN GROUP (ORDER BY approved_to_applied_ms)::float8 AS p95_ms
        FROM reflexion_log WHERE tenant_id = ${tenantId} AND applied_at > clock_timestamp() - interval '7 days'`,
  );
  return row!;
}

export async function countPushOutcomes(
  tx: TenantTransaction,
  tenantId: number,
): Promise<{ status: string; count: number }[]> {
  return selectRows(
    tx,
    sql`SELECT status, count(*)::int AS count FROM ns_pending_pushes
        WHERE tenant_id = ${tenantId} AND queued_at > clock_timestamp() - interval '7 days' GROUP BY status ORDER BY count(*) DESC, status`,
  );
}

export async function countDeadLettersByCause(
  tx: TenantTransaction,
  tenantId: number,
): Promise<{ code: string; count: number }[]> {
  return selectRows(
    tx,
    sql`SELECT coalesce(error_json ->> 'code', 'unknown') AS code, count(*)::int AS count FROM ns_push_dlq_log
        WHERE tenant_id = ${tenantId} AND last_at > clock_timestamp() - interval '7 days' GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 20`,
  );
}
