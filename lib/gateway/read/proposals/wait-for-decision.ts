import { inTenant } from "@/db/client";
import { findOwnProposal } from "@/db/queries/actions/proposals";
import type { ProposalView } from "@/lib/contract/actions/proposal";
import type { AgentPrincipal } from "@/lib/core/access/principal";
import { AppError } from "@/lib/core/errors";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { awaitChange } from "@/lib/gateway/read/await-change";
import { proposalViewOf, waitingStateOf } from "./proposal-view";
import { withQueue } from "./queue";

export interface ProposalSnapshot {
  proposal: ProposalView;
  /** Seconds since the proposal was made, or since its decision. */
  unchangedSeconds: number;
  createdAt: Date;
  changedAt: Date;
}

/**
 * How the agent's own proposal stands; with `waitSeconds`, at its next change (await-change.ts).
 * @throws AppError not_found 404; rate_limited 429 for too many waits at once.
 */
export async function waitForDecision(
  agent: AgentPrincipal,
  { id, waitSeconds, signal }: { id: number; waitSeconds: number; signal?: AbortSignal },
  gateway: Gateway = getGateway(),
): Promise<ProposalSnapshot> {
  const { tenantId, agentId } = agent;
  const look = async (): Promise<ProposalSnapshot> => {
    const row = await inTenant(gateway.database, tenantId, (tx) =>
      findOwnProposal(tx, tenantId, agentId, id),
    );
    if (!row) throw new AppError("not_found", "There is no such proposal of this agent.");
    const { createdAt, updatedAt: changedAt, decidedAt } = row;
    const sinceMs = gateway.clock.now().getTime() - (decidedAt ?? createdAt).getTime();
    return {
      proposal: await proposalViewOf(row, gateway),
      unchangedSeconds: Math.max(0, sinceMs / 1_000),
      createdAt,
      changedAt,
    };
  };
  const stateOf = ({ proposal }: ProposalSnapshot) => waitingStateOf(proposal);
  const wait = { tenantId, asker: `agent ${agentId}`, look, stateOf, waitSeconds, signal };
  const standing = await awaitChange(wait, gateway);
  return { ...standing, proposal: await withQueue(tenantId, standing.proposal, gateway) };
}
