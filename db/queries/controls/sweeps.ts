import type { TenantTransaction } from "@/db/client";
import { execute, selectOne } from "@/db/queries/rows";

/** The time of the last sweep, which tells whether anything carries the tenant's work. */

export const recordSweep = (tx: TenantTransaction, tenantId: number) =>
  execute(tx)`
    INSERT INTO sweeps (tenant_id, last_at) VALUES (${tenantId}, clock_timestamp())
    ON CONFLICT (tenant_id) DO UPDATE SET last_at = excluded.last_at`;

export interface SweepRow {
  now: string;
  /** When the tenant was founded: no sweep can be expected before. */
  foundedAt: string;
  /** Null: there was none yet. */
  lastAt: string | null;
}

export const readLastSweep = (tx: TenantTransaction, tenantId: number) =>
  selectOne<SweepRow>(tx)`
    SELECT clock_timestamp() AS now, t.created_at AS founded_at, s.last_at
    FROM tenants t LEFT JOIN sweeps s ON s.tenant_id = t.id WHERE t.id = ${tenantId}`;
