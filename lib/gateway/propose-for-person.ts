import { randomUUID } from "node:crypto";
import { inTenant } from "@/db/client";
import { findAgentByName } from "@/db/queries/people";
import type { ProposalInput } from "@/lib/contract/proposal";
import { AppError } from "@/lib/core/errors";
import type { Person } from "@/lib/core/principal";
import { type Gateway, getGateway } from "./context";
import { type ProposeResult, proposeAction } from "./propose-action";

/** The agent under whose name tools inside the app propose; it has limits of its own and can be revoked like any other. */
export const IN_APP_AGENT = "in-app-chat";

/**
 * Proposes as the tenant's in-app agent, on behalf of a signed-in person.
 * @throws AppError not_allowed 403 where the tenant has no such agent (or it was revoked); everything proposeAction throws.
 */
export async function proposeForPerson(
  person: Person,
  command: { input: ProposalInput; idempotencyKey: string },
  gateway: Gateway = getGateway(),
): Promise<ProposeResult> {
  const agent = await inTenant(gateway.database, person.tenantId, (tx) =>
    findAgentByName(tx, person.tenantId, IN_APP_AGENT),
  );
  if (!agent) {
    throw new AppError(
      "not_allowed",
      `This tenant has no agent named ${IN_APP_AGENT}; an administrator adds one to let tools propose.`,
    );
  }
  return proposeAction(
    {
      kind: "agent",
      agentId: agent.id,
      tenantId: person.tenantId,
      tenantSlug: person.tenantSlug,
      name: agent.name,
      onBehalfOfUserId: person.userId,
      proposalsPerMinuteMax: agent.proposalsPerMinuteMax,
      pendingMax: agent.pendingMax,
    },
    // Two people's tools may use the same key for different calls.
    {
      ...command,
      idempotencyKey: `u${person.userId}-${command.idempotencyKey}`.slice(0, 200),
      correlationId: randomUUID(),
      traceId: null,
    },
    gateway,
  );
}
