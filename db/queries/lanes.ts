import { sql } from "drizzle-orm";
import type { TenantTransaction } from "../client";
import { selectRows } from "./rows";

/** The account's circuit breaker: one row per tenant. */

export async function haltLane(
  tx: TenantTransaction,
  tenantId: number,
  cause: { code: string; message: string; probeInSeconds: number },
): Promise<void> {
  await tx.execute(
    sql`UPDATE push_lanes SET state = 'halted', code = ${cause.code}, message = ${cause.message},
               halted_at = CASE WHEN state = 'halted' THEN halted_at ELSE clock_timestamp() END,
               probe_at = clock_timestamp() + make_interval(secs => ${cause.probeInSeconds})
        WHERE tenant_id = ${tenantId}`,
  );
}

/** True where this call opened a halted lane. */
export async function openLane(tx: TenantTransaction, tenantId: number): Promise<boolean> {
  const rows = await selectRows(
    tx,
    sql`UPDATE push_lanes SET state = 'open', code = NULL, message = NULL, halted_at = NULL, probe_at = NULL
        WHERE tenant_id = ${tenantId} AND state = 'halted' RETURNING tenant_id`,
  );
  return rows.length === 1;
}

export async function markReconciled(tx: TenantTransaction, tenantId: number): Promise<void> {
  await tx.execute(
    sql`UPDATE push_lanes SET last_reconciled_at = clock_timestamp() WHERE tenant_id = ${tenantId}`,
  );
}

export async function readLane(
  tx: TenantTransaction,
  tenantId: number,
): Promise<{ state: "open" | "halted"; probe_due: boolean }> {
  const [row] = await selectRows<{ state: "open" | "halted"; probe_due: boolean }>(
    tx,
    sql`SELECT state, coalesce(probe_at <= clock_timestamp(), false) AS probe_due FROM push_lanes WHERE tenant_id = ${tenantId}`,
  );
  return row ?? { state: "halted", probe_due: false };
}
