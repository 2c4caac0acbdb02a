import type { Pool } from "@/db/client";

/** Every tenant; the sweeps go through them one by one. */
export async function listTenantIds({ sql }: Pool): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`SELECT list_tenant_ids() AS id`;
  return rows.map((row) => row.id);
}
