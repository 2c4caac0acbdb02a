import { sql } from "drizzle-orm";
import type { TenantTransaction } from "@/db/client";
import { mayBeAnnounced } from "./planning";
import { selectAll } from "@/db/queries/rows";

/** The queue `message_looks`: questions and actions that changed, so that their messages have to be planned again. */

export interface PlanRequest {
  /** Both ids null: plan everything that is open. */
  interactionId: number | null;
  actionId: number | null;
}

/**
 * Takes the tenant's oldest requests that no other transaction takes, at most `limit`; the commit deletes them. Later statements of the
 * transaction see each request's change, because both became visible in one commit. Empty: no request waits.
 */
export const takePlanRequests = (tx: TenantTransaction, limit: number) =>
  selectAll<PlanRequest>(tx)`SELECT interaction_id, action_id FROM take_message_looks(${limit}::integer)`;

/** Questions that are open, or one of whose messages may change, by id, after the given one. Empty: that was the last page. */
export const listQuestionsToPlan = (
  tx: TenantTransaction,
  tenantId: number,
  { after, limit }: { after: number; limit: number },
) =>
  selectAll<{ id: number }>(tx)`
    SELECT h.id FROM hil_interactions h
      WHERE h.tenant_id = ${tenantId} AND h.status = 'pending' AND h.id > ${after}
    UNION SELECT g.interaction_id FROM channel_messages g
      WHERE g.tenant_id = ${tenantId} AND g.state IN ('sent', 'unknown') AND g.interaction_id > ${after}
    ORDER BY id LIMIT ${limit}`;

/** The same for actions. */
export const listActionsToPlan = (
  tx: TenantTransaction,
  tenantId: number,
  { after, limit }: { after: number; limit: number },
) =>
  selectAll<{ id: number }>(tx)`
    SELECT c.id FROM proposed_actions c
      WHERE c.tenant_id = ${tenantId} AND c.status = 'pending' AND c.id > ${after}
        AND ${mayBeAnnounced}
    UNION SELECT g.action_id FROM channel_messages g
      WHERE g.tenant_id = ${tenantId} AND g.state IN ('sent', 'unknown') AND g.action_id > ${after}
    ORDER BY id LIMIT ${limit}`;

/** Makes outdated messages of these subjects due, and closes those that need no further message. */
export const markMessagesDue = (
  tx: TenantTransaction,
  tenantId: number,
  { questions, actions, now }: { questions: readonly number[]; actions: readonly number[]; now: Date },
) =>
  selectAll(tx)`
    SELECT mark_messages_due(${tenantId}::bigint, ${sql.param(questions)}::bigint[], ${sql.param(actions)}::bigint[],
      ${now.toISOString()}::timestamptz)`;
