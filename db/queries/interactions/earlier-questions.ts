import { sql } from "drizzle-orm";
import type { TenantTransaction } from "@/db/client";
import { selectAll } from "@/db/queries/rows";
import { type InteractionRow, questionColumns } from "./interactions";

interface EarlierThan {
  row: Pick<InteractionRow, "id" | "workflowId" | "agentId" | "userId" | "interactionType">;
  since: Date;
  limit: number;
}

/**
 * Questions of the same asker and type that were asked before it and answered since then, the newest first. The newest `limit` are
 * looked through, whatever the company holds: the condition on the time stands outside, so that the index alone ends the search.
 */
export const listEarlierAnswered = (
  tx: TenantTransaction,
  tenantId: number,
  { row: { id, workflowId, agentId, userId, interactionType: type }, since, limit }: EarlierThan,
) =>
  selectAll<InteractionRow>(tx)`
    SELECT ${questionColumns} FROM (
      SELECT * FROM hil_interactions a
      WHERE a.tenant_id = ${tenantId} AND a.status = 'responded' AND a.interaction_type = ${type} AND a.id < ${id}
        AND ${is("workflow_id", workflowId)} AND ${is("agent_id", agentId)} AND ${is("user_id", userId)}
      ORDER BY a.id DESC LIMIT ${limit}) h
    WHERE h.responded_at >= ${since.toISOString()}::timestamptz AND h.text_blanked_at IS NULL
    ORDER BY h.id DESC`;

/** IS NOT DISTINCT FROM would keep the condition from the index. */
const is = (column: "workflow_id" | "agent_id" | "user_id", value: number | null) =>
  value === null ? sql`a.${sql.raw(column)} IS NULL` : sql`a.${sql.raw(column)} = ${value}`;
