import type { ProposalView } from "@/lib/contract/actions/proposal";
import type { AgentPrincipal } from "@/lib/core/access/principal";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { waitForDecision } from "./wait-for-decision";

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
  const wait = { id: actionId, waitSeconds, ...(signal && { signal }) };
  return (await waitForDecision(agent, wait, gateway)).proposal;
}
