import { sql } from "drizzle-orm";
import type { TenantTransaction } from "@/db/client";
import { selectRows } from "@/db/queries/rows";
import type { LaneState } from "@/lib/core/push/push";

/** The account's circuit breaker: one row per tenant. */

/** Approved earlier on the same record and still to be sent, or on its way whoever was first: one at a time, in order. */
export const blockedOnRecord = sql`e.tenant_id = p.tenant_id AND e.record_key = p.record_key AND e.id <> p.id
  AND (e.status IN ('pushing', 'unknown') OR (e.status = 'queued' AND e.id < p.id))`;

/** True where it was open, or halted for another cause. */
export async function haltLane(
  tx: TenantTransaction,
  tenantId: number,
  cause: { code: string; message: string; probeInSeconds: number },
): Promise<boolean> {
  const [row] = await selectRows<{ was: string | null }>(
    tx,
    sql`WITH before AS (SELECT state, code FROM push_lanes WHERE tenant_id = ${tenantId} FOR UPDATE)
        UPDATE push_lanes l SET state = 'halted', code = ${cause.code}, message = ${cause.message},
               halted_at = CASE WHEN l.state = 'halted' THEN l.halted_at ELSE clock_timestamp() END,
               probe_at = clock_timestamp() + make_interval(secs => ${cause.probeInSeconds})
        FROM before WHERE l.tenant_id = ${tenantId}
        RETURNING CASE before.state WHEN 'halted' THEN before.code END AS was`,
  );
  return row !== undefined && row.was !== cause.code;
}

/** Since when it was halted, where this call opened it; null: it was open already. */
export async function openLane(tx: TenantTransaction, tenantId: number): Promise<string | null> {
  const [row] = await selectRows<{ haltedAt: string }>(
    tx,
    sql`WITH before AS (SELECT halted_at FROM push_lanes WHERE tenant_id = ${tenantId} AND state = 'halted' FOR UPDATE)
        UPDATE push_lanes l SET state = 'open', code = NULL, message = NULL, halted_at = NULL, probe_at = NULL
        FROM before WHERE l.tenant_id = ${tenantId} AND l.state = 'halted' RETURNING before.halted_at`,
  );
  return row?.haltedAt ?? null;
}

/** Lets a push through a halted lane now instead of at its time. False: the lane is open. */
export async function letLaneBeTried(tx: TenantTransaction, tenantId: number): Promise<boolean> {
  const rows = await selectRows(
    tx,
    sql`UPDATE push_lanes SET probe_at = clock_timestamp()
        WHERE tenant_id = ${tenantId} AND state = 'halted' RETURNING tenant_id`,
  );
  return rows.length === 1;
}

/**
 * The queued push that may go first, made due: on its record no other is on its way or was approved before it. Null: none
 * waits.
 */
export async function takeFirstWaiting(
  tx: TenantTransaction,
  tenantId: number,
): Promise<{ id: number; actionId: number } | null> {
  const [row] = await selectRows<{ id: number; actionId: number }>(
    tx,
    sql`UPDATE ns_pending_pushes SET next_attempt_at = clock_timestamp()
        WHERE tenant_id = ${tenantId} AND status = 'queued' AND id = (
          SELECT p.id FROM ns_pending_pushes p
          WHERE p.tenant_id = ${tenantId} AND p.status = 'queued' AND p.destination = 'netsuite'
            AND NOT EXISTS (SELECT 1 FROM ns_pending_pushes e WHERE ${blockedOnRecord})
          ORDER BY p.id LIMIT 1 FOR UPDATE SKIP LOCKED)
        RETURNING id, action_id`,
  );
  return row ?? null;
}

/** Pushes that the halted lane had sent back for a minute become due. Whoever wakes them asks for their delivery. */
export async function makeHaltedDue(tx: TenantTransaction, tenantId: number): Promise<void> {
  await tx.execute(
    sql`UPDATE ns_pending_pushes SET next_attempt_at = clock_timestamp()
        WHERE tenant_id = ${tenantId} AND status = 'queued' AND failure_class = 'lane_halt'
          AND next_attempt_at > clock_timestamp()`,
  );
}

export async function markReconciled(tx: TenantTransaction, tenantId: number): Promise<void> {
  await tx.execute(
    sql`UPDATE push_lanes SET last_reconciled_at = clock_timestamp() WHERE tenant_id = ${tenantId}`,
  );
}

export async function readLane(
  tx: TenantTransaction,
  tenantId: number,
): Promise<{ state: LaneState; probeDue: boolean }> {
  const [row] = await selectRows<{ state: LaneState; probeDue: boolean }>(
    tx,
    sql`SELECT state, coalesce(probe_at <= clock_timestamp(), false) AS probe_due
        FROM push_lanes WHERE tenant_id = ${tenantId}`,
  );
  return row ?? { state: "halted", probeDue: false };
}
