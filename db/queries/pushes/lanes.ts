import type { TenantTransaction } from "@/db/client";
import type { LaneState } from "@/lib/core/push/push";
import { execute, selectFirst } from "@/db/queries/rows";

/** The account's circuit breaker: one row per tenant. */

/** True where it was open, or halted for another cause. */
export async function haltLane(
  tx: TenantTransaction,
  tenantId: number,
  cause: { code: string; message: string; probeInSeconds: number },
): Promise<boolean> {
  const row = await selectFirst<{ was: string | null }>(tx)`
    WITH before AS (SELECT state, code FROM push_lanes WHERE tenant_id = ${tenantId} FOR UPDATE)
    UPDATE push_lanes l SET state = 'halted', code = ${cause.code}, message = ${cause.message},
      halted_at = CASE WHEN l.state = 'halted' THEN l.halted_at ELSE clock_timestamp() END,
      probe_at = clock_timestamp() + make_interval(secs => ${cause.probeInSeconds})
    FROM before WHERE l.tenant_id = ${tenantId}
    RETURNING CASE before.state WHEN 'halted' THEN before.code END AS was`;
  return row !== null && row.was !== cause.code;
}

/** Opens a halted lane and returns the time of its halt. Null: it was open already. */
export async function openLane(tx: TenantTransaction, tenantId: number): Promise<string | null> {
  const row = await selectFirst<{ haltedAt: string }>(tx)`
    WITH before AS (SELECT halted_at FROM push_lanes WHERE tenant_id = ${tenantId} AND state = 'halted' FOR UPDATE)
    UPDATE push_lanes l SET state = 'open', code = NULL, message = NULL, halted_at = NULL, probe_at = NULL
    FROM before WHERE l.tenant_id = ${tenantId} AND l.state = 'halted' RETURNING before.halted_at`;
  return row?.haltedAt ?? null;
}

/** Lets a push through a halted lane now instead of at its time. False: the lane is open. */
export async function letLaneBeTried(tx: TenantTransaction, tenantId: number): Promise<boolean> {
  const lanes = await execute(tx)`
    UPDATE push_lanes SET probe_at = clock_timestamp() WHERE tenant_id = ${tenantId} AND state = 'halted'`;
  return lanes === 1;
}

/**
 * The queued push that may go first, made due: on its record no other is on its way or was approved before it. Null: none
 * waits.
 */
export const takeFirstWaiting = (tx: TenantTransaction, tenantId: number) =>
  selectFirst<{ id: number; actionId: number }>(tx)`
    UPDATE ns_pending_pushes SET next_attempt_at = clock_timestamp()
    WHERE tenant_id = ${tenantId} AND status = 'queued' AND id = (
      SELECT p.id FROM ns_pending_pushes p
      WHERE p.tenant_id = ${tenantId} AND p.status = 'queued' AND p.destination = 'netsuite'
        AND coalesce(p.grace_until, '-infinity') <= clock_timestamp()
        AND NOT EXISTS (SELECT 1 FROM open_on_same_record(p) AS e
                        WHERE e.id <> p.id AND (e.status <> 'queued' OR e.id < p.id))
      ORDER BY p.id LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING id, action_id`;

/**
 * Pushes that the halted lane had sent back for a minute become due. The caller requests their delivery. A push that
 * somebody retries or cancels at this moment is passed over: they may wait for the caller's own push.
 */
export const makeHaltedDue = (tx: TenantTransaction, tenantId: number) =>
  execute(tx)`
    UPDATE ns_pending_pushes SET next_attempt_at = clock_timestamp()
    WHERE tenant_id = ${tenantId} AND id IN (
      SELECT id FROM ns_pending_pushes
      WHERE tenant_id = ${tenantId} AND status = 'queued' AND failure_class = 'lane_halt'
        AND next_attempt_at > clock_timestamp()
      FOR UPDATE SKIP LOCKED)`;

export const markReconciled = (tx: TenantTransaction, tenantId: number) =>
  execute(tx)`UPDATE push_lanes SET last_reconciled_at = clock_timestamp() WHERE tenant_id = ${tenantId}`;

/** A missing row counts as halted. */
export async function isLaneOpen(tx: TenantTransaction, tenantId: number): Promise<boolean> {
  const row = await selectFirst<{ state: LaneState }>(tx)`
    SELECT state FROM push_lanes WHERE tenant_id = ${tenantId}`;
  return row?.state === "open";
}
