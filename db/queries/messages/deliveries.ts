import { sql } from "drizzle-orm";
import type { TenantTransaction } from "@/db/client";
import { execute, selectFirst, selectOne } from "@/db/queries/rows";

/** Deliveries that came in by a channel; the provider's own key makes a repeat one row. */

const time = (value: Date) => sql`${value.toISOString()}::timestamptz`;

export interface DeliveryKey {
  accountId: number;
  providerKey: string;
}

interface Begin extends DeliveryKey {
  now: Date;
  until: Date;
}

/** Null: it came before, and somebody handles or has handled it. */
export const beginDelivery = (
  tx: TenantTransaction,
  tenantId: number,
  { accountId, providerKey, now, until }: Begin,
) =>
  selectFirst<{ id: number }>(tx)`
    INSERT INTO channel_deliveries AS d (tenant_id, account_id, provider_key, received_at, handling_until)
    VALUES (${tenantId}, ${accountId}, ${providerKey}, ${time(now)}, ${time(until)})
    ON CONFLICT (tenant_id, account_id, provider_key) DO UPDATE SET handling_until = excluded.handling_until
      WHERE d.handled_at IS NULL AND d.handling_until <= ${time(now)}
    RETURNING id`;

/** How a delivery that came before ended. Null: it is being handled. */
export const readDelivery = (
  tx: TenantTransaction,
  tenantId: number,
  { accountId, providerKey }: DeliveryKey,
) =>
  selectOne<{ outcome: string | null }>(tx)`
    SELECT outcome FROM channel_deliveries
    WHERE tenant_id = ${tenantId} AND account_id = ${accountId} AND provider_key = ${providerKey}`;

export const endDelivery = (
  tx: TenantTransaction,
  tenantId: number,
  { id, outcome, now }: { id: number; outcome: string; now: Date },
) =>
  execute(tx)`
    UPDATE channel_deliveries SET handled_at = ${time(now)}, outcome = ${outcome.slice(0, 200)}
    WHERE tenant_id = ${tenantId} AND id = ${id} AND handled_at IS NULL`;

/** Gives a delivery back that was begun and not handled, so that the next repeat may handle it. */
export const releaseDelivery = (tx: TenantTransaction, tenantId: number, id: number, now: Date) =>
  execute(tx)`
    UPDATE channel_deliveries SET handling_until = ${time(now)}
    WHERE tenant_id = ${tenantId} AND id = ${id} AND handled_at IS NULL`;
