/** This room holds the SQL of outgoing webhooks: endpoints, and their deliveries. */

import { sql } from "drizzle-orm";
import type { TenantTransaction } from "@/db/client";
import { type RowOf, execute, selectAll, selectFirst, selectOne } from "@/db/queries/rows";
import type { webhookEndpoints } from "@/db/schema/webhooks";
import type { DisabledBecause, WebhookEvent } from "@/lib/core/webhook/webhook";

export type EndpointRow = RowOf<
  typeof webhookEndpoints,
  Exclude<keyof (typeof webhookEndpoints)["$inferSelect"], "tenantId">
>;

const columns = sql.raw(
  "e.id, e.url, e.description, e.events, e.state, e.disabled_because, e.disabled_at, e.sealed, e.rotated_at, " +
    "e.failing_since, e.delivered_at, e.created_at, e.created_by_label",
);
const time = (value: Date) => sql`${value.toISOString()}::timestamptz`;
const texts = (values: readonly string[]) => sql`${sql.param(values as string[])}::text[]`;

/** Without the deleted ones. Two that are created at once may pass a limit by one. */
export async function countEndpoints(tx: TenantTransaction, tenantId: number): Promise<number> {
  const { count } = await selectOne<{ count: number }>(tx)`
    SELECT count(*)::int AS count FROM webhook_endpoints WHERE tenant_id = ${tenantId} AND state <> 'deleted'`;
  return count;
}

interface NewEndpoint {
  url: string;
  description: string;
  events: readonly WebhookEvent[];
  now: Date;
  by: string;
}

export async function insertEndpoint(
  tx: TenantTransaction,
  tenantId: number,
  { url, description, events, now, by }: NewEndpoint,
): Promise<number> {
  const { id } = await selectOne<{ id: number }>(tx)`
    INSERT INTO webhook_endpoints (tenant_id, url, description, events, created_at, created_by_label)
    VALUES (${tenantId}, ${url}, ${description}, ${texts(events)}, ${time(now)}, ${by}) RETURNING id`;
  return id;
}

export type ListedEndpoint = EndpointRow & {
  /** Deliveries that wait or are under way. */
  waiting: number;
  /** Deliveries of the last 24 hours. */
  delivered: number;
  failed: number;
  /** Null: none in that time. */
  lastAttemptAt: string | null;
};

const dayAgo = (now: Date) => time(new Date(now.getTime() - 86_400_000));

/** Without the deleted ones, oldest first; with an id that one alone. */
export const listEndpoints = (
  tx: TenantTransaction,
  tenantId: number,
  { id = null, now }: { id?: number | null; now: Date },
) =>
  selectAll<ListedEndpoint>(tx)`
    SELECT ${columns}, d.*,
      (SELECT count(*)::int FROM webhook_deliveries w
       WHERE w.tenant_id = ${tenantId} AND w.endpoint_id = e.id AND w.state IN ('due', 'sending')) AS waiting
    FROM webhook_endpoints e CROSS JOIN LATERAL (
      SELECT count(*) FILTER (WHERE w.state = 'delivered')::int AS delivered,
        count(*) FILTER (WHERE w.state = 'failed')::int AS failed, max(w.settled_at) AS last_attempt_at
      FROM webhook_deliveries w
      WHERE w.tenant_id = ${tenantId} AND w.endpoint_id = e.id AND w.settled_at > ${dayAgo(now)}) d
    WHERE e.tenant_id = ${tenantId} AND e.state <> 'deleted' AND (${id}::bigint IS NULL OR e.id = ${id})
    ORDER BY e.id LIMIT 100`;

/** Holds the endpoint's row. Null: none of this tenant, or deleted. */
export const lockEndpoint = (tx: TenantTransaction, tenantId: number, id: number) =>
  selectFirst<EndpointRow>(tx)`
    SELECT ${columns} FROM webhook_endpoints e
    WHERE e.tenant_id = ${tenantId} AND e.id = ${id} AND e.state <> 'deleted' FOR NO KEY UPDATE`;

/** As the sender reads it. Null: it is not enabled. */
export const findEnabledEndpoint = (tx: TenantTransaction, tenantId: number, id: number) =>
  selectFirst<EndpointRow>(tx)`
    SELECT ${columns} FROM webhook_endpoints e
    WHERE e.tenant_id = ${tenantId} AND e.id = ${id} AND e.state = 'enabled'`;

interface EndpointChange {
  id: number;
  url: string;
  description: string;
  events: readonly string[];
  sealed: string;
}

export const updateEndpoint = (
  tx: TenantTransaction,
  tenantId: number,
  { id, url, description, events, sealed }: EndpointChange,
) =>
  execute(tx)`
    UPDATE webhook_endpoints SET url = ${url}, description = ${description}, events = ${texts(events)},
      sealed = ${sealed}
    WHERE tenant_id = ${tenantId} AND id = ${id} AND state <> 'deleted'`;

export const sealEndpoint = (
  tx: TenantTransaction,
  tenantId: number,
  { id, sealed, rotatedAt }: { id: number; sealed: string; rotatedAt: Date | null },
) =>
  execute(tx)`
    UPDATE webhook_endpoints SET sealed = ${sealed},
      rotated_at = coalesce(${rotatedAt?.toISOString() ?? null}::timestamptz, rotated_at)
    WHERE tenant_id = ${tenantId} AND id = ${id} AND state <> 'deleted'`;

/** Its waiting deliveries go on at once, and its count of failures starts again. 0: it was enabled already. */
export const enableEndpoint = (tx: TenantTransaction, tenantId: number, id: number) =>
  execute(tx)`
    UPDATE webhook_endpoints SET state = 'enabled', disabled_because = NULL, disabled_at = NULL, failing_since = NULL
    WHERE tenant_id = ${tenantId} AND id = ${id} AND state = 'disabled'`;

/** 0: it was not enabled any more. */
export const disableEndpoint = (
  tx: TenantTransaction,
  tenantId: number,
  { id, because, now }: { id: number; because: DisabledBecause; now: Date },
) =>
  execute(tx)`
    UPDATE webhook_endpoints SET state = 'disabled', disabled_because = ${because}, disabled_at = ${time(now)}
    WHERE tenant_id = ${tenantId} AND id = ${id} AND state = 'enabled'`;

/** Its keys are gone with it; its deliveries stay for their period. */
export const deleteEndpoint = (tx: TenantTransaction, tenantId: number, id: number) =>
  execute(tx)`
    UPDATE webhook_endpoints SET state = 'deleted', disabled_because = NULL, disabled_at = NULL, sealed = NULL
    WHERE tenant_id = ${tenantId} AND id = ${id} AND state <> 'deleted'`;

/** Most successes follow a success: they change nothing but the time, to the minute. */
export const noteSuccess = (
  tx: TenantTransaction,
  tenantId: number,
  { id, now }: { id: number; now: Date },
) =>
  execute(tx)`
    UPDATE webhook_endpoints SET failing_since = NULL, delivered_at = ${time(now)}
    WHERE tenant_id = ${tenantId} AND id = ${id}
      AND (failing_since IS NOT NULL OR delivered_at IS NULL OR delivered_at < ${time(now)} - interval '1 minute')`;

/** The first failure since the last success. Null: the endpoint was deleted. */
export async function noteFailure(
  tx: TenantTransaction,
  tenantId: number,
  { id, now }: { id: number; now: Date },
): Promise<string | null> {
  await execute(tx)`
    UPDATE webhook_endpoints SET failing_since = ${time(now)}
    WHERE tenant_id = ${tenantId} AND id = ${id} AND failing_since IS NULL`;
  const row = await selectFirst<{ failingSince: string }>(tx)`
    SELECT failing_since FROM webhook_endpoints WHERE tenant_id = ${tenantId} AND id = ${id} AND state <> 'deleted'`;
  return row?.failingSince ?? null;
}

/** The addresses of endpoints that nobody disabled on purpose, oldest first. */
export async function listGivenUpUrls(tx: TenantTransaction, tenantId: number): Promise<string[]> {
  const rows = await selectAll<{ url: string }>(tx)`
    SELECT url FROM webhook_endpoints
    WHERE tenant_id = ${tenantId} AND state = 'disabled' AND disabled_because <> 'person' ORDER BY id LIMIT 100`;
  return rows.map(({ url }) => url);
}

/** For metrics. */
export const countWebhooks = (tx: TenantTransaction, tenantId: number) =>
  selectOne<{ waiting: number; disabled: number }>(tx)`
    SELECT (SELECT count(*)::int FROM webhook_endpoints e JOIN webhook_deliveries d
              ON d.tenant_id = ${tenantId} AND d.endpoint_id = e.id AND d.state = 'due'
            WHERE e.tenant_id = ${tenantId} AND e.state = 'enabled') AS waiting,
      (SELECT count(*)::int FROM webhook_endpoints e
       WHERE e.tenant_id = ${tenantId} AND e.state = 'disabled' AND e.disabled_because <> 'person') AS disabled`;
