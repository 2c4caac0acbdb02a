import { sql } from "drizzle-orm";
import type { TenantTransaction } from "@/db/client";
import { execute, selectAll } from "@/db/queries/rows";

/** Pushes of which a request left at some time, and the proof that nothing of it was written. */

/** A request of push `p` left, and no probe has denied since that it was written. */
export const sentWithoutProof = sql`(p.last_sent_at IS NOT NULL
  AND p.last_sent_at > coalesce(p.proved_unwritten_at, '-infinity'::timestamptz))`;

export interface DoubtfulPush {
  id: number;
  leaseAttempt: number;
}

/** Those that wait or gave up, in order. What is on its way or unknown has a settlement of its own. */
export const listDoubtfulPushes = (tx: TenantTransaction, tenantId: number, actionId: number) =>
  selectAll<DoubtfulPush>(tx)`
    SELECT p.id, p.lease_attempt FROM ns_pending_pushes p
    WHERE p.tenant_id = ${tenantId} AND p.action_id = ${actionId} AND p.status IN ('queued', 'dead')
      AND ${sentWithoutProof}
    ORDER BY p.line_no`;

/** A probe that was asked after the last request had left found nothing. False: another request has left since. */
export async function markProvedUnwritten(
  tx: TenantTransaction,
  tenantId: number,
  { id, leaseAttempt }: DoubtfulPush,
): Promise<boolean> {
  const marked = await execute(tx)`
    UPDATE ns_pending_pushes SET proved_unwritten_at = clock_timestamp()
    WHERE tenant_id = ${tenantId} AND id = ${id} AND lease_attempt = ${leaseAttempt} AND status IN ('queued', 'dead')`;
  return marked === 1;
}
