import { sql } from "drizzle-orm";
import type { TenantTransaction } from "@/db/client";
import { mayBeAnnounced } from "./planning";
import { selectAll } from "@/db/queries/rows";

/** The queue of questions and actions whose messages have to be planned again. */

export interface LookRow {
  /** Both null: at everything that is open. */
  interactionId: number | null;
  actionId: number | null;
}

/**
 * Takes the tenant's oldest looks that nobody else takes, at most `limit`: they are gone with the caller's transaction. A change is seen by
 * each statement that follows, since its look became visible with it.
 */
export const takeLooks = (tx: TenantTransaction, limit: number) =>
  selectAll<LookRow>(tx)`SELECT interaction_id, action_id FROM take_message_looks(${limit}::integer)`;

/** Questions that are open, or of which a message may change, after this id, in its order. */
export const listQuestionsToLookAt = (
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

/** The same of actions. */
export const listActionsToLookAt = (
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

/** Makes messages of these due that are out of date, and closes those of which nothing follows. */
export const markMessagesDue = (
  tx: TenantTransaction,
  tenantId: number,
  { questions, actions, now }: { questions: readonly number[]; actions: readonly number[]; now: Date },
) =>
  selectAll(tx)`
    SELECT mark_messages_due(${tenantId}::bigint, ${sql.param(questions)}::bigint[], ${sql.param(actions)}::bigint[],
      ${now.toISOString()}::timestamptz)`;
