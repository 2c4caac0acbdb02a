import { sql } from "drizzle-orm";
import type { TenantTransaction } from "@/db/client";
import { selectRows } from "@/db/queries/rows";

/** The first where it is a roll. Null: the action has no push (it was never approved), or is another tenant's. */
export async function findPushOfAction(
  tx: TenantTransaction,
  tenantId: number,
  actionId: number,
): Promise<{ id: number; lineNo: number } | null> {
  const [row] = await selectRows<{ id: number; lineNo: number }>(
    tx,
    sql`SELECT id, line_no FROM ns_pending_pushes WHERE tenant_id = ${tenantId} AND action_id = ${actionId} ORDER BY line_no LIMIT 1`,
  );
  return row ?? null;
}

export async function findDeadLetter(
  tx: TenantTransaction,
  tenantId: number,
  id: number,
): Promise<{ pushId: number; actionId: number; replayedAt: string | null } | null> {
  const [row] = await selectRows<{ pushId: number; actionId: number; replayedAt: string | null }>(
    tx,
    sql`SELECT push_id, action_id, replayed_at FROM ns_push_dlq_log WHERE tenant_id = ${tenantId} AND id = ${id}`,
  );
  return row ?? null;
}

/** dead → queued with fresh attempts; a queued one becomes due now; anything else stays. Returns the status it then has. */
export async function putBack(
  tx: TenantTransaction,
  tenantId: number,
  pushId: number,
  byLabel: string,
): Promise<string> {
  await tx.execute(
    sql`UPDATE ns_pending_pushes SET status = 'queued', ended_at = NULL, next_attempt_at = clock_timestamp(),
               attempts = CASE WHEN status = 'dead' THEN 0 ELSE attempts END
        WHERE tenant_id = ${tenantId} AND id = ${pushId} AND status IN ('dead', 'queued')`,
  );
  await tx.execute(
    sql`UPDATE ns_push_dlq_log SET replayed_at = clock_timestamp(), replayed_by_label = ${byLabel}
        WHERE tenant_id = ${tenantId} AND push_id = ${pushId} AND replayed_at IS NULL
          AND EXISTS (SELECT 1 FROM ns_pending_pushes WHERE tenant_id = ${tenantId} AND id = ${pushId} AND status = 'queued')`,
  );
  const [row] = await selectRows<{ status: string }>(
    tx,
    sql`SELECT status FROM ns_pending_pushes WHERE tenant_id = ${tenantId} AND id = ${pushId}`,
  );
  return row?.status ?? "missing";
}
