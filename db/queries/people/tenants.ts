import type { Pool, TenantTransaction } from "@/db/client";
import { selectFirst } from "@/db/queries/rows";

/** Every tenant; the sweeps go through them one by one. */
export async function listTenantIds({ sql }: Pool): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`SELECT list_tenant_ids() AS id`;
  return rows.map((row) => row.id);
}

/** The operator has stopped the tenant's writes. */
export const isSuspended = async (tx: TenantTransaction, tenantId: number): Promise<boolean> =>
  (await selectFirst(tx)`SELECT 1 FROM tenants WHERE id = ${tenantId} AND suspended_at IS NULL`) === null;
