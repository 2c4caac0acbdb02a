import type postgres from "postgres";
import { insertAgent, insertPerson, setTotpSecret } from "@/db/seed/tenant";
import { hashPassword } from "@/lib/auth/sign-in/password";
import { newAgentKey, newPersonalToken } from "@/lib/auth/session/tokens";
import { newTotpSecret, sealTotpSecret } from "@/lib/auth/second-factor/totp";
import type { AgentPrincipal, Person, Role } from "@/lib/core/access/principal";
import { IN_APP_AGENT } from "@/lib/gateway/access/agents/in-app-agent";
import { type DemoAgentName, demoAgents } from "./proposals";

/** Who decides and who proposes in the demo's company. */

export interface DemoUser {
  name: string;
  email: string;
  password: string;
  role: Role;
  token: string;
  totpSecret: string;
}

export const tenant = { slug: "greenfield", name: "Greenfield Fresh Supply", timeZone: "America/Chicago" };
const cast: { name: string; email: string; role: Role }[] = [
  { name: "Dana Whitfield", email: "dana@greenfield.example", role: "viewer" },
  { name: "Priya Raman", email: "priya@greenfield.example", role: "approver" },
  { name: "Mike Ortiz", email: "mike@greenfield.example", role: "admin" },
];

export type Agents = Map<DemoAgentName, AgentPrincipal>;

export interface CastMember {
  user: DemoUser;
  person: Person;
}

export async function insertCast(
  owner: postgres.Sql<{ bigint: number }>,
  tenantId: number,
): Promise<CastMember[]> {
  const members: CastMember[] = [];
  for (const { name, email, role } of cast) {
    const token = newPersonalToken();
    const password = newPersonalToken().token.slice(4, 16);
    const userId = await insertPerson(owner, tenantId, {
      name,
      email,
      role,
      passwordHash: await hashPassword(password),
      tokenHash: token.hash,
    });
    const totpSecret = newTotpSecret();
    await setTotpSecret(owner, userId, sealTotpSecret(userId, totpSecret));
    members.push({
      user: { name, email, password, role, token: token.token, totpSecret },
      person: {
        kind: "person",
        userId,
        tenantId,
        tenantSlug: tenant.slug,
        tenantName: tenant.name,
        name,
        email,
        role,
        via: "token",
      },
    });
  }
  return members;
}

export async function insertAgents(
  owner: postgres.Sql<{ bigint: number }>,
  tenantId: number,
  onBehalfOfUserId: number,
): Promise<{ key: string; principals: Agents }> {
  const principals: Agents = new Map();
  let key = "";
  for (const name of demoAgents) {
    const made = newAgentKey();
    const spokenFor = name === "pricing-agent" ? onBehalfOfUserId : null;
    const proposalsPerMinuteMax = 600;
    const agentId = await insertAgent(owner, tenantId, {
      name,
      keyHash: made.hash,
      keyPrefix: made.prefix,
      onBehalfOfUserId: spokenFor,
      proposalsPerMinuteMax,
    });
    if (name === "pricing-agent") key = made.token;
    principals.set(name, {
      kind: "agent",
      agentId,
      tenantId,
      tenantSlug: tenant.slug,
      name,
      onBehalfOfUserId: spokenFor,
      proposalsPerMinuteMax,
      pendingMax: 10_000,
    });
  }
  // For the chat example: its key is thrown away, as `npm run db:tenant` does.
  const made = newAgentKey();
  await insertAgent(owner, tenantId, {
    name: IN_APP_AGENT,
    keyHash: made.hash,
    keyPrefix: made.prefix,
    onBehalfOfUserId: null,
  });
  return { key, principals };
}
