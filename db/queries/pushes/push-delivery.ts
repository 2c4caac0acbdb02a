import { sql } from "drizzle-orm";
import type { TenantTransaction } from "@/db/client";
import { execute, selectAll } from "@/db/queries/rows";
import { answerDeadLetters } from "./lines";

/** Requests for delivery, and the pushes that reconciliation makes them for. */

/** Dead for a transient cause, with rounds left. */
const isRevivable = (roundsMax: number) => sql`status = 'dead' AND reconcile_rounds < ${roundsMax}
  AND failure_class IN ('transient', 'not_executed', 'unknown')`;

/** Oldest first. */
export const listRevivablePushes = (
  tx: TenantTransaction,
  tenantId: number,
  roundsMax: number,
  limit: number,
) =>
  selectAll<{ id: number; actionId: number }>(tx)`
    SELECT id, action_id FROM ns_pending_pushes
    WHERE tenant_id = ${tenantId} AND ${isRevivable(roundsMax)} ORDER BY id LIMIT ${limit}`;

/**
 * One push of each action that waits for delivery: queued, due and next on its record, or unknown. Delivery takes the action
 * as a whole. Those that were requested least come first, so that many which a switch halts crowd out no other. A push
 * that waits for an earlier one is requested when that has settled (`wakeNextInLine`).
 */
export const listUndelivered = (tx: TenantTransaction, tenantId: number, limit: number) =>
  selectAll<{ id: number }>(tx)`
    WITH open AS (
      SELECT id, action_id, status, next_attempt_at, send_round, record_unread,
        least(
          min(id) OVER (PARTITION BY record_key),
          min(id) FILTER (WHERE record_unread) OVER (PARTITION BY record_family)) AS first_id,
        min(id) OVER (PARTITION BY record_family) AS first_of_family,
        bool_or(status <> 'queued') OVER (PARTITION BY record_key)
          OR coalesce(bool_or(status <> 'queued') FILTER (WHERE record_unread) OVER (PARTITION BY record_family), false)
          AS busy,
        bool_or(status <> 'queued') OVER (PARTITION BY record_family) AS family_busy
      FROM ns_pending_pushes WHERE tenant_id = ${tenantId} AND status IN ('queued', 'pushing', 'unknown'))
    SELECT min(id) AS id FROM open
    WHERE status = 'unknown'
      OR status = 'queued' AND next_attempt_at <= clock_timestamp() AND first_id = id AND NOT busy
        AND (NOT record_unread OR first_of_family = id AND NOT family_busy)
    GROUP BY action_id ORDER BY min(send_round), min(id) LIMIT ${limit}`;

/** dead → queued with fresh attempts. False: it is dead no longer, or for another cause by now. */
export async function reviveDeadPush(
  tx: TenantTransaction,
  tenantId: number,
  pushId: number,
  roundsMax: number,
) {
  const revived = await execute(tx)`
    UPDATE ns_pending_pushes
    SET status = 'queued', attempts = 0, reconcile_rounds = reconcile_rounds + 1, ended_at = NULL,
      next_attempt_at = clock_timestamp()
    WHERE tenant_id = ${tenantId} AND id = ${pushId} AND ${isRevivable(roundsMax)}`;
  if (revived === 0) return false;
  await answerDeadLetters(tx, tenantId, [pushId], "reconciliation");
  return true;
}

/** Requests delivery once more, under an event id that has not been used. */
export const requestDelivery = (tx: TenantTransaction, tenantId: number, pushId: number) =>
  execute(tx)`
    WITH next AS (
      UPDATE ns_pending_pushes SET send_round = send_round + 1
      WHERE tenant_id = ${tenantId} AND id = ${pushId} RETURNING id, send_round)
    SELECT enqueue_outbox(${tenantId}::bigint, 'ns-push.requested', 'push-' || id || '-round-' || send_round,
      jsonb_build_object('tenant_id', ${tenantId}::bigint, 'push_id', id)) FROM next`;

/** Requests delivery of the pushes that may go next on the records of these, once they have settled, as the SQL function says. */
export const wakeNextInLine = (tx: TenantTransaction, tenantId: number, settledPushIds: readonly number[]) =>
  execute(tx)`
    SELECT wake_next_in_line(${tenantId}::bigint, ${sql.param(settledPushIds as number[])}::bigint[])`;
