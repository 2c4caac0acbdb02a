import { type TenantTransaction } from "@/db/client";
import { type AgentRow, listAgents } from "@/db/queries/people/agents";
import type { AgentView } from "@/lib/contract/people";
import { isoOf, lastChangeOf } from "@/lib/gateway/access/people/person-view";

export function agentViewOf(row: AgentRow): AgentView {
  return {
    id: row.id,
    name: row.name,
    status: row.revoked_at === null ? "active" : "revoked",
    key_prefix: row.key_prefix,
    on_behalf_of:
      row.on_behalf_of_user_id === null
        ? null
        : { id: row.on_behalf_of_user_id, name: row.on_behalf_of_name ?? "" },
    proposals_per_minute_max: row.proposals_per_minute_max,
    pending_max: row.pending_max,
    pending: row.pending,
    previous_key_until: isoOf(row.previous_key_until),
    last_used_at: isoOf(row.last_used_at),
    created_at: isoOf(row.created_at)!,
    revoked_at: isoOf(row.revoked_at),
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
