import { sql } from "drizzle-orm";
import type { TenantTransaction } from "@/db/client";
import { selectRows } from "@/db/queries/rows";

export interface OutboxRow {
  id: number;
  eventName: string;
  eventId: string;
  bodyJson: Record<string, number>;
  attempts: number;
}

/** Puts an event beside the change that causes it; the same event id twice is one event. */
export async function enqueueOutbox(
  tx: TenantTransaction,
  entry: { tenantId: number; name: string; eventId: string; body: Record<string, number> },
): Promise<void> {
  await tx.execute(
    sql`SELECT enqueue_outbox(${entry.tenantId}::bigint, ${entry.name}, ${entry.eventId},
          ${JSON.stringify(entry.body)}::jsonb)`,
  );
}

/** Takes up to `limit` unsent rows for `retrySeconds`; another dispatcher skips them meanwhile. Empty: nothing is due. */
export async function takeUnsent(
  tx: TenantTransaction,
  tenantId: number,
  limit: number,
  retrySeconds: number,
): Promise<OutboxRow[]> {
  return selectRows<OutboxRow>(
    tx,
    sql`UPDATE outbox
        SET attempts = attempts + 1, next_attempt_at = clock_timestamp() + make_interval(secs => ${retrySeconds})
        WHERE tenant_id = ${tenantId} AND id IN (
          SELECT id FROM outbox
          WHERE tenant_id = ${tenantId} AND sent_at IS NULL AND next_attempt_at <= clock_timestamp()
          ORDER BY id LIMIT ${limit} FOR UPDATE SKIP LOCKED)
        RETURNING id, event_name, event_id, body_json, attempts`,
  );
}

export async function markSent(
  tx: TenantTransaction,
  tenantId: number,
  ids: readonly number[],
): Promise<void> {
  await tx.execute(
    sql`UPDATE outbox SET sent_at = clock_timestamp(), last_error = NULL
        WHERE tenant_id = ${tenantId} AND sent_at IS NULL AND id = ANY (${sql.param(ids as number[])}::bigint[])`,
  );
}

export async function markSendFailed(
  tx: TenantTransaction,
  tenantId: number,
  ids: readonly number[],
  error: string,
): Promise<void> {
  await tx.execute(
    sql`UPDATE outbox SET last_error = ${error.slice(0, 500)}
        WHERE tenant_id = ${tenantId} AND sent_at IS NULL AND id = ANY (${sql.param(ids as number[])}::bigint[])`,
  );
}
