import { getDatabase, inTenant } from "@/db/client";
import { findAgentsActingFor } from "@/db/queries/people/agents";
import { looksLikeJwt, verifyAccessToken } from "@/lib/auth/session/access-token";
import { agentFromRequest } from "@/lib/auth/session/principals";
import { oidcConfig } from "@/lib/auth/sign-in/oidc-config";
import { findLinkedPerson } from "@/lib/auth/sign-in/oidc-sign-in";
import type { AgentPrincipal } from "@/lib/core/access/principal";
import { AppError } from "@/lib/core/errors";
import { SCOPE, resourceOf } from "./resource-metadata";

/** A token that may not propose. */
export class InsufficientScope extends AppError {
  constructor() {
    super("not_allowed", `This access token lacks the scope ${SCOPE}, without which it may do nothing here.`);
  }
}

/**
 * The agent that asks: by its key, or, where people sign in through an identity provider, by an access token that the
 * provider issued for this resource. Its person must have signed in here that way before, and speaks as the one agent that
 * an administrator made to act for them. A token never decides: it is an agent's credential here.
 * @throws AppError unauthenticated 401; not_allowed 403; InsufficientScope 403.
 */
export async function callerOf(request: Request): Promise<AgentPrincipal> {
  const bearer = /^bearer +(\S+)$/i.exec(request.headers.get("authorization") ?? "")?.[1] ?? "";
  const issuer = oidcConfig()?.issuer;
  if (!issuer || !looksLikeJwt(bearer)) return agentFromRequest(request);
  const { subject, scopes } = await verifyAccessToken(bearer, { issuer, audience: resourceOf(request) });
  if (!scopes.includes(SCOPE)) throw new InsufficientScope();
  const person = await findLinkedPerson({ issuer, subject });
  if (!person) {
    const message =
      "Nobody here has signed in with that account: sign in to Countersign once, and try again.";
    throw new AppError("not_allowed", message);
  }
  return agentActingFor(person);
}

async function agentActingFor({
  userId,
  tenantId,
}: {
  userId: number;
  tenantId: number;
}): Promise<AgentPrincipal> {
  const [agent, another] = await inTenant(getDatabase(), tenantId, (tx) =>
    findAgentsActingFor(tx, tenantId, userId),
  );
  if (!agent || another) {
    throw new AppError(
      "not_allowed",
      agent
        ? "Several agents act for you, so it is open which one this is: use the key of one of them."
        : "No agent acts for you: an administrator adds one on the page Agents, on your behalf.",
    );
  }
  const { id: agentId, ...rest } = agent;
  return { kind: "agent", agentId, tenantId, onBehalfOfUserId: userId, calledByUserId: userId, ...rest };
}
