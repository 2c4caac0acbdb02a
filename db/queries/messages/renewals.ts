import { sql } from "drizzle-orm";
import type { TenantTransaction } from "@/db/client";
import { type RowOf, execute, selectAll, selectFirst } from "@/db/queries/rows";
import type { channelAccounts } from "@/db/schema/channels";

/** Credentials of accounts that end and are renewed before: by one process at a time, over all of them. */

const time = (value: Date | null) => sql`${value?.toISOString() ?? null}::timestamptz`;

type LockedAccount = RowOf<typeof channelAccounts, "state" | "sealed" | "renewalUntil" | "renewalFence">;

/** Locks the account until the transaction ends. Null: there is none of this id in this tenant. */
export const lockForRenewal = (tx: TenantTransaction, tenantId: number, id: number) =>
  selectFirst<LockedAccount>(tx)`
    SELECT state, sealed, renewal_until, renewal_fence FROM channel_accounts
    WHERE tenant_id = ${tenantId} AND id = ${id} FOR UPDATE`;

interface Renewal {
  id: number;
  fence: number;
}

/** Leases the renewal of a locked account until `until`. */
export const leaseRenewal = (
  tx: TenantTransaction,
  tenantId: number,
  { id, fence, until }: Renewal & { until: Date },
) =>
  execute(tx)`
    UPDATE channel_accounts SET renewal_fence = ${fence}, renewal_until = ${time(until)}
    WHERE tenant_id = ${tenantId} AND id = ${id}`;

/** 0: it was renewed or connected by somebody else since, or closed. */
export const keepRenewed = (
  tx: TenantTransaction,
  tenantId: number,
  { id, fence, sealed, renewAt }: Renewal & { sealed: string; renewAt: Date },
) =>
  execute(tx)`
    UPDATE channel_accounts SET sealed = ${sealed}, renew_at = ${time(renewAt)}, renewal_until = NULL
    WHERE tenant_id = ${tenantId} AND id = ${id} AND renewal_fence = ${fence} AND state <> 'closed'`;

/** It is tried again from `until` on. 0: as above. */
export const putOffRenewal = (
  tx: TenantTransaction,
  tenantId: number,
  { id, fence, until }: Renewal & { until: Date },
) =>
  execute(tx)`
    UPDATE channel_accounts SET renewal_until = ${time(until)}
    WHERE tenant_id = ${tenantId} AND id = ${id} AND renewal_fence = ${fence}`;

/** It can never be renewed. 0: as above, or it was broken before. */
export const breakUnrenewed = (
  tx: TenantTransaction,
  tenantId: number,
  { id, fence, why }: Renewal & { why: string },
) =>
  execute(tx)`
    UPDATE channel_accounts SET state = 'broken', last_error = ${why}, renewal_until = NULL
    WHERE tenant_id = ${tenantId} AND id = ${id} AND renewal_fence = ${fence} AND state = 'open'`;

/** Ids of open accounts whose credentials are to be renewed and that nobody renews now, at most 100. */
export const listToRenew = (tx: TenantTransaction, tenantId: number, now: Date) =>
  selectAll<{ id: number }>(tx)`
    SELECT id FROM channel_accounts
    WHERE tenant_id = ${tenantId} AND state = 'open' AND renew_at <= ${time(now)}
      AND (renewal_until IS NULL OR renewal_until <= ${time(now)})
    ORDER BY id LIMIT 100`;
