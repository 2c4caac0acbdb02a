import { sql } from "drizzle-orm";
import type { TenantTransaction } from "@/db/client";
import { type LastChange, lastChange, newestEvent } from "./memberships";
import { selectRows } from "@/db/queries/rows";

/** Agents as administrators see and change them. */

export interface AgentRow extends LastChange {
  id: number;
  name: string;
  keyPrefix: string;
  onBehalfOfUserId: number | null;
  onBehalfOfName: string | null;
  proposalsPerMinuteMax: number;
  pendingMax: number;
  pending: number;
  previousKeyUntil: string | null;
  lastUsedAt: string | null;
  createdAt: string;
  revokedAt: string | null;
}

const AGENTS_MAX = 1_000;

/** Live ones first, by name, at most 1,000; with an id that one alone. */
export async function listAgents(
  tx: TenantTransaction,
  tenantId: number,
  agentId: number | null = null,
): Promise<AgentRow[]> {
  return selectRows<AgentRow>(
    tx,
    sql`SELECT a.id, a.name, a.key_prefix, a.on_behalf_of_user_id, u.name AS on_behalf_of_name, a.proposals_per_minute_max,
               a.pending_max, a.last_used_at, a.created_at, a.revoked_at,
               CASE WHEN a.previous_key_expires_at > clock_timestamp() THEN a.previous_key_expires_at END AS previous_key_until,
               (SELECT count(*)::int FROM proposed_actions p WHERE p.tenant_id = a.tenant_id AND p.agent_id = a.id
                  AND p.status = 'pending') AS pending, ${lastChange}
        FROM agents a LEFT JOIN users u ON u.id = a.on_behalf_of_user_id
        ${newestEvent("agent", sql`a.tenant_id`, sql`a.id`)}
        WHERE a.tenant_id = ${tenantId} AND (${agentId}::bigint IS NULL OR a.id = ${agentId})
        ORDER BY (a.revoked_at IS NOT NULL), a.name, a.id LIMIT ${AGENTS_MAX}`,
  );
}

/** Null: the name is taken, also by one that was revoked. */
export async function insertAgent(
  tx: TenantTransaction,
  agent: {
    tenantId: number;
    name: string;
    keyHash: string;
    keyPrefix: string;
    onBehalfOfUserId: number | null;
    proposalsPerMinuteMax: number;
    pendingMax: number;
  },
): Promise<number | null> {
  const [row] = await selectRows<{ id: number }>(
    tx,
    sql`INSERT INTO agents (tenant_id, name, key_hash, key_prefix, on_behalf_of_user_id, proposals_per_minute_max, pending_max)
        VALUES (${agent.tenantId}, ${agent.name}, ${agent.keyHash}, ${agent.keyPrefix}, ${agent.onBehalfOfUserId},
          ${agent.proposalsPerMinuteMax}, ${agent.pendingMax})
        ON CONFLICT (tenant_id, name) DO NOTHING RETURNING id`,
  );
  return row?.id ?? null;
}

/** Holds the agent's row. Null: none of this tenant. */
export async function lockAgent(
  tx: TenantTransaction,
  tenantId: number,
  agentId: number,
): Promise<{ name: string; revoked: boolean } | null> {
  const [row] = await selectRows<{ name: string; revoked: boolean }>(
    tx,
    sql`SELECT name, revoked_at IS NOT NULL AS revoked FROM agents WHERE tenant_id = ${tenantId} AND id = ${agentId} FOR UPDATE`,
  );
  return row ?? null;
}

/** The key that was in force keeps working for `graceSeconds`; 0: not a moment. An older one ends either way. */
export async function replaceAgentKey(
  tx: TenantTransaction,
  tenantId: number,
  agentId: number,
  key: { hash: string; prefix: string; graceSeconds: number },
): Promise<void> {
  const keeps = key.graceSeconds > 0;
  await tx.execute(
    sql`UPDATE agents SET previous_key_hash = CASE WHEN ${keeps}::boolean THEN key_hash END,
          previous_key_expires_at = CASE WHEN ${keeps}::boolean THEN clock_timestamp() + make_interval(secs => ${key.graceSeconds}) END,
          key_hash = ${key.hash}, key_prefix = ${key.prefix}
        WHERE tenant_id = ${tenantId} AND id = ${agentId} AND revoked_at IS NULL`,
  );
}

export async function revokeAgent(tx: TenantTransaction, tenantId: number, agentId: number): Promise<void> {
  await tx.execute(
    sql`UPDATE agents SET revoked_at = clock_timestamp(), previous_key_hash = NULL, previous_key_expires_at = NULL
        WHERE tenant_id = ${tenantId} AND id = ${agentId} AND revoked_at IS NULL`,
  );
}

/** What is undefined stays as it is. */
export async function updateAgent(
  tx: TenantTransaction,
  tenantId: number,
  agentId: number,
  change: {
    onBehalfOfUserId?: number | null | undefined;
    proposalsPerMinuteMax?: number | undefined;
    pendingMax?: number | undefined;
  },
): Promise<void> {
  const speaksForAnother = change.onBehalfOfUserId !== undefined;
  await tx.execute(
    sql`UPDATE agents SET
          on_behalf_of_user_id = CASE WHEN ${speaksForAnother}::boolean THEN ${change.onBehalfOfUserId ?? null}::bigint ELSE on_behalf_of_user_id END,
          proposals_per_minute_max = coalesce(${change.proposalsPerMinuteMax ?? null}::integer, proposals_per_minute_max),
          pending_max = coalesce(${change.pendingMax ?? null}::integer, pending_max)
        WHERE tenant_id = ${tenantId} AND id = ${agentId}`,
  );
}

/** True for somebody who belongs to the tenant now. */
export async function isLiveMember(
  tx: TenantTransaction,
  tenantId: number,
  userId: number,
): Promise<boolean> {
  const rows = await selectRows(
    tx,
    sql`SELECT 1 FROM memberships m JOIN users u ON u.id = m.user_id
        WHERE m.tenant_id = ${tenantId} AND m.user_id = ${userId} AND m.revoked_at IS NULL AND u.disabled_at IS NULL`,
  );
  return rows.length > 0;
}
