import { inTenant } from "@/db/client";
import { announceAction } from "@/db/queries/pushes/outbox";
import { findOwnProposal, withdrawProposal as withdrawRow } from "@/db/queries/actions/proposals";
import type { ProposalView } from "@/lib/contract/actions/proposal";
import { AppError } from "@/lib/core/errors";
import type { AgentPrincipal } from "@/lib/core/access/principal";
import { aboutAction } from "@/lib/correlation";
import { log } from "@/lib/log";
import { afterCommit } from "@/lib/gateway/after-commit";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { appendSealedEvent } from "@/lib/gateway/ledger/seals/sealed-event";
import { assertNotRevoked } from "@/lib/gateway/propose/pending-quotas";
import { proposalViewOf } from "@/lib/gateway/read/proposals/proposal-view";
import { isoOf } from "@/lib/core/values/time";

/**
 * pending → cancelled, by the agent that proposed it. Withdrawing twice answers with the same row. A version that a
 * person wrote stands under the agent's name too, and is that person's to withdraw. It takes a turn as a proposal does.
 * @throws AppError unauthenticated 401 of an agent that was revoked meanwhile; not_found 404; not_allowed 403 of a person's version;
 *   not_withdrawable 409 once somebody decided or time ran out; rate_limited 429 where too many writes of this agent wait.
 */
export async function withdrawProposal(
  agent: AgentPrincipal,
  actionId: number,
  gateway: Gateway = getGateway(),
): Promise<ProposalView> {
  const { tenantId, agentId } = agent;
  const row = await gateway.agentTurns.take(agent, () =>
    inTenant(gateway.database, tenantId, async (tx) => {
      const label = `agent ${agent.name}`;
      const withdrawn = await withdrawRow(tx, tenantId, agentId, actionId, label);
      if (!withdrawn) return findOwnProposal(tx, tenantId, agentId, actionId);
      await assertNotRevoked(tx, agent);
      await appendSealedEvent(tx, {
        tenantId,
        actionId,
        type: "hitl.cancelled",
        actorKind: "agent",
        actorLabel: agent.name,
        details: {},
      });
      await announceAction(tx, tenantId, actionId, "cancelled");
      return withdrawn;
    }),
  );
  if (!row) throw new AppError("not_found", "There is no such proposal of this agent.");
  if (row.status !== "cancelled") {
    if (row.status === "pending" && row.authorUserId !== null) {
      throw new AppError(
        "not_allowed",
        "A person wrote this version: they can withdraw it, or somebody can reject it. Your own proposal is superseded.",
      );
    }
    // Still pending means that only its time has run out; the sweep has yet to write that down.
    const status = row.status === "pending" ? "expired" : row.status;
    const members = {
      // `status` itself is the HTTP status of the problem document.
      action_status: status,
      decision: row.decision,
      decided_by: row.decidedByLabel ?? row.endedByLabel,
      decided_at: isoOf(row.decidedAt ?? row.endedAt),
    };
    throw new AppError("not_withdrawable", `It is too late to withdraw: this proposal is ${status}.`, {
      members,
    });
  }
  return aboutAction(row, () => {
    log.info({ tenantId, actionId }, "A proposal was withdrawn");
    afterCommit(gateway, tenantId);
    return proposalViewOf(row, gateway);
  });
}
