import type { z } from "zod";
import { updateAgent } from "@/db/queries/people/agents";
import type { AgentView, changeAgentSchema } from "@/lib/contract/agents";
import type { Person } from "@/lib/core/access/principal";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { assertLiveAgent, assertPrincipal, changeAgentRow } from "./change-agent-row";

/**
 * Changes an agent's limits and the person it speaks for, from its next call on.
 * @throws AppError not_allowed 403, not_found 404, not_live 409, validation_failed 422.
 */
export async function changeAgent(
  admin: Person,
  { id, ...change }: { id: number } & z.output<typeof changeAgentSchema>,
  gateway: Gateway = getGateway(),
): Promise<AgentView> {
  return changeAgentRow(admin, id, gateway, async (tx, agent) => {
    assertLiveAgent(agent);
    await assertPrincipal(tx, admin.tenantId, change.on_behalf_of);
    await updateAgent(tx, admin.tenantId, id, {
      onBehalfOfUserId: change.on_behalf_of,
      proposalsPerMinuteMax: change.proposals_per_minute_max,
      pendingMax: change.pending_max,
    });
    return { type: "agent.changed", details: change };
  });
}
