import { inTenant } from "@/db/client";
import { findAgentByName } from "@/db/queries/people/agents";
import { AppError } from "@/lib/core/errors";
import type { AgentPrincipal, Person } from "@/lib/core/access/principal";
import type { Gateway } from "@/lib/gateway/context";

/** The agent for tools inside the app. It has its own limits and can be revoked like any other agent. */
export const IN_APP_AGENT = "in-app-chat";

/**
 * The tenant's in-app agent, speaking for this person. @throws AppError not_allowed 403 if it does not exist or is
 * revoked.
 */
export async function inAppAgentFor(person: Person, gateway: Gateway): Promise<AgentPrincipal> {
  const agent = await inTenant(gateway.database, person.tenantId, (tx) =>
    findAgentByName(tx, person.tenantId, IN_APP_AGENT),
  );
  if (!agent) {
    throw new AppError(
      "not_allowed",
      `This tenant has no agent named ${IN_APP_AGENT}; an administrator adds one to let tools propose.`,
    );
  }
  return {
    kind: "agent",
    agentId: agent.id,
    tenantId: person.tenantId,
    tenantSlug: person.tenantSlug,
    name: agent.name,
    onBehalfOfUserId: person.userId,
    calledByUserId: person.userId,
    proposalsPerMinuteMax: agent.proposalsPerMinuteMax,
    pendingMax: agent.pendingMax,
  };
}

/** Prefixes the tool's key with the person, because two people's tools may use the same key for different calls. */
export const keyOfPerson = (userId: number, key: string): string => `u${userId}-${key}`;

/** The tool's own key, without the prefix of `keyOfPerson`. */
export const keyOfTool = (userId: number, key: string | null): string | null =>
  key?.startsWith(`u${userId}-`) ? key.slice(`u${userId}-`.length) : key;
