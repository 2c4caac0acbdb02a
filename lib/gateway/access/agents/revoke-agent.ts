import { revokeAgent as revokeRow } from "@/db/queries/people/agents";
import type { AgentView } from "@/lib/contract/agents";
import type { Person } from "@/lib/core/access/principal";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { changeAgentRow } from "./change-agent-row";

/**
 * Revokes an agent for good: its keys are invalid from the next call on. Its proposals stay in the inbox for people to
 * decide. Revoking twice changes nothing.
 * @throws AppError not_allowed 403, not_found 404.
 */
export async function revokeAgent(
  admin: Person,
  id: number,
  gateway: Gateway = getGateway(),
): Promise<AgentView> {
  return changeAgentRow(admin, id, gateway, async (tx, agent) => {
    if (agent.revoked) return null;
    await revokeRow(tx, admin.tenantId, id);
    return { type: "agent.revoked", details: {} };
  });
}
