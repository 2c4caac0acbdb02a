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
