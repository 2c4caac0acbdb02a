import { type SQL, sql } from "drizzle-orm";
import type { PushStatus, Verification } from "@/lib/core/push/push";
import type { LineCounts } from "@/lib/core/push/roll";
import type { TenantTransaction } from "@/db/client";
import type { PushErrorJson, ReadbackLine } from "@/db/schema/pushes";
import { maybeWritten } from "@/db/queries/actions/amendments";
import { selectRows } from "@/db/queries/rows";

/** The pushes of one action as a set: the lines of a roll. */

const counts = sql`count(*)::int AS total,
  count(*) FILTER (WHERE status = 'queued')::int AS queued, count(*) FILTER (WHERE status = 'pushing')::int AS pushing,
  count(*) FILTER (WHERE status = 'unknown')::int AS unknown, count(*) FILTER (WHERE status = 'applied')::int AS applied,
  count(*) FILTER (WHERE status = 'stale')::int AS stale, count(*) FILTER (WHERE status = 'dead')::int AS dead,
  count(*) FILTER (WHERE status = 'cancelled')::int AS cancelled,
  count(*) FILTER (WHERE verification = 'mismatch')::int AS mismatched`;

/** The same for a query over actions, as one JSON value. */
export function lineCountsJson(actionId: SQL): SQL {
  return sql`(SELECT to_jsonb(c) FROM (SELECT ${counts} FROM ns_pending_pushes lines WHERE lines.action_id = ${actionId} AND lines.line_no > 0) AS c)`;
}

export async function countLines(
  tx: TenantTransaction,
  tenantId: number,
  actionId: number,
): Promise<LineCounts> {
  const [row] = await selectRows<LineCounts>(
    tx,
    sql`SELECT ${counts} FROM ns_pending_pushes WHERE tenant_id = ${tenantId} AND action_id = ${actionId} AND line_no > 0`,
  );
  return row!;
}

/** The roll that a push is a line of; null: it is an action's only write, or there is no such push. */
export async function findRollOfPush(
  tx: TenantTransaction,
  tenantId: number,
  pushId: number,
): Promise<number | null> {
  const [row] = await selectRows<{ actionId: number }>(
    tx,
    sql`SELECT action_id FROM ns_pending_pushes WHERE tenant_id = ${tenantId} AND id = ${pushId} AND line_no > 0`,
  );
  return row?.actionId ?? null;
}

/**
 * Lines that something can be done about now, in order: queued and due, unknown and not yet asked about or held long
 * enough, sent by somebody who went away. Lines on one record share its key.
 */
export async function listDueLines(
  tx: TenantTransaction,
  tenantId: number,
  actionId: number,
): Promise<{ id: number; recordKey: string }[]> {
  return selectRows(
    tx,
    sql`SELECT id, record_key FROM ns_pending_pushes
        WHERE tenant_id = ${tenantId} AND action_id = ${actionId} AND line_no > 0 AND (
              status = 'queued' AND next_attempt_at <= clock_timestamp()
           OR status = 'unknown' AND (probed_at IS NULL OR hold_until <= clock_timestamp())
           OR status = 'pushing' AND lease_expires_at < clock_timestamp())
        ORDER BY line_no`,
  );
}

/** How long until the next line falls due; null: none does by itself. */
export async function readNextDueMs(
  tx: TenantTransaction,
  tenantId: number,
  actionId: number,
): Promise<number | null> {
  const [row] = await selectRows<{ dueInMs: number | null }>(
    tx,
    sql`SELECT extract(epoch FROM min(due_at) - clock_timestamp())::float8 * 1000 AS due_in_ms
        FROM (SELECT CASE status WHEN 'queued' THEN next_attempt_at WHEN 'unknown' THEN hold_until WHEN 'pushing' THEN lease_expires_at END AS due_at
              FROM ns_pending_pushes WHERE tenant_id = ${tenantId} AND action_id = ${actionId} AND line_no > 0) AS lines
        WHERE due_at > clock_timestamp()`,
  );
  return row?.dueInMs ?? null;
}

export interface LinePushRow {
  id: number;
  lineNo: number;
  status: PushStatus;
  attempts: number;
  nextAttemptAt: string;
  holdUntil: string | null;
  lastErrorJson: PushErrorJson | null;
  verification: Verification | null;
  readbackJson: ReadbackLine[] | null;
  nsInternalId: string | null;
  appliedAt: string | null;
}

/** Every line of a roll (500 at most), in order. */
export async function listLinePushes(
  tx: TenantTransaction,
  tenantId: number,
  actionId: number,
): Promise<LinePushRow[]> {
  return selectRows<LinePushRow>(
    tx,
    sql`SELECT id, line_no, status, attempts, next_attempt_at, hold_until, last_error_json, verification, readback_json,
               ns_internal_id, applied_at
        FROM ns_pending_pushes WHERE tenant_id = ${tenantId} AND action_id = ${actionId} AND line_no > 0 ORDER BY line_no`,
  );
}

/**
 * queued, dead → cancelled, but for lines of which an earlier try may have been written: those are settled first. Dead
 * letters and open receipts of theirs are closed. Returns which; empty: none was cancelled.
 */
export async function cancelOpenLines(
  tx: TenantTransaction,
  tenantId: number,
  actionId: number,
  byLabel: string,
): Promise<{ id: number; recordKey: string }[]> {
  const rows = await selectRows<{ id: number; recordKey: string }>(
    tx,
    sql`UPDATE ns_pending_pushes SET status = 'cancelled', ended_at = clock_timestamp()
        WHERE tenant_id = ${tenantId} AND id IN (
          SELECT p.id FROM ns_pending_pushes p WHERE p.tenant_id = ${tenantId} AND p.action_id = ${actionId} AND p.line_no > 0
            AND p.status IN ('queued', 'dead') AND NOT ${maybeWritten} ORDER BY p.id FOR UPDATE)
        RETURNING id, record_key`,
  );
  const ids = rows.map(({ id }) => id);
  await closeLetters(tx, tenantId, ids, `cancelled by ${byLabel}`);
  await tx.execute(
    sql`UPDATE action_receipts SET status = 'failed', completed_at = clock_timestamp(),
               response_metadata = jsonb_build_object('class', 'cancelled', 'by', ${byLabel}::text)
        WHERE tenant_id = ${tenantId} AND push_id = ANY (${sql.param(ids)}::bigint[]) AND status IN ('started', 'unknown')`,
  );
  return rows;
}

/**
 * dead → queued with fresh attempts; waiting lines become due now, unknown ones are asked about again. Returns how many,
 * and the first of them.
 */
export async function putBackLines(
  tx: TenantTransaction,
  tenantId: number,
  actionId: number,
  byLabel: string,
): Promise<{ count: number; first: number | null }> {
  const rows = await selectRows<{ id: number }>(
    tx,
    sql`UPDATE ns_pending_pushes SET
          status = CASE status WHEN 'dead' THEN 'queued' ELSE status END,
          attempts = CASE status WHEN 'dead' THEN 0 ELSE attempts END,
          ended_at = CASE status WHEN 'dead' THEN NULL ELSE ended_at END,
          next_attempt_at = CASE status WHEN 'unknown' THEN next_attempt_at ELSE clock_timestamp() END,
          probed_at = CASE status WHEN 'unknown' THEN NULL ELSE probed_at END
        WHERE tenant_id = ${tenantId} AND id IN (
          SELECT id FROM ns_pending_pushes WHERE tenant_id = ${tenantId} AND action_id = ${actionId} AND line_no > 0
            AND status IN ('dead', 'queued', 'unknown') ORDER BY id FOR UPDATE)
        RETURNING id`,
  );
  const ids = rows.map(({ id }) => id);
  await closeLetters(tx, tenantId, ids, byLabel);
  return { count: ids.length, first: ids.length === 0 ? null : Math.min(...ids) };
}

/** The dead letters of these pushes are answered. */
async function closeLetters(
  tx: TenantTransaction,
  tenantId: number,
  pushIds: readonly number[],
  byLabel: string,
): Promise<void> {
  await tx.execute(
    sql`UPDATE ns_push_dlq_log SET replayed_at = clock_timestamp(), replayed_by_label = ${byLabel}
        WHERE tenant_id = ${tenantId} AND push_id = ANY (${sql.param(pushIds as number[])}::bigint[]) AND replayed_at IS NULL`,
  );
}
