import type { TenantTransaction } from "@/db/client";
import { type RowOf, execute, selectFirst } from "@/db/queries/rows";
import type { netsuiteAccounts } from "@/db/schema/pushes";

/** NetSuite accounts of tenants, and the credentials for them, which are sealed. */

export type AccountRow = RowOf<
  typeof netsuiteAccounts,
  "id" | "strategy" | "account" | "keyPrefix" | "setByLabel" | "setAt"
>;

/** The account in use. Null: the tenant has none of its own. */
export const readLiveAccount = (tx: TenantTransaction, tenantId: number) =>
  selectFirst<AccountRow>(tx)`
    SELECT id, strategy, account, key_prefix, set_by_label, set_at FROM netsuite_accounts
    WHERE tenant_id = ${tenantId} AND ended_at IS NULL`;

/** Null: there is no such row, or its credentials were blanked. */
export const readSealed = (tx: TenantTransaction, tenantId: number, id: number) =>
  selectFirst<{ sealed: string }>(tx)`
    SELECT sealed FROM netsuite_accounts WHERE tenant_id = ${tenantId} AND id = ${id} AND sealed IS NOT NULL`;

/** The newest credentials for this account, also where it is out of use. Null: there are none. */
export const findCredentialsFor = (tx: TenantTransaction, tenantId: number, account: string) =>
  selectFirst<{ id: number; account: string }>(tx)`
    SELECT id, account FROM netsuite_accounts
    WHERE tenant_id = ${tenantId} AND account = ${account} AND sealed IS NOT NULL
    ORDER BY ended_at IS NULL DESC, id DESC LIMIT 1`;

/** Whether another tenant uses this account too, by credentials of its own. */
export async function sharesAccount(tx: TenantTransaction, account: string): Promise<boolean> {
  const row = await selectFirst<{ shared: boolean }>(tx)`SELECT shares_account(${account}) AS shared`;
  return row!.shared;
}

export type NewAccount = Pick<
  typeof netsuiteAccounts.$inferInsert,
  "strategy" | "account" | "keyPrefix" | "setByLabel"
> & { sealed: string };

/** Takes the place of the one in use, whose row `endAccount` has ended before. */
export async function insertAccount(
  tx: TenantTransaction,
  tenantId: number,
  account: NewAccount,
): Promise<number> {
  const row = await selectFirst<{ id: number }>(tx)`
    INSERT INTO netsuite_accounts (tenant_id, strategy, account, key_prefix, sealed, set_by_label)
    VALUES (${tenantId}, ${account.strategy}, ${account.account}, ${account.keyPrefix}, ${account.sealed},
      ${account.setByLabel})
    RETURNING id`;
  return row!.id;
}

/** The id of the account that was in use until now; null: there was none. */
export async function endAccount(tx: TenantTransaction, tenantId: number): Promise<number | null> {
  const row = await selectFirst<{ id: number }>(tx)`
    UPDATE netsuite_accounts SET ended_at = clock_timestamp()
    WHERE tenant_id = ${tenantId} AND ended_at IS NULL RETURNING id`;
  return row?.id ?? null;
}

/**
 * Forgets credentials that nothing asks for any more: out of use for a day, and no write that went there is open, or
 * newer credentials ask about it. A process may have read them just before they went out of use, hence the day.
 */
export const forgetOldCredentials = (tx: TenantTransaction, tenantId: number) =>
  execute(tx)`
    UPDATE netsuite_accounts n SET sealed = NULL
    WHERE n.tenant_id = ${tenantId} AND n.sealed IS NOT NULL AND n.ended_at < clock_timestamp() - interval '1 day'
      AND (EXISTS (
          SELECT 1 FROM netsuite_accounts newer
          WHERE newer.tenant_id = ${tenantId} AND newer.account = n.account AND newer.id > n.id
            AND newer.sealed IS NOT NULL)
        OR NOT EXISTS (
          SELECT 1 FROM ns_pending_pushes p
          WHERE p.tenant_id = ${tenantId} AND p.netsuite_account = n.account
            AND p.status IN ('queued', 'pushing', 'unknown', 'dead')))`;

/** The slug of the transaction's own tenant. */
export async function readOwnSlug(tx: TenantTransaction, tenantId: number): Promise<string | null> {
  const row = await selectFirst<{ slug: string }>(tx)`SELECT slug FROM tenants WHERE id = ${tenantId}`;
  return row?.slug ?? null;
}
