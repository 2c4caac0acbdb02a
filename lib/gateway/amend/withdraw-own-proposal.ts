import type { ProposalView } from "@/lib/contract/actions/proposal";
import type { Person } from "@/lib/core/access/principal";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { inAppAgentFor } from "@/lib/gateway/access/agents/in-app-agent";
import { findProposalOf } from "@/lib/gateway/read/proposals/read-own-proposal";
import { withdrawProposal } from "./withdraw-proposal";

/**
 * pending → cancelled, for a tool's proposal for this person. Withdrawing twice answers with the same row.
 * @throws AppError not_found 404; not_withdrawable 409 once somebody decided or time ran out; not_allowed 403 where the
 *   in-app agent was revoked.
 */
export async function withdrawOwnProposal(
  person: Person,
  actionId: number,
  gateway: Gateway = getGateway(),
): Promise<ProposalView> {
  const { id } = await findProposalOf(person, actionId, gateway);
  return withdrawProposal(await inAppAgentFor(person, gateway), id, gateway);
}
