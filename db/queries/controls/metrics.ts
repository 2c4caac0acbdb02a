import { sql } from "drizzle-orm";
import type { TenantTransaction } from "@/db/client";
import { selectRows } from "@/db/queries/rows";

export async function readPushCounts(
  tx: TenantTransaction,
  tenantId: number,
): Promise<{ status: string; count: number }[]> {
  return selectRows(
    tx,
    sql`SELECT status, count(*)::int AS count FROM ns_pending_pushes WHERE tenant_id = ${tenantId} GROUP BY status ORDER BY status`,
  );
}

export async function countUnsent(tx: TenantTransaction, tenantId: number): Promise<number> {
  const [row] = await selectRows<{ count: number }>(
    tx,
    sql`SELECT count(*)::int AS count FROM outbox WHERE tenant_id = ${tenantId} AND sent_at IS NULL`,
  );
  return row?.count ?? 0;
}
