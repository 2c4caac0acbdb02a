import type { Database, TenantTransaction } from "@/db/client";
import { selectOne } from "@/db/queries/rows";

/** The changes of open questions that time alone brings. */

/** Ends, escalates and reminds: one tenant's questions that are due, at most `limit` of each kind. Returns the counts. */
export async function sweepInteractions(
  database: Database,
  tenantId: number,
  { now, limit }: { now: Date; limit: number },
): Promise<{ timedOut: number; escalated: number; reminded: number }> {
  const at = now.toISOString();
  const [row] = await database.sql<{ timedOut: number; escalated: number; reminded: number }[]>`
    SELECT cardinality(time_out_interactions(${tenantId}, ${at}, ${limit})) AS "timedOut",
      cardinality(escalate_interactions(${tenantId}, ${at}, ${limit})) AS escalated,
      cardinality(remind_of_interactions(${tenantId}, ${at}, ${limit})) AS reminded`;
  return row!;
}

/** When the tenant's next open question ends or goes on to the next person, from two indexes. Null: none does. */
export async function nextDueAt(tx: TenantTransaction, tenantId: number): Promise<string | null> {
  const { at } = await selectOne<{ at: string | null }>(tx)`
    SELECT least(
      (SELECT min(timeout_at) FROM hil_interactions WHERE tenant_id = ${tenantId} AND status = 'pending'),
      (SELECT min(next_escalation_at) FROM hil_interactions
       WHERE tenant_id = ${tenantId} AND status = 'pending' AND next_escalation_at IS NOT NULL)) AS at`;
  return at;
}
