import { sql } from "drizzle-orm";
import type { TenantTransaction } from "@/db/client";
import { type RowOf, execute, selectAll, selectFirst, selectOne } from "@/db/queries/rows";
import type { proposedActions } from "@/db/schema/actions";
import type { webhookDeliveries } from "@/db/schema/webhooks";
import type { DeliveryState, WebhookAttempt, WebhookEvent } from "@/lib/core/webhook/webhook";

/** Deliveries: one event for one endpoint, leased by one sender at a time. */

export type DeliveryRow = RowOf<
  typeof webhookDeliveries,
  Exclude<keyof (typeof webhookDeliveries)["$inferSelect"], "tenantId">
>;

const columns = sql.raw(
  "id, endpoint_id, webhook_id, event_type, seq, subject_id, subject_status, action_id, occurred_at, state, " +
    "attempts, next_at, fence, lease_until, log, settled_at",
);
const time = (value: Date | null) => sql`${value?.toISOString() ?? null}::timestamptz`;

interface QueuedEvent {
  type: WebhookEvent | "ping";
  subjectId: number;
  status: string;
  /** This endpoint alone, whatever it asked for. Absent: all that asked for the type. */
  endpointId?: number;
}

/** The ids of the deliveries that were written. Empty: no enabled endpoint asked for it. */
export async function queueWebhook(
  tx: TenantTransaction,
  tenantId: number,
  { type, subjectId, status, endpointId }: QueuedEvent,
): Promise<number[]> {
  const rows = await selectAll<{ id: number }>(tx)`
    SELECT q AS id FROM queue_webhook(${tenantId}::bigint, ${type}, ${subjectId}::bigint, ${status}, NULL,
      ${endpointId ?? null}::bigint) AS q`;
  return rows.map(({ id }) => id);
}

/** Asks for a look at what is due; the same `cause` twice is one look. */
export const wakeWebhooks = (tx: TenantTransaction, tenantId: number, cause: string) =>
  execute(tx)`
    SELECT enqueue_outbox(${tenantId}::bigint, 'webhooks.wake', ${`webhooks-${cause}`},
      jsonb_build_object('tenant_id', ${tenantId}::bigint))`;

/** Enabled endpoints with something due, or with a lease that ran out. */
export async function listDueEndpoints(
  tx: TenantTransaction,
  tenantId: number,
  now: Date,
): Promise<number[]> {
  const rows = await selectAll<{ id: number }>(tx)`
    SELECT e.id FROM webhook_endpoints e
    WHERE e.tenant_id = ${tenantId} AND e.state = 'enabled' AND (
      EXISTS (SELECT FROM webhook_deliveries d WHERE d.tenant_id = ${tenantId} AND d.endpoint_id = e.id
              AND d.state = 'due' AND d.next_at <= ${time(now)})
      OR EXISTS (SELECT FROM webhook_deliveries d WHERE d.tenant_id = ${tenantId} AND d.endpoint_id = e.id
                 AND d.state = 'sending' AND d.lease_until <= ${time(now)}))
    ORDER BY e.id LIMIT 100`;
  return rows.map(({ id }) => id);
}

interface Taking {
  endpointId: number;
  now: Date;
  atOnce: number;
  leaseSeconds: number;
}

/** Leases what is due of one endpoint. Empty: nothing is, or enough is under way. */
export const takeWebhooks = (
  tx: TenantTransaction,
  tenantId: number,
  { endpointId, now, atOnce, leaseSeconds }: Taking,
) =>
  selectAll<DeliveryRow>(tx)`
    SELECT ${columns} FROM take_webhooks(${tenantId}::bigint, ${endpointId}::bigint, ${time(now)},
      ${atOnce}::integer, ${leaseSeconds}::integer)
    ORDER BY seq, id`;

export type TracedAction = RowOf<typeof proposedActions, "id" | "correlationId" | "traceId" | "spanId">;

/** The traces in which these were proposed, so that their webhooks go on in them. */
export const listTraces = (tx: TenantTransaction, tenantId: number, actionIds: readonly number[]) =>
  selectAll<TracedAction>(tx)`
    SELECT id, correlation_id, trace_id, span_id FROM proposed_actions
    WHERE tenant_id = ${tenantId} AND id = ANY (${sql.param(actionIds as number[])}::bigint[])`;

export interface DeliverySettlement {
  state: Extract<DeliveryState, "due" | "delivered" | "failed">;
  nextAt: Date | null;
  attempt: WebhookAttempt;
  now: Date;
}

/** Writes how a lease ended. 0: somebody else has it since. */
export const settleWebhook = (
  tx: TenantTransaction,
  tenantId: number,
  { id, fence }: Pick<DeliveryRow, "id" | "fence">,
  { state, nextAt, attempt, now }: DeliverySettlement,
) =>
  execute(tx)`
    UPDATE webhook_deliveries SET state = ${state}, next_at = ${time(nextAt)}, lease_until = NULL,
      settled_at = ${time(now)}, log = log_webhook(log, ${JSON.stringify(attempt)}::text::jsonb)
    WHERE tenant_id = ${tenantId} AND id = ${id} AND fence = ${fence} AND state = 'sending'`;

/** Gives leased deliveries back unsent: their endpoint is not enabled any more, or its keys cannot be read. */
export const giveBackWebhook = (
  tx: TenantTransaction,
  tenantId: number,
  { id, fence }: Pick<DeliveryRow, "id" | "fence">,
  nextAt: Date,
) =>
  execute(tx)`
    UPDATE webhook_deliveries SET state = 'due', next_at = ${time(nextAt)}, lease_until = NULL, attempts = attempts - 1
    WHERE tenant_id = ${tenantId} AND id = ${id} AND fence = ${fence} AND state = 'sending'`;

/** When the next delivery is due, or the next lease runs out. Null: nothing waits. */
export async function nextWebhookAt(tx: TenantTransaction, tenantId: number): Promise<string | null> {
  const { at } = await selectOne<{ at: string | null }>(tx)`
    SELECT min(least(due.at, sending.at)) AS at FROM webhook_endpoints e
      CROSS JOIN LATERAL (SELECT min(d.next_at) AS at FROM webhook_deliveries d
        WHERE d.tenant_id = ${tenantId} AND d.endpoint_id = e.id AND d.state = 'due') due
      CROSS JOIN LATERAL (SELECT min(d.lease_until) AS at FROM webhook_deliveries d
        WHERE d.tenant_id = ${tenantId} AND d.endpoint_id = e.id AND d.state = 'sending') sending
    WHERE e.tenant_id = ${tenantId} AND e.state = 'enabled'`;
  return at;
}

/** Newest first; `before`: of an id below it. */
export const listDeliveries = (
  tx: TenantTransaction,
  tenantId: number,
  { endpointId, before, limit }: { endpointId: number; before: number | null; limit: number },
) =>
  selectAll<DeliveryRow>(tx)`
    SELECT ${columns} FROM webhook_deliveries
    WHERE tenant_id = ${tenantId} AND endpoint_id = ${endpointId} AND (${before}::bigint IS NULL OR id < ${before})
    ORDER BY id DESC LIMIT ${limit}`;

/** Holds the delivery's row, with its endpoint's state. Null: none of this tenant. */
export const lockDelivery = (tx: TenantTransaction, tenantId: number, id: number) =>
  selectFirst<DeliveryRow & { endpointState: string }>(tx)`
    SELECT ${columns}, (SELECT e.state FROM webhook_endpoints e
      WHERE e.tenant_id = ${tenantId} AND e.id = endpoint_id) AS endpoint_state
    FROM webhook_deliveries WHERE tenant_id = ${tenantId} AND id = ${id} FOR NO KEY UPDATE`;

/** Due at once, with all its attempts before it. */
export const sendAgain = (tx: TenantTransaction, tenantId: number, { id, now }: { id: number; now: Date }) =>
  selectOne<DeliveryRow>(tx)`
    UPDATE webhook_deliveries SET state = 'due', attempts = 0, next_at = ${time(now)}
    WHERE tenant_id = ${tenantId} AND id = ${id} AND state <> 'sending' RETURNING ${columns}`;

export const readDelivery = (tx: TenantTransaction, tenantId: number, id: number) =>
  selectOne<DeliveryRow>(tx)`
    SELECT ${columns} FROM webhook_deliveries WHERE tenant_id = ${tenantId} AND id = ${id}`;
