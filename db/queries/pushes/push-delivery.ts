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

/** The rest is for reconciliation. */
const wokenMax = 500;

/**
 * Requests delivery of the pushes that may go next on the records of these, once they have settled: the first of each
 * record, and the first whose record could not be read, behind which the rest of its family waits. Delivery goes on with
 * a further line of the same action by itself. A push that is being leased or cancelled is passed over: otherwise two
 * that are cancelled at once on one record would wait for each other.
 */
export async function wakeNextInLine(
  tx: TenantTransaction,
  tenantId: number,
  settledPushIds: readonly number[],
): Promise<void> {
  const ids = sql.param(settledPushIds as number[]);
  const next = await selectAll<{ id: number }>(tx)`
    WITH settled AS (
      SELECT p FROM ns_pending_pushes p WHERE p.tenant_id = ${tenantId} AND p.id = ANY (${ids}::bigint[])),
    waiting AS (
      SELECT n.id, n.action_id, n.record_family, n.record_unread,
        CASE WHEN n.record_unread THEN n.record_family ELSE n.record_key END AS turn
      FROM ns_pending_pushes n
      WHERE n.tenant_id = ${tenantId} AND n.status = 'queued'
        AND n.id IN (SELECT e.id FROM settled CROSS JOIN LATERAL open_on_same_record(settled.p) AS e)
      ORDER BY n.id LIMIT ${wokenMax} FOR UPDATE SKIP LOCKED),
    ordered AS (
      SELECT *, min(id) FILTER (WHERE record_unread) OVER (PARTITION BY record_family) AS first_unread FROM waiting),
    firsts AS (
      SELECT DISTINCT ON (turn) id, action_id FROM ordered WHERE id <= coalesce(first_unread, id) ORDER BY turn, id)
    SELECT min(id) AS id FROM firsts
    WHERE action_id NOT IN (SELECT (settled.p).action_id FROM settled) GROUP BY action_id ORDER BY 1`;
  for (const { id } of next) await requestDelivery(tx, tenantId, id);
}
