import { inTenant } from "@/db/client";
import { readListedAction } from "@/db/queries/actions/actions";
import type { ProposedActionRow } from "@/db/schema/actions";
import type { ProposalView } from "@/lib/contract/actions/proposal";
import { AppError } from "@/lib/core/errors";
import type { Person } from "@/lib/core/access/principal";
import { awaitChange } from "@/lib/gateway/read/await-change";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { IN_APP_AGENT } from "@/lib/gateway/access/agents/in-app-agent";
import { CHAT_TOOL_ANSWERS, requireSightIn } from "@/lib/gateway/read/actions/sight";
import { proposalViewOf, waitingStateOf } from "./proposal-view";
import { withQueue } from "./queue";

/**
 * A tool's proposal for this person; with `waitSeconds`, at its next change. It stays readable after the agent was revoked.
 * @throws AppError not_found 404, also for a tool's proposal for somebody else; rate_limited 429 for too many waits.
 */
export async function readOwnProposal(
  person: Person,
  actionId: number,
  waitSeconds: number,
  gateway: Gateway = getGateway(),
): Promise<ProposalView> {
  const { tenantId, userId } = person;
  const look = async () => proposalViewOf(await findProposalOf(person, actionId, gateway), gateway);
  const wait = { tenantId, asker: `person ${userId}`, look, stateOf: waitingStateOf, waitSeconds };
  return withQueue(tenantId, await awaitChange(wait, gateway), gateway);
}

/** @throws AppError not_found; not_allowed 403 where content is hidden from this person. */
export async function findProposalOf(
  person: Person,
  actionId: number,
  gateway: Gateway,
): Promise<ProposedActionRow> {
  const row = await inTenant(gateway.database, person.tenantId, async (tx) => {
    await requireSightIn(tx, person, CHAT_TOOL_ANSWERS);
    return readListedAction(tx, person.tenantId, actionId);
  });
  if (row?.agentName === IN_APP_AGENT && row.action.onBehalfOfUserId === person.userId) return row.action;
  throw new AppError("not_found", "No tool has proposed this for you.");
}
