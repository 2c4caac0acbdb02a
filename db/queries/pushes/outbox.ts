import { sql } from "drizzle-orm";
import type { Database, TenantTransaction } from "@/db/client";
import type { outbox } from "@/db/schema/pushes";
import { type RowOf, execute } from "@/db/queries/rows";

export type OutboxRow = RowOf<typeof outbox, "eventName" | "eventId" | "bodyJson">;

/** Announces an action's new state once, in the transaction that brings it about. */
export const announceAction = (tx: TenantTransaction, tenantId: number, actionId: number, status: string) =>
  execute(tx)`
    SELECT enqueue_outbox(${tenantId}::bigint, ${`hitl.${status}`}, ${`action-${actionId}-${status}`},
      jsonb_build_object('tenant_id', ${tenantId}::bigint, 'action_id', ${actionId}::bigint))`;

/** Takes up to `limit` unsent rows for `retrySeconds`; another dispatcher skips them meanwhile. Empty: nothing is due. */
export async function takeUnsent(
  database: Database,
  tenantId: number,
  limit: number,
  retrySeconds: number,
): Promise<OutboxRow[]> {
  return database.sql<OutboxRow[]>`
    SELECT event_name, event_id, body_json
    FROM take_unsent(${tenantId}::bigint, ${limit}::integer, ${retrySeconds}::integer)`;
}

/**
 * Makes the requests of approved actions' pushes due at once, though a claim or a dispatcher kept them for its process. Returns how many:
 * none of those that were sent, or that failed and have a later try planned.
 */
export const freeKeptRequests = (tx: TenantTransaction, tenantId: number, actionIds: readonly number[]) =>
  execute(tx)`
    UPDATE outbox AS o SET next_attempt_at = clock_timestamp()
    FROM ns_pending_pushes p
    WHERE p.tenant_id = ${tenantId} AND p.action_id = ANY (${sql.param(actionIds as number[])}::bigint[])
      AND p.status = 'queued'
      AND o.tenant_id = ${tenantId} AND o.event_id = 'push-' || p.id || '-round-0'
      AND o.sent_at IS NULL AND o.last_error IS NULL AND o.next_attempt_at > clock_timestamp()`;

const theseUnsent = (tenantId: number, eventIds: readonly string[]) =>
  sql`tenant_id = ${tenantId} AND sent_at IS NULL AND event_id = ANY (${sql.param(eventIds as string[])}::text[])`;

export const markSent = (tx: TenantTransaction, tenantId: number, eventIds: readonly string[]) =>
  execute(tx)`
    UPDATE outbox SET sent_at = clock_timestamp(), last_error = NULL WHERE ${theseUnsent(tenantId, eventIds)}`;

export const markSendFailed = (
  tx: TenantTransaction,
  tenantId: number,
  eventIds: readonly string[],
  error: string,
) =>
  execute(tx)`UPDATE outbox SET last_error = ${error.slice(0, 500)} WHERE ${theseUnsent(tenantId, eventIds)}`;

/** Calls workers for the tenant's steps; the same `cause` twice is one call. */
export const wakeWorkers = (tx: TenantTransaction, tenantId: number, cause: string) =>
  execute(tx)`
    SELECT enqueue_outbox(${tenantId}::bigint, 'runtime.wake', ${`wake-${cause}`},
      jsonb_build_object('tenant_id', ${tenantId}::bigint))`;
