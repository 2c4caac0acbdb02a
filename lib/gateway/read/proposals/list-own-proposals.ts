import { inTenant } from "@/db/client";
import { listProposedFor } from "@/db/queries/actions/actions";
import type { OwnProposal } from "@/lib/contract/kit/results";
import type { Person } from "@/lib/core/access/principal";
import { readableOf, unredactedSummaryOf } from "@/lib/gateway/read/actions/action-view";
import { CHAT_TOOL_ANSWERS, requireSightIn } from "@/lib/gateway/read/actions/sight";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { IN_APP_AGENT, keyOfTool } from "@/lib/gateway/access/agents/in-app-agent";
import { proposalViewFrom } from "./proposal-view";

/**
 * The proposals of tools for this person, newest first, by one query; empty where there are none (in that conversation).
 * @throws AppError not_allowed 403 where content is hidden from this person.
 */
export async function listOwnProposals(
  person: Person,
  query: { conversationRef?: string | undefined; limit: number },
  gateway: Gateway = getGateway(),
): Promise<OwnProposal[]> {
  const { tenantId, userId } = person;
  const rows = await inTenant(gateway.database, tenantId, async (tx) => {
    await requireSightIn(tx, person, CHAT_TOOL_ANSWERS);
    return listProposedFor(tx, tenantId, {
      agentName: IN_APP_AGENT,
      userId,
      conversationRef: query.conversationRef ?? null,
      limit: query.limit,
    });
  });
  const now = gateway.clock.now();
  return readableOf(rows, (row) => unredactedSummaryOf(row, userId, now)).map(({ row, summary }) => ({
    proposal: { ...proposalViewFrom(row.action, row, now), queue: null },
    action: summary,
    idempotency_key: keyOfTool(userId, row.action.idempotencyKey),
    conversation_ref: row.action.conversationRef,
    readback: row.push?.readbackJson ?? null,
  }));
}
