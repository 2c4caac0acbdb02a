import { type TenantTransaction } from "@/db/client";
import { type AgentRow, listAgents } from "@/db/queries/people/agents";
import type { AgentView } from "@/lib/contract/people/agents";
import { lastChangeOf } from "@/lib/gateway/access/people/person-view";
import { isoOf } from "@/lib/core/values/time";

export function agentViewOf(row: AgentRow): AgentView {
  return {
    id: row.id,
    name: row.name,
    status: row.revokedAt !== null ? "revoked" : row.pausedAt !== null ? "paused" : "active",
    key_prefix: row.keyPrefix,
    on_behalf_of:
      row.onBehalfOfUserId === null ? null : { id: row.onBehalfOfUserId, name: row.onBehalfOfName ?? "" },
    proposals_per_minute_max: row.proposalsPerMinuteMax,
    pending_max: row.pendingMax,
    pending: row.pending,
    decided: row.decided,
    approved: row.approved,
    held_back: row.heldBack,
    paused_at: isoOf(row.pausedAt),
    workflow: row.workflow,
    key_makers: row.keyMakerNames,
    previous_key_until: isoOf(row.previousKeyUntil),
    last_used_at: isoOf(row.lastUsedAt),
    created_at: isoOf(row.createdAt)!,
    revoked_at: isoOf(row.revokedAt),
    last_change: lastChangeOf(row),
  };
}

export async function agentViewIn(
  tx: TenantTransaction,
  tenantId: number,
  agentId: number,
): Promise<AgentView> {
  const [row] = await listAgents(tx, tenantId, agentId);
  return agentViewOf(row!);
}
