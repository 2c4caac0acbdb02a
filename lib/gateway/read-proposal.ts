import { nextChange } from "@/db/changes";
import { inTenant } from "@/db/client";
import { findOwnProposal } from "@/db/queries/proposals";
import type { ProposalView } from "@/lib/contract/proposal";
import { AppError } from "@/lib/core/errors";
import type { AgentPrincipal } from "@/lib/core/principal";
import { type Gateway, getGateway } from "./context";
import { proposalViewOf } from "./proposal-view";

/** Between looks while waiting, should a notice be lost. */
const lookAgainMs = 5_000;

/**
 * The agent's own proposal; with `waitSeconds`, not before its status (or that of its push) has changed or the wait is
 * over. @throws AppError not_found 404.
 */
export async function readProposal(
  agent: AgentPrincipal,
  actionId: number,
  waitSeconds: number,
  signal?: AbortSignal,
  gateway: Gateway = getGateway(),
): Promise<ProposalView> {
  const deadline = Date.now() + waitSeconds * 1000;
  const first = await look(agent, actionId, gateway);
  let latest = first;
  const isOver = () => Date.now() >= deadline || (signal?.aborted ?? false);
  while (isSame(first, latest) && !isOver()) {
    // Listening starts before the row is read again, so that no change falls between the two.
    const changed = nextChange(
      gateway.database,
      agent.tenantId,
      Math.min(lookAgainMs, deadline - Date.now()),
      signal,
    );
    latest = await look(agent, actionId, gateway);
    if (!isSame(first, latest)) break;
    await changed;
    latest = await look(agent, actionId, gateway);
  }
  return latest;
}

async function look(agent: AgentPrincipal, actionId: number, gateway: Gateway): Promise<ProposalView> {
  const row = await inTenant(gateway.database, agent.tenantId, (tx) =>
    findOwnProposal(tx, agent.tenantId, agent.agentId, actionId),
  );
  if (!row) throw new AppError("not_found", "There is no such proposal of this agent.");
  return proposalViewOf(row, gateway);
}

function isSame(a: ProposalView, b: ProposalView): boolean {
  return a.status === b.status && a.push_status === b.push_status;
}
