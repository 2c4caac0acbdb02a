import type { Database } from "@/db/client";

/** Every tenant; the sweeps go through them one by one. */
export async function listTenantIds(database: Database): Promise<number[]> {
  const rows = await database.sql<{ id: number }[]>`SELECT list_tenant_ids() AS id`;
  return rows.map((row) => row.id);
}
