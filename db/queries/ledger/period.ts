import { type SQL, sql } from "drizzle-orm";
import type { TenantTransaction } from "@/db/client";
import { selectAll, selectOne } from "@/db/queries/rows";
import type { BundleSubject } from "@/lib/core/ledger/bundle/statement";
import type { PeriodCount, PeriodSequence } from "@/lib/core/ledger/bundle/period";

/** The population of a period, for auditors: counts, the ends of the sequences, and the bundles. */

export interface PeriodBounds {
  timeZone: string;
  /** The first moment, and the first moment after it. ISO, UTC. */
  begins: string;
  ends: string;
}

/** The days of a tenant's time zone, both inclusive, as moments. */
export const readPeriodBounds = (tx: TenantTransaction, tenantId: number, from: string, to: string) =>
  selectOne<PeriodBounds>(tx)`
    SELECT time_zone, ${iso(sql`(${from}::date)::timestamp AT TIME ZONE time_zone`)} AS begins,
      ${iso(sql`(${to}::date + 1)::timestamp AT TIME ZONE time_zone`)} AS ends
    FROM tenants WHERE id = ${tenantId}`;

function iso(moment: SQL): SQL {
  return sql`to_char((${moment}) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

const within = (column: SQL, { begins, ends }: PeriodBounds): SQL =>
  sql`${column} >= ${begins}::timestamptz AND ${column} < ${ends}::timestamptz`;

/** Counts of the period's proposals, runs and decisions, by their present status, and of everything that ended in it. */
export const countPeriod = (tx: TenantTransaction, tenantId: number, bounds: PeriodBounds) =>
  selectAll<PeriodCount>(tx)`
    SELECT 'actions_proposed' AS of, status, risk_level AS tier, count(*)::int AS count FROM proposed_actions
    WHERE tenant_id = ${tenantId} AND ${within(sql`created_at`, bounds)} GROUP BY status, risk_level
    UNION ALL
    SELECT 'actions_ended', a.status, a.risk_level, count(*)::int FROM evidence_bundles b
    JOIN proposed_actions a ON a.tenant_id = b.tenant_id AND a.id = b.subject_id
    WHERE b.tenant_id = ${tenantId} AND b.subject_type = 'proposed_action' AND ${within(sql`b.ended_at`, bounds)}
    GROUP BY a.status, a.risk_level
    UNION ALL
    SELECT 'runs_begun', status, NULL, count(*)::int FROM runs
    WHERE tenant_id = ${tenantId} AND ${within(sql`created_at`, bounds)} GROUP BY status
    UNION ALL
    SELECT 'runs_ended', r.status, NULL, count(*)::int FROM evidence_bundles b
    JOIN runs r ON r.tenant_id = b.tenant_id AND r.id = b.subject_id
    WHERE b.tenant_id = ${tenantId} AND b.subject_type = 'run' AND ${within(sql`b.ended_at`, bounds)} GROUP BY r.status
    UNION ALL
    SELECT 'decisions', decision || ' ' || outcome || ' by ' || actor_kind, risk_level, count(*)::int FROM decisions
    WHERE tenant_id = ${tenantId} AND ${within(sql`created_at`, bounds)}
    GROUP BY decision, outcome, actor_kind, risk_level
    ORDER BY 1, 2, 3`;

/** The first and the last number that each sequence gave in the period. Null: it gave none. */
export const listPeriodSequences = (tx: TenantTransaction, tenantId: number, bounds: PeriodBounds) =>
  selectAll<PeriodSequence>(tx)`
    SELECT of, count, first, last FROM (
      SELECT 1 AS n, 'proposed_actions' AS of, count(*)::int AS count, min(id) AS first, max(id) AS last
      FROM proposed_actions WHERE tenant_id = ${tenantId} AND ${within(sql`created_at`, bounds)}
      UNION ALL SELECT 2, 'runs', count(*)::int, min(id), max(id)
      FROM runs WHERE tenant_id = ${tenantId} AND ${within(sql`created_at`, bounds)}
      UNION ALL SELECT 3, 'decisions', count(*)::int, min(id), max(id)
      FROM decisions WHERE tenant_id = ${tenantId} AND ${within(sql`created_at`, bounds)}
      UNION ALL SELECT 4, 'events', count(*)::int, min(id), max(id)
      FROM events WHERE tenant_id = ${tenantId} AND ${within(sql`occurred_at`, bounds)}
      UNION ALL SELECT 5, 'checkpoints', count(*)::int, min(seq), max(seq)
      FROM audit_checkpoints WHERE tenant_id = ${tenantId} AND ${within(sql`sealed_at`, bounds)}) AS s ORDER BY n`;

/** The first and the last checkpoint of the period with their hashes. Empty: there is none. */
export const listPeriodCheckpoints = (tx: TenantTransaction, tenantId: number, bounds: PeriodBounds) =>
  selectAll<{ seq: number; hash: string; sealedAt: string }>(tx)`
    SELECT seq, hash, sealed_at FROM audit_checkpoints WHERE tenant_id = ${tenantId} AND seq IN (
      SELECT unnest(ARRAY[min(seq), max(seq)]) FROM audit_checkpoints
      WHERE tenant_id = ${tenantId} AND ${within(sql`sealed_at`, bounds)}) ORDER BY seq`;

export interface PeriodBundleRow {
  id: number;
  subjectType: BundleSubject;
  subjectId: number;
  status: string;
  tier: number | null;
  endedAt: string;
  sealedAt: string | null;
  sha256: string | null;
  sizeBytes: number | null;
  keyId: string | null;
  checkpointSeq: number | null;
}

/** Actions and runs that ended in the period, oldest end first, after the given one. Empty: no more follow. */
export const listPeriodBundles = (
  tx: TenantTransaction,
  tenantId: number,
  bounds: PeriodBounds,
  after: Pick<PeriodBundleRow, "id" | "endedAt"> | null,
  limit: number,
) =>
  selectAll<PeriodBundleRow>(tx)`
    SELECT b.id, b.subject_type, b.subject_id, coalesce(r.status, a.status) AS status, a.risk_level AS tier, b.ended_at,
      b.sealed_at, b.sha256, b.size_bytes, b.key_id, b.checkpoint_seq
    FROM evidence_bundles b
    LEFT JOIN runs r ON b.subject_type = 'run' AND r.tenant_id = b.tenant_id AND r.id = b.subject_id
    LEFT JOIN proposed_actions a
      ON b.subject_type = 'proposed_action' AND a.tenant_id = b.tenant_id AND a.id = b.subject_id
    WHERE b.tenant_id = ${tenantId} AND ${within(sql`b.ended_at`, bounds)}
      AND (${after === null}::boolean
        OR (b.ended_at, b.id) > (${after?.endedAt ?? null}::timestamptz, ${after?.id ?? null}::bigint))
    ORDER BY b.ended_at, b.id LIMIT ${limit}`;
