import { nextChange } from "@/db/changes";
import { inTenant } from "@/db/client";
import { findOwnProposal } from "@/db/queries/proposals";
import type { ProposalView } from "@/lib/contract/proposal";
import { AppError } from "@/lib/core/errors";
import type { AgentPrincipal } from "@/lib/core/principal";
import { ACTION_STATUSES, isFinalAction } from "@/lib/core/proposed-action";
import { type Gateway, getGateway } from "./context";
import { proposalViewOf } from "./proposal-view";

/** Open waits of one agent in one process; each costs a look at the database now and then. */
const waitsPerAgentMax = 50;
const waits = new Map<number, number>();

/** Between looks while waiting, should a notice be lost. */
const lookAgainMs = 5_000;

/**
 * The agent's own proposal; with `waitSeconds`, not before its status (or that of its push) has changed or the wait is
 * over. What has ended changes no more and is answered at once: somebody may have decided just before the agent asked.
 * @throws AppError not_found 404; rate_limited 429 for too many waits at once.
 */
export async function readProposal(
  agent: AgentPrincipal,
  actionId: number,
  waitSeconds: number,
  signal?: AbortSignal,
  gateway: Gateway = getGateway(),
): Promise<ProposalView> {
  const first = await look(agent, actionId, gateway);
  const ended = ACTION_STATUSES.some((status) => status === first.status && isFinalAction(status));
  if (waitSeconds === 0 || ended) return first;
  const open = waits.get(agent.agentId) ?? 0;
  if (open >= waitsPerAgentMax) {
    throw new AppError("rate_limited", `This agent already waits ${open} times; use fewer waits at once.`, {
      retryAfterSeconds: 5,
    });
  }
  waits.set(agent.agentId, open + 1);
  try {
    return await waitForChange(agent, actionId, first, waitSeconds, signal, gateway);
  } finally {
    const left = (waits.get(agent.agentId) ?? 1) - 1;
    if (left > 0) waits.set(agent.agentId, left);
    else waits.delete(agent.agentId);
  }
}

async function waitForChange(
  agent: AgentPrincipal,
  actionId: number,
  first: ProposalView,
  waitSeconds: number,
  signal: AbortSignal | undefined,
  gateway: Gateway,
): Promise<ProposalView> {
  const deadline = Date.now() + waitSeconds * 1000;
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
