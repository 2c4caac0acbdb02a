import type { TenantTransaction } from "@/db/client";
import { execute, selectOne } from "@/db/queries/rows";

/** The last sweep and the oldest unsent event, which tell whether anything carries the tenant's work. */

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
  /** The oldest event that Inngest has not taken; null: it has taken all. */
  unsentSince: string | null;
}

/** Measured with 100,000 unsent events: 0.1 ms by the index on the oldest, 260 ms by the one on the next attempt. */
export const readLastSweep = (tx: TenantTransaction, tenantId: number) =>
  selectOne<SweepRow>(tx)`
    SELECT clock_timestamp() AS now, t.created_at AS founded_at, s.last_at,
      (SELECT min(o.created_at) FROM outbox o WHERE o.tenant_id = t.id AND o.sent_at IS NULL) AS unsent_since
    FROM tenants t LEFT JOIN sweeps s ON s.tenant_id = t.id WHERE t.id = ${tenantId}`;
