import type { TenantTransaction } from "@/db/client";
import { execute, selectAll, selectOne } from "@/db/queries/rows";

/** The values that waiting actions would set, by their places. The database forgets those of an action that waits no more. */

export interface WaitingValue {
  place: string | null;
  namedPlace: string;
  field: string;
  value: string;
}

export async function insertWaitingValues(
  tx: TenantTransaction,
  tenantId: number,
  actionId: number,
  values: readonly WaitingValue[],
): Promise<void> {
  if (values.length === 0) return;
  await execute(tx)`
    INSERT INTO waiting_values (tenant_id, action_id, place, named_place, field, value)
    SELECT ${tenantId}::bigint, ${actionId}::bigint, v.place, v."namedPlace", v.field, v.value
    FROM jsonb_to_recordset(${JSON.stringify(values)}::jsonb)
      AS v(place text, "namedPlace" text, field text, value text)`;
}

/** The proposer: an agent for a person. Versions that a person wrote have none. */
export interface Proposer {
  agentId: number;
  onBehalfOfUserId: number | null;
}

/** Another value of the same proposer that waits, and the number of the value in the list that was asked for. */
export interface OwnConflict {
  actionId: number;
  at: number;
  value: string;
}

/**
 * The proposer's own waiting actions that would set other values at these places: the oldest first, at most `limit`.
 * The planner has no statistics of rows that come and go within minutes: OFFSET 0 makes it find each action by its id.
 */
export const listOwnConflicts = async (
  tx: TenantTransaction,
  tenantId: number,
  { agentId, onBehalfOfUserId }: Proposer,
  values: readonly WaitingValue[],
  limit: number,
) =>
  values.length === 0
    ? []
    : selectAll<OwnConflict>(tx)`
    SELECT p.id AS "actionId", v.at, o.value
    FROM jsonb_to_recordset(${JSON.stringify(values.map((value, at) => ({ ...value, at })))}::jsonb)
      AS v(at integer, place text, "namedPlace" text, value text)
    CROSS JOIN LATERAL (
      SELECT w.action_id, w.value FROM waiting_values w
        WHERE w.tenant_id = ${tenantId} AND w.place = v.place
      UNION ALL
      SELECT w.action_id, w.value FROM waiting_values w
        WHERE w.tenant_id = ${tenantId} AND w.named_place = v."namedPlace" AND w.place IS NULL
      UNION ALL
      SELECT w.action_id, w.value FROM waiting_values w
        WHERE v.place IS NULL AND w.tenant_id = ${tenantId} AND w.named_place = v."namedPlace"
          AND w.place IS NOT NULL) o
    CROSS JOIN LATERAL (
      SELECT id, agent_id, author_user_id, on_behalf_of_user_id, status, expires_at
      FROM proposed_actions WHERE tenant_id = ${tenantId} AND id = o.action_id OFFSET 0) p
    WHERE o.value <> v.value AND p.status = 'pending' AND p.expires_at > clock_timestamp()
      AND p.agent_id = ${agentId} AND p.author_user_id IS NULL
      AND p.on_behalf_of_user_id IS NOT DISTINCT FROM ${onBehalfOfUserId}::bigint
    ORDER BY p.id, v.at LIMIT ${limit}`;

/** A waiting action that would set another value at a place of this one. Of several places, one field and value among them. */
export interface ConflictRow {
  id: number;
  agent: string;
  /** The person who wrote that version. Null: it is the agent's own. */
  author: string | null;
  field: string;
  value: string;
  places: number;
}

export async function readConflicts(
  tx: TenantTransaction,
  tenantId: number,
  actionId: number,
): Promise<ConflictRow[]> {
  const { found } = await selectOne<{ found: ConflictRow[] }>(tx)`
    SELECT conflicts_of(${tenantId}::bigint, ${actionId}::bigint) AS found`;
  return found;
}
