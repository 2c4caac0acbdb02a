import { sql } from "drizzle-orm";
import type { RetentionKind } from "@/lib/core/ledger/retention";
import type { Database, TenantTransaction } from "@/db/client";
import { selectRows } from "@/db/queries/rows";

export interface PeriodRow {
  kind: RetentionKind;
  days: number;
  reason: string | null;
  changedByLabel: string | null;
  changedAt: string | null;
}

export async function listPeriods(tx: TenantTransaction, tenantId: number): Promise<PeriodRow[]> {
  return selectRows<PeriodRow>(
    tx,
    sql`SELECT kind, days, reason, changed_by_label, changed_at FROM retention_periods WHERE tenant_id = ${tenantId} ORDER BY kind`,
  );
}

/** The period it had before; null: it had these days already, and nothing changed. */
export async function changePeriod(
  tx: TenantTransaction,
  tenantId: number,
  change: { kind: RetentionKind; days: number; reason: string; byLabel: string },
): Promise<number | null> {
  const [row] = await selectRows<{ daysBefore: number }>(
    tx,
    sql`WITH before AS (SELECT days FROM retention_periods WHERE tenant_id = ${tenantId} AND kind = ${change.kind} FOR UPDATE)
        UPDATE retention_periods r SET days = ${change.days}, reason = ${change.reason}, changed_by_label = ${change.byLabel},
               changed_at = clock_timestamp()
        FROM before WHERE r.tenant_id = ${tenantId} AND r.kind = ${change.kind} AND before.days <> ${change.days}
        RETURNING before.days AS days_before`,
  );
  return row?.daysBefore ?? null;
}

/** Deletes or blanks what is over, at most `limit` rows; the function itself reads the tenant and its period. */
export async function enforceKind(
  tx: TenantTransaction,
  kind: RetentionKind,
  limit: number,
): Promise<number> {
  const [row] = await selectRows<{ count: number }>(
    tx,
    sql`SELECT enforce_retention(${kind}, ${limit}::integer) AS count`,
  );
  return row?.count ?? 0;
}

export interface RunRow {
  id: number;
  startedByLabel: string;
  startedAt: string;
  endedAt: string | null;
  countsJson: Record<string, number>;
  complete: boolean;
}

export async function beginRun(tx: TenantTransaction, tenantId: number, byLabel: string): Promise<number> {
  const [row] = await selectRows<{ id: number }>(
    tx,
    sql`INSERT INTO retention_runs (tenant_id, started_by_label) VALUES (${tenantId}, ${byLabel}) RETURNING id`,
  );
  return row!.id;
}

/** Notes what was done so far, so that a run that breaks off has said it. */
export async function updateRun(
  tx: TenantTransaction,
  tenantId: number,
  run: { id: number; counts: Record<string, number>; ended: boolean; complete: boolean },
): Promise<void> {
  await tx.execute(
    sql`UPDATE retention_runs SET counts_json = ${JSON.stringify(run.counts)}::jsonb, complete = ${run.complete},
               ended_at = CASE WHEN ${run.ended} THEN clock_timestamp() END
        WHERE tenant_id = ${tenantId} AND id = ${run.id}`,
  );
}

/** Newest first. */
export async function listRuns(tx: TenantTransaction, tenantId: number, limit: number): Promise<RunRow[]> {
  return selectRows<RunRow>(
    tx,
    sql`SELECT id, started_by_label, started_at, ended_at, counts_json, complete FROM retention_runs
        WHERE tenant_id = ${tenantId} ORDER BY id DESC LIMIT ${limit}`,
  );
}

/** The tenant's own runs of more than 400 days ago. */
export async function forgetOldRuns(tx: TenantTransaction): Promise<void> {
  await tx.execute(sql`SELECT forget_old_retention_runs()`);
}

/** Attempts to sign in of more than a day ago, which belong to no tenant. Returns how many went. */
export async function forgetOldAttempts(database: Database, limit: number): Promise<number> {
  const [row] = await database.sql<{ count: number }[]>`SELECT forget_old_auth_attempts(${limit}) AS count`;
  return row?.count ?? 0;
}
