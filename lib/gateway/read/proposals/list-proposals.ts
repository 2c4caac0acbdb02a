import { inTenant } from "@/db/client";
import { listProposedBy } from "@/db/queries/actions/actions";
import type { ProposalList, ProposalsQuery } from "@/lib/contract/actions/proposal";
import type { AgentPrincipal } from "@/lib/core/access/principal";
import { isoOf } from "@/lib/core/values/time";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { proposalViewFrom } from "./proposal-view";

/** The agent's own proposals, newest first, page by page; empty where nothing fits. */
export async function listProposals(
  { tenantId, agentId }: AgentPrincipal,
  { status: statuses, conversation_ref: conversationRef, cursor, limit }: ProposalsQuery,
  gateway: Gateway = getGateway(),
): Promise<ProposalList> {
  const rows = await inTenant(gateway.database, tenantId, (tx) =>
    listProposedBy(tx, tenantId, { agentId, statuses, conversationRef, cursor, limit: limit + 1 }),
  );
  const now = gateway.clock.now();
  const items = rows.slice(0, limit).map((row) => ({
    ...proposalViewFrom(row.action, row, now),
    action_type: row.action.actionType,
    entity_type: row.action.entityType,
    entity_ref: row.action.entityRef,
    idempotency_key: row.action.idempotencyKey,
    conversation_ref: row.action.conversationRef,
    created_at: isoOf(row.action.createdAt),
  }));
  return { items, next_cursor: rows.length > limit ? items.at(-1)!.id : null };
}
