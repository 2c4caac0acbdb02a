import { sql } from "drizzle-orm";
import type { TenantTransaction } from "@/db/client";
import { execute, selectAll, selectFirst, selectOne } from "@/db/queries/rows";

/** Receipts of the subscribers: each handles an action once, one transaction with what it does about it. */

/** False: it was handled before. Otherwise nobody else handles it until the transaction ends. */
export async function beginHandling(
  tx: TenantTransaction,
  tenantId: number,
  subscriber: string,
  actionId: number,
): Promise<boolean> {
  await execute(tx)`
    SELECT pg_advisory_xact_lock(hashtextextended(${`${tenantId}:subscriber:${subscriber}:${actionId}`}, 0))`;
  const row = await selectFirst<{ actionId: number }>(tx)`
    SELECT action_id FROM subscriber_receipts
    WHERE tenant_id = ${tenantId} AND subscriber = ${subscriber} AND action_id = ${actionId}`;
  return row === null;
}

export const insertSubscriberReceipt = (
  tx: TenantTransaction,
  tenantId: number,
  receipt: { subscriber: string; actionId: number; outcome: string | null },
) =>
  execute(tx)`
    INSERT INTO subscriber_receipts (tenant_id, subscriber, action_id, outcome)
    VALUES (${tenantId}, ${receipt.subscriber}, ${receipt.actionId}, ${receipt.outcome})`;

/**
 * Puts events of the last day back into the outbox that were sent, and that one of the event's subscribers has no receipt
 * for. The wait after each sending is four times the one before. Returns how many. Zero: each one was handled, or is not
 * due yet.
 */
export async function resendUnhandled(
  tx: TenantTransaction,
  tenantId: number,
  of: {
    event: string;
    subscribers: readonly string[];
    roundsMax: number;
    firstWaitMinutes: number;
    eventsMax: number;
  },
): Promise<number> {
  const resent = await selectAll<{ actionId: number }>(tx)`
    WITH sent AS (
      SELECT CASE WHEN jsonb_path_exists(body_json, '$.action_id ? (@ > 0 && @ < 9007199254740992)')
          THEN trunc((body_json ->> 'action_id')::numeric)::bigint END AS action_id,
        count(*)::int AS sendings, max(sent_at) AS last_sent_at
      FROM outbox
      WHERE tenant_id = ${tenantId} AND event_name = ${of.event}
        AND (sent_at IS NULL OR sent_at > clock_timestamp() - interval '2 days')
      GROUP BY 1
      HAVING bool_and(sent_at IS NOT NULL) AND min(sent_at) > clock_timestamp() - interval '1 day'),
    due AS (
      SELECT action_id, sendings FROM sent
      WHERE action_id IS NOT NULL AND sendings <= ${of.roundsMax}
        AND last_sent_at < clock_timestamp() - make_interval(mins => ${of.firstWaitMinutes}) * 4 ^ (sendings - 1)
        AND ${of.subscribers.length} > (
          SELECT count(*) FROM subscriber_receipts r
          WHERE r.tenant_id = ${tenantId} AND r.action_id = sent.action_id
            AND r.subscriber = ANY (${sql.param(of.subscribers as string[])}::text[]))
      ORDER BY last_sent_at, action_id LIMIT ${of.eventsMax})
    SELECT due.action_id, enqueue_outbox(${tenantId}::bigint, ${of.event},
      ${of.event}::text || '-' || due.action_id || '-again-' || due.sendings,
      jsonb_build_object('tenant_id', ${tenantId}::bigint, 'action_id', due.action_id))
    FROM due`;
  return resent.length;
}

export interface SubscriberFigures {
  handled: number;
  concerned: number;
  lastAt: string | null;
}

export const countHandled = (tx: TenantTransaction, tenantId: number, subscriber: string) =>
  selectOne<SubscriberFigures>(tx)`
    SELECT count(*)::int AS handled, count(outcome)::int AS concerned, max(handled_at) AS last_at
    FROM subscriber_receipts
    WHERE tenant_id = ${tenantId} AND subscriber = ${subscriber}
      AND handled_at > clock_timestamp() - interval '7 days'`;

/** Its work, newest first, without the events that did not concern it. */
export const listHandled = (tx: TenantTransaction, tenantId: number, subscriber: string, limit: number) =>
  selectAll<{ actionId: number; outcome: string; handledAt: string }>(tx)`
    SELECT action_id, outcome, handled_at FROM subscriber_receipts
    WHERE tenant_id = ${tenantId} AND subscriber = ${subscriber} AND outcome IS NOT NULL
    ORDER BY handled_at DESC, action_id DESC LIMIT ${limit}`;
