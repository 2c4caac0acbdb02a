import type { Database, TenantTransaction } from "@/db/client";
import { selectAll, selectOne } from "@/db/queries/rows";

/** Proposals that wait for people: whether there is room for one more, how long people take, and their expiry. */

/** The names under which headers and `violated-policies` speak of what may wait. */
export type PendingQuota =
  | "agent-pending"
  | "agent-pending-high"
  | "record-pending"
  | "record-pending-high"
  | "tenant-pending"
  | "tenant-pending-high";

interface ProposalRoom {
  revoked: boolean;
  paused: boolean;
  /** The first quota without room. Null: there is room in all. */
  fullQuota: PendingQuota | null;
  quotaMax: number | null;
  waiting: number | null;
}

/** Asked before a proposal is stored (`stored`: null), and once more in the transaction that has stored it. */
export const findRoom = (
  tx: TenantTransaction,
  { tenantId, agentId, pendingMax }: { tenantId: number; agentId: number; pendingMax: number },
  stored: { recordRef: string | null; riskLevel: number } | null,
) =>
  selectOne<ProposalRoom>(tx)`
    SELECT NOT EXISTS (
        SELECT FROM agents WHERE tenant_id = ${tenantId} AND id = ${agentId} AND revoked_at IS NULL) AS revoked,
      coalesce(paused, false) AS paused, full_quota, quota_max, waiting
    FROM proposal_room(${tenantId}::bigint, ${agentId}::bigint, ${pendingMax}::integer,
      ${stored?.recordRef ?? null}::text, ${stored?.riskLevel ?? null}::smallint, ${stored ? 1 : 0}::integer)`;

/** Whether the agent is held back as of now, whatever its key said when its request came. */
export const readAgentHold = (tx: TenantTransaction, tenantId: number, agentId: number) =>
  selectOne<{ revoked: boolean; paused: boolean }>(tx)`
    SELECT coalesce(bool_and(revoked_at IS NOT NULL), true) AS revoked,
      coalesce(bool_or(paused_at IS NOT NULL), false) AS paused
    FROM agents WHERE tenant_id = ${tenantId} AND id = ${agentId}`;

/** L1 to L3 are decided by a tap, L4 and L5 one by one: people take differently long over them. */
const bandOf = (tier: number): number[] => (tier >= 4 ? [4, 5] : [1, 2, 3]);

/** How many of the same band stand before it in the inbox's own order, in which what expires first comes first; at most `max`. */
export async function countAhead(
  tx: TenantTransaction,
  tenantId: number,
  proposal: { id: number; riskLevel: number; expiresAt: Date },
  max: number,
): Promise<number> {
  const { ahead } = await selectOne<{ ahead: number }>(tx)`
    SELECT waiting_ahead(${tenantId}::bigint, ${proposal.riskLevel}::smallint,
      ${proposal.expiresAt.toISOString()}::timestamptz, ${proposal.id}::bigint, ${max}::integer) AS ahead`;
  return ahead;
}

/** Seconds from a proposal to its decision by people: the median of the newest 200 of the band within seven days. Null: fewer than five. */
export async function findMedianDecision(
  tx: TenantTransaction,
  tenantId: number,
  tier: number,
): Promise<number | null> {
  const { median } = await selectOne<{ median: number | null }>(tx)`
    SELECT CASE WHEN count(*) >= 5 THEN round(percentile_cont(0.5) WITHIN GROUP (ORDER BY seconds))::int END AS median
    FROM (
      SELECT extract(epoch FROM decided_at - created_at) AS seconds FROM (
        SELECT risk_level, decided_by_kind, decided_at, created_at FROM proposed_actions
        WHERE tenant_id = ${tenantId} AND decided_at > now() - interval '168 hours'
        ORDER BY decided_at DESC LIMIT 1000) AS newest
      WHERE risk_level IN ${bandOf(tier)} AND decided_by_kind = 'person'
      ORDER BY decided_at DESC LIMIT 200) AS of_people`;
  return median;
}

/** How many decisions people made within the last hour, at most 3,600. */
export async function countDecisionsOfHour(tx: TenantTransaction, tenantId: number): Promise<number> {
  const { decisions } = await selectOne<{ decisions: number }>(tx)`
    SELECT count(*)::int AS decisions FROM (
      SELECT FROM proposed_actions
      WHERE tenant_id = ${tenantId} AND decided_at > now() - interval '1 hour' AND decided_by_kind = 'person'
      LIMIT 3600) AS few`;
  return decisions;
}

export interface Cluster {
  agentName: string;
  actionType: string;
  waiting: number;
  oldestAt: string;
}

/** The largest groups of one agent and action type that wait, by how many there are. Counts the 5,000 that expire first. */
export const listClusters = (tx: TenantTransaction, tenantId: number, limit: number) =>
  selectAll<Cluster>(tx)`
    SELECT g.name AS agent_name, w.action_type, w.waiting, w.oldest_at
    FROM (
      SELECT agent_id, action_type, count(*)::int AS waiting, min(created_at) AS oldest_at
      FROM (
        SELECT agent_id, action_type, created_at FROM proposed_actions
        WHERE tenant_id = ${tenantId} AND status = 'pending' AND expires_at > now()
        ORDER BY expires_at LIMIT 5000) AS pending
      GROUP BY agent_id, action_type ORDER BY waiting DESC, oldest_at LIMIT ${limit}) AS w
    JOIN agents g ON g.tenant_id = ${tenantId} AND g.id = w.agent_id
    ORDER BY w.waiting DESC, w.oldest_at`;

/** pending → expired for actions whose time has passed, at most `limit`. Returns the ids that moved. */
export async function expireActions(database: Database, tenantId: number, limit: number): Promise<number[]> {
  const [row] = await database.sql<{ ids: number[] }[]>`SELECT expire_actions(${tenantId}, ${limit}) AS ids`;
  return row?.ids ?? [];
}
