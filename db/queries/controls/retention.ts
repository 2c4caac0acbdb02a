import type { RetentionKind } from "@/lib/core/ledger/retention";
import type { Database, TenantTransaction } from "@/db/client";
import type { retentionPeriods, retentionRuns } from "@/db/schema/retention";
import { type RowOf, execute, selectAll, selectFirst, selectOne } from "@/db/queries/rows";

/** Retention periods, and the runs of the sweep that enforces them. */

type PeriodRow = RowOf<typeof retentionPeriods, "kind" | "days" | "reason" | "changedByLabel" | "changedAt">;

export const listPeriods = (tx: TenantTransaction, tenantId: number) =>
  selectAll<PeriodRow>(tx)`
    SELECT kind, days, reason, changed_by_label, changed_at FROM retention_periods
    WHERE tenant_id = ${tenantId} ORDER BY kind`;

/** The period before the change; null: it had these days already, and nothing changed. */
export async function changePeriod(
  tx: TenantTransaction,
  tenantId: number,
  change: { kind: RetentionKind; days: number; reason: string; byLabel: string },
): Promise<number | null> {
  const row = await selectFirst<{ daysBefore: number }>(tx)`
    WITH before AS (
      SELECT days FROM retention_periods WHERE tenant_id = ${tenantId} AND kind = ${change.kind} FOR UPDATE)
    UPDATE retention_periods r SET days = ${change.days}, reason = ${change.reason},
      changed_by_label = ${change.byLabel}, changed_at = clock_timestamp()
    FROM before WHERE r.tenant_id = ${tenantId} AND r.kind = ${change.kind} AND before.days <> ${change.days}
    RETURNING before.days AS days_before`;
  return row?.daysBefore ?? null;
}

/** Deletes or blanks rows whose period is over, at most `limit`; the function itself reads the tenant and its period. Texts of questions go by `blankQuestion`. */
export async function enforceKind(
  tx: TenantTransaction,
  kind: Exclude<RetentionKind, "question_texts">,
  limit: number,
): Promise<number> {
  const row = await selectOne<{ count: number }>(tx)`
    SELECT enforce_retention(${kind}, ${limit}::integer) AS count`;
  return row.count;
}

export type RunRow = RowOf<
  typeof retentionRuns,
  "id" | "startedByLabel" | "startedAt" | "endedAt" | "countsJson" | "complete"
>;

export async function beginRun(tx: TenantTransaction, tenantId: number, byLabel: string): Promise<number> {
  const row = await selectOne<{ id: number }>(tx)`
    INSERT INTO retention_runs (tenant_id, started_by_label) VALUES (${tenantId}, ${byLabel}) RETURNING id`;
  return row.id;
}

/** Stores the counts so far, so that a run that breaks off has told them. */
export const updateRun = (
  tx: TenantTransaction,
  tenantId: number,
  run: { id: number; counts: Record<string, number>; ended: boolean; complete: boolean },
) =>
  execute(tx)`
    UPDATE retention_runs SET counts_json = ${JSON.stringify(run.counts)}::jsonb, complete = ${run.complete},
      ended_at = CASE WHEN ${run.ended} THEN clock_timestamp() END
    WHERE tenant_id = ${tenantId} AND id = ${run.id}`;

/** Newest first. */
export const listRuns = (tx: TenantTransaction, tenantId: number, limit: number) =>
  selectAll<RunRow>(tx)`
    SELECT id, started_by_label, started_at, ended_at, counts_json, complete FROM retention_runs
    WHERE tenant_id = ${tenantId} ORDER BY id DESC LIMIT ${limit}`;

/** Deletes the tenant's own runs of more than 400 days ago. */
export const forgetOldRuns = (tx: TenantTransaction) => execute(tx)`SELECT forget_old_retention_runs()`;

/** Deletes the tenant's own live readings of more than a day ago. */
export const forgetOldReadings = (tx: TenantTransaction) => execute(tx)`SELECT forget_old_live_readings()`;

/** Deletes the tenant's own dismissals of notices of more than 60 days ago. */
export const forgetOldDismissals = (tx: TenantTransaction) => execute(tx)`SELECT forget_old_dismissals()`;

/** Deletes the tenant's own counts of what was held back more than 30 days ago. */
export const forgetOldHeldBack = (tx: TenantTransaction) => execute(tx)`SELECT forget_old_held_back()`;

/** Deletes the tenant's own figures of sending, link codes and passkey challenges that are long over, at most `limit` of each. */
export const forgetOldChannelRows = (tx: TenantTransaction, limit: number) =>
  execute(tx)`SELECT forget_old_channel_rows(${limit}::integer)`;

/** Deletes attempts to sign in of more than a day ago, which belong to no tenant. Returns how many. */
export async function forgetOldAttempts(database: Database, limit: number): Promise<number> {
  const [row] = await database.sql<{ count: number }[]>`SELECT forget_old_auth_attempts(${limit}) AS count`;
  return row?.count ?? 0;
}
