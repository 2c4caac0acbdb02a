import { and, eq, isNull, sql } from "drizzle-orm";
import type { TenantTransaction } from "@/db/client";
import { agents } from "@/db/schema/people";
import { type LastChange, lastChange, newestEvent } from "./memberships";
import { type RowOf, execute, selectAll, selectFirst } from "@/db/queries/rows";

export type AgentRow = LastChange & {
  onBehalfOfName: string | null;
  pending: number;
  previousKeyUntil: string | null;
  /** The workflow whose runs propose as this agent. Null: only the holder of its key does. */
  workflow: string | null;
  /** The number of its proposals that people decided within 30 days, and the number that they approved. */
  decided: number;
  approved: number;
  /** How many of its proposals were refused within 24 hours of the clock because of a limit or a pause. */
  heldBack: number;
  /** Everybody who made or rotated its key, by name. */
  keyMakerNames: string[];
} & RowOf<
    typeof agents,
    | "id"
    | "name"
    | "keyPrefix"
    | "onBehalfOfUserId"
    | "proposalsPerMinuteMax"
    | "pendingMax"
    | "lastUsedAt"
    | "createdAt"
    | "revokedAt"
    | "pausedAt"
  >;

const AGENTS_MAX = 1_000;
const workflowOf = sql`
      (SELECT f.name FROM workflows f WHERE f.tenant_id = a.tenant_id AND f.agent_id = a.id LIMIT 1)`;

/** Live ones first, by name, at most 1,000; with an id that one alone. */
export const listAgents = (tx: TenantTransaction, tenantId: number, agentId: number | null = null) =>
  selectAll<AgentRow>(tx)`
    SELECT a.id, a.name, a.key_prefix, a.on_behalf_of_user_id, u.name AS on_behalf_of_name,
      a.proposals_per_minute_max, a.pending_max, a.last_used_at, a.created_at, a.revoked_at,
      a.paused_at, coalesce(d.decided, 0) AS decided, coalesce(d.approved, 0) AS approved,
      (SELECT coalesce(sum(h.count), 0)::int FROM held_back h
       WHERE h.tenant_id = a.tenant_id AND h.agent_id = a.id AND h.hour > now() - interval '24 hours') AS held_back,
      CASE WHEN a.previous_key_expires_at > clock_timestamp() THEN a.previous_key_expires_at END AS previous_key_until,
      ARRAY(SELECT k.name FROM users k WHERE k.id = ANY (a.key_makers) ORDER BY lower(k.name), k.id) AS key_maker_names,
      (SELECT count(*)::int FROM proposed_actions p
       WHERE p.tenant_id = a.tenant_id AND p.agent_id = a.id AND p.status = 'pending') AS pending,
      ${workflowOf} AS workflow, ${lastChange}
    FROM agents a LEFT JOIN users u ON u.id = a.on_behalf_of_user_id
    LEFT JOIN (
      SELECT agent_id, count(*)::int AS decided, (count(*) FILTER (WHERE decision = 'approve'))::int AS approved
      FROM (
        SELECT agent_id, decision FROM proposed_actions
        WHERE tenant_id = ${tenantId} AND decided_at > now() - interval '720 hours' AND decided_by_kind = 'person'
          AND (${agentId}::bigint IS NULL OR agent_id = ${agentId}) AND author_user_id IS NULL
        ORDER BY decided_at DESC LIMIT 5000) AS newest
      GROUP BY agent_id) AS d ON d.agent_id = a.id
    ${newestEvent("agent", sql`a.tenant_id`, sql`a.id`)}
    WHERE a.tenant_id = ${tenantId} AND (${agentId}::bigint IS NULL OR a.id = ${agentId})
    ORDER BY (a.revoked_at IS NOT NULL), a.name, a.id LIMIT ${AGENTS_MAX}`;

/** A live agent by its name; null: none, or revoked. */
export async function findAgentByName(tx: TenantTransaction, tenantId: number, name: string) {
  const { id, proposalsPerMinuteMax, pendingMax } = agents;
  const [row] = await tx
    .select({ id, name: agents.name, proposalsPerMinuteMax, pendingMax })
    .from(agents)
    .where(and(eq(agents.tenantId, tenantId), eq(agents.name, name), isNull(agents.revokedAt)));
  return row ?? null;
}

/** A live agent by its id, with the makers of its key. Null: not of this tenant, or revoked. */
export const findLiveAgent = (tx: TenantTransaction, tenantId: number, agentId: number) =>
  selectFirst<
    RowOf<
      typeof agents,
      "id" | "name" | "onBehalfOfUserId" | "keyMakers" | "proposalsPerMinuteMax" | "pendingMax" | "pausedAt"
    > & {
      tenantSlug: string;
    }
  >(tx)`
    SELECT a.id, a.name, a.on_behalf_of_user_id, a.key_makers, a.proposals_per_minute_max, a.pending_max,
      a.paused_at, t.slug AS tenant_slug
    FROM agents a JOIN tenants t ON t.id = a.tenant_id
    WHERE a.tenant_id = ${tenantId} AND a.id = ${agentId} AND a.revoked_at IS NULL`;

/**
 * Live agents that act for this person, the first two: a second one leaves open which is meant. Empty as well in a company that
 * is suspended. Agents of workflows are left out, because nobody speaks as one.
 */
export const findAgentsActingFor = (tx: TenantTransaction, tenantId: number, userId: number) =>
  selectAll<
    RowOf<typeof agents, "id" | "name" | "proposalsPerMinuteMax" | "pendingMax"> & { tenantSlug: string }
  >(tx)`
    SELECT a.id, a.name, a.proposals_per_minute_max, a.pending_max, t.slug AS tenant_slug
    FROM agents a JOIN tenants t ON t.id = a.tenant_id
    WHERE a.tenant_id = ${tenantId} AND a.on_behalf_of_user_id = ${userId} AND a.revoked_at IS NULL
      AND t.suspended_at IS NULL
      AND NOT EXISTS (SELECT 1 FROM workflows f WHERE f.tenant_id = a.tenant_id AND f.agent_id = a.id)
    ORDER BY a.id LIMIT 2`;

type NewAgent = Pick<
  typeof agents.$inferSelect,
  | "tenantId"
  | "name"
  | "keyHash"
  | "keyPrefix"
  | "keyMakers"
  | "onBehalfOfUserId"
  | "proposalsPerMinuteMax"
  | "pendingMax"
>;

/** Null: the name is taken, also by one that was revoked. The app may insert these columns alone. */
export async function insertAgent(tx: TenantTransaction, agent: NewAgent): Promise<number | null> {
  const row = await selectFirst<{ id: number }>(tx)`
    INSERT INTO agents
      (tenant_id, name, key_hash, key_prefix, key_makers, on_behalf_of_user_id, proposals_per_minute_max,
       pending_max)
    VALUES (${agent.tenantId}, ${agent.name}, ${agent.keyHash}, ${agent.keyPrefix},
      ${sql.param(agent.keyMakers)}::bigint[], ${agent.onBehalfOfUserId}, ${agent.proposalsPerMinuteMax},
      ${agent.pendingMax})
    ON CONFLICT (tenant_id, name) DO NOTHING RETURNING id`;
  return row?.id ?? null;
}

export interface LockedAgent {
  name: string;
  revoked: boolean;
  paused: boolean;
  workflow: string | null;
  proposalsPerMinuteMax: number;
  pendingMax: number;
}

/** Holds the agent's row. Null: none of this tenant. */
export const lockAgent = (tx: TenantTransaction, tenantId: number, agentId: number) =>
  selectFirst<LockedAgent>(tx)`
    SELECT a.name, a.revoked_at IS NOT NULL AS revoked, a.paused_at IS NOT NULL AS paused,
      a.proposals_per_minute_max, a.pending_max,
      ${workflowOf} AS workflow
    FROM agents a WHERE a.tenant_id = ${tenantId} AND a.id = ${agentId} FOR UPDATE OF a`;

/** The key in force keeps working for `graceSeconds`; 0: not a moment. An older one ends either way. */
export function replaceAgentKey(
  tx: TenantTransaction,
  tenantId: number,
  agentId: number,
  key: { hash: string; prefix: string; graceSeconds: number; makerUserId: number },
) {
  const keeps = key.graceSeconds > 0;
  const until = sql`clock_timestamp() + make_interval(secs => ${key.graceSeconds})`;
  return execute(tx)`
    UPDATE agents SET previous_key_hash = CASE WHEN ${keeps}::boolean THEN key_hash END,
      previous_key_expires_at = CASE WHEN ${keeps}::boolean THEN ${until} END,
      key_hash = ${key.hash}, key_prefix = ${key.prefix},
      key_makers = CASE WHEN ${key.makerUserId}::bigint = ANY (key_makers) THEN key_makers
        ELSE key_makers || ${key.makerUserId}::bigint END
    WHERE tenant_id = ${tenantId} AND id = ${agentId} AND revoked_at IS NULL`;
}

/** 0: the person is among the makers already. */
export const addKeyMaker = (tx: TenantTransaction, tenantId: number, agentId: number, userId: number) =>
  execute(tx)`
    UPDATE agents SET key_makers = key_makers || ${userId}::bigint
    WHERE tenant_id = ${tenantId} AND id = ${agentId} AND NOT ${userId}::bigint = ANY (key_makers)`;

export const revokeAgent = (tx: TenantTransaction, tenantId: number, agentId: number) =>
  execute(tx)`
    UPDATE agents SET revoked_at = clock_timestamp(), previous_key_hash = NULL, previous_key_expires_at = NULL
    WHERE tenant_id = ${tenantId} AND id = ${agentId} AND revoked_at IS NULL`;

/** The agent's row is held by lockAgent. */
export const setAgentPause = (tx: TenantTransaction, tenantId: number, agentId: number, isPaused: boolean) =>
  execute(tx)`
    UPDATE agents SET paused_at = CASE WHEN ${isPaused}::boolean THEN clock_timestamp() END
    WHERE tenant_id = ${tenantId} AND id = ${agentId} AND revoked_at IS NULL`;

type AgentChange = Partial<
  Pick<typeof agents.$inferInsert, "onBehalfOfUserId" | "proposalsPerMinuteMax" | "pendingMax">
>;

/** Undefined fields are left unchanged; one at least must be defined. */
export async function updateAgent(
  tx: TenantTransaction,
  tenantId: number,
  agentId: number,
  change: AgentChange,
): Promise<void> {
  await tx
    .update(agents)
    .set(change)
    .where(and(eq(agents.tenantId, tenantId), eq(agents.id, agentId)));
}
