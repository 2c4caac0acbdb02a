import { inTenant } from "@/db/client";
import { findOwnProposal } from "@/db/queries/actions/proposals";
import type { ProposalView } from "@/lib/contract/actions/proposal";
import { AppError } from "@/lib/core/errors";
import type { AgentPrincipal } from "@/lib/core/access/principal";
import { awaitChange } from "@/lib/gateway/read/await-change";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { proposalViewOf, waitingStateOf } from "./proposal-view";

/**
 * The agent's own proposal; with `waitSeconds`, at its next change (await-change.ts).
 * @throws AppError not_found 404; rate_limited 429 for too many waits at once.
 */
export async function readProposal(
  agent: AgentPrincipal,
  actionId: number,
  waitSeconds: number,
  signal?: AbortSignal,
  gateway: Gateway = getGateway(),
): Promise<ProposalView> {
  const { tenantId, agentId } = agent;
  const look = () => lookAt(agent, actionId, gateway);
  return awaitChange(
    { tenantId, asker: `agent ${agentId}`, look, stateOf: waitingStateOf, waitSeconds, signal },
    gateway,
  );
}

async function lookAt(agent: AgentPrincipal, actionId: number, gateway: Gateway): Promise<ProposalView> {
  const row = await inTenant(gateway.database, agent.tenantId, (tx) =>
    findOwnProposal(tx, agent.tenantId, agent.agentId, actionId),
  );
  if (!row) throw new AppError("not_found", "There is no such proposal of this agent.");
  return proposalViewOf(row, gateway);
}
