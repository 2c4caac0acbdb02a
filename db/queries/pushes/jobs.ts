import { sql } from "drizzle-orm";
import type { TenantTransaction } from "@/db/client";
import type { proposedActions } from "@/db/schema/actions";
import type { events } from "@/db/schema/ledger";
import type { nsPendingPushes } from "@/db/schema/pushes";
import { type RowOf, selectAll } from "@/db/queries/rows";

/** The subjects of jobs, which are runs of Inngest. The runs themselves are the engine's: no statement here reads its tables. */

export type PushSubject = RowOf<typeof nsPendingPushes, "actionId" | "lineNo"> &
  RowOf<typeof proposedActions, "actionType"> & {
    pushId: number;
    pushStatus: string;
    /** Its open dead letter. */
    deadLetterId: number | null;
  };

/** Ids that are not this tenant's are left out. */
export const listPushSubjects = (tx: TenantTransaction, tenantId: number, pushIds: readonly number[]) =>
  selectAll<PushSubject>(tx)`
    SELECT p.id AS push_id, p.action_id, a.action_type, p.line_no, p.status AS push_status,
      (SELECT max(d.id) FROM ns_push_dlq_log d
       WHERE d.tenant_id = p.tenant_id AND d.push_id = p.id AND d.replayed_at IS NULL) AS dead_letter_id
    FROM ns_pending_pushes p JOIN proposed_actions a ON a.tenant_id = p.tenant_id AND a.id = p.action_id
    WHERE p.tenant_id = ${tenantId} AND p.id = ANY (${sql.param(pushIds as number[])}::bigint[])`;

/** Pushes of an action whose delivery was ever requested: its first, and those that were requested again. */
export async function listRequestedPushes(
  tx: TenantTransaction,
  tenantId: number,
  actionId: number,
  limit: number,
): Promise<number[]> {
  const rows = await selectAll<{ id: number }>(tx)`
    SELECT id FROM ns_pending_pushes
    WHERE tenant_id = ${tenantId} AND action_id = ${actionId} AND (send_round > 0 OR line_no = 1)
    ORDER BY send_round DESC, id LIMIT ${limit}`;
  return rows.map(({ id }) => id);
}

export type JobEventRow = RowOf<typeof events, "id" | "eventType" | "actorLabel" | "bodyText" | "occurredAt">;

/** People's changes to one job, oldest first, out of the last 2,000 of such events. */
export const listJobEvents = (tx: TenantTransaction, tenantId: number, entityType: string, jobId: string) =>
  selectAll<JobEventRow>(tx)`
    SELECT id, event_type, actor_label, body_text, occurred_at FROM (
      SELECT * FROM events WHERE tenant_id = ${tenantId} AND entity_type = ${entityType} AND entity_id = ${tenantId}
      ORDER BY seq DESC LIMIT 2000) AS last
    WHERE body_text::jsonb #>> '{details,run_id}' = ${jobId}
      OR body_text::jsonb #>> '{details,new_run_id}' = ${jobId}
    ORDER BY seq`;
