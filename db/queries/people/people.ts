import { sql } from "drizzle-orm";
import type { TenantTransaction } from "@/db/client";
import { selectRows } from "@/db/queries/rows";

/** How many people of the tenant could approve something now. */
export async function countApprovers(tx: TenantTransaction, tenantId: number): Promise<number> {
  const [row] = await selectRows<{ count: number }>(
    tx,
    sql`SELECT count(*)::int AS count FROM memberships m JOIN users u ON u.id = m.user_id
        WHERE m.tenant_id = ${tenantId} AND m.role IN ('approver', 'admin') AND m.revoked_at IS NULL AND u.disabled_at IS NULL`,
  );
  return row?.count ?? 0;
}

/** True where this person may decide now, whatever their session says. */
export async function decidesNow(tx: TenantTransaction, tenantId: number, userId: number): Promise<boolean> {
  const rows = await selectRows(
    tx,
    sql`SELECT 1 FROM memberships m JOIN users u ON u.id = m.user_id
        WHERE m.tenant_id = ${tenantId} AND m.user_id = ${userId} AND m.role IN ('approver', 'admin')
          AND m.revoked_at IS NULL AND u.disabled_at IS NULL`,
  );
  return rows.length === 1;
}

/** A live agent by its name; null: none, or revoked. */
export async function findAgentByName(
  tx: TenantTransaction,
  tenantId: number,
  name: string,
): Promise<{ id: number; name: string; proposalsPerMinuteMax: number; pendingMax: number } | null> {
  const [row] = await selectRows<{
    id: number;
    name: string;
    proposalsPerMinuteMax: number;
    pendingMax: number;
  }>(
    tx,
    sql`SELECT id, name, proposals_per_minute_max, pending_max FROM agents
        WHERE tenant_id = ${tenantId} AND name = ${name} AND revoked_at IS NULL`,
  );
  return row
    ? {
        id: row.id,
        name: row.name,
        proposalsPerMinuteMax: row.proposalsPerMinuteMax,
        pendingMax: row.pendingMax,
      }
    : null;
}

/** Null: no member of this tenant. */
export async function findPersonName(tx: TenantTransaction, userId: number): Promise<string | null> {
  const [row] = await selectRows<{ name: string }>(tx, sql`SELECT name FROM users WHERE id = ${userId}`);
  return row?.name ?? null;
}
