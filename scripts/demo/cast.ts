import { newPersonalToken } from "@/lib/auth/session/tokens";
import { newTotpSecret } from "@/lib/auth/second-factor/totp";
import type { AgentPrincipal, Person, Role } from "@/lib/core/access/principal";
import type { Company } from "@/lib/gateway/access/found-company";
import { IN_APP_AGENT } from "@/lib/gateway/access/agents/in-app-agent";
import { type DemoAgentName, demoAgents } from "./proposals";

/** The people who decide and administer in the demo's company, and the agents that propose. */

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
  { name: "Stella Brandt", email: "stella@greenfield.example", role: "steward" },
  // A second one besides Priya: what Mike and an agent of his make still finds two who have nothing to do with it.
  { name: "Lena Fischer", email: "lena@greenfield.example", role: "approver" },
];

export type Agents = Map<DemoAgentName, AgentPrincipal>;

export interface CastMember {
  user: DemoUser;
  person: Person;
}

export async function addCast(company: Company): Promise<CastMember[]> {
  const members: CastMember[] = [];
  for (const { name, email, role } of cast) {
    const password = newPersonalToken().token.slice(4, 16);
    const totpSecret = newTotpSecret();
    const person = await company.addPerson({ name, email, role, password, totpSecret });
    const token = await company.addToken(person);
    members.push({ user: { name, email, password, role, token, totpSecret }, person });
  }
  return members;
}

/** @returns the principals, and the key of the one that people try first. */
export async function addAgents(
  company: Company,
  onBehalfOfUserId: number,
): Promise<{ key: string; principals: Agents }> {
  const principals: Agents = new Map();
  let pricingKey = "";
  for (const name of demoAgents) {
    const isPricing = name === "pricing-agent";
    const { agent, key } = await company.addAgent({
      name,
      onBehalfOfUserId: isPricing ? onBehalfOfUserId : null,
      proposalsPerMinuteMax: 600,
    });
    if (isPricing) pricingKey = key;
    principals.set(name, agent);
  }
  // For the chat example: its key is thrown away, as `npm run db:tenant` does.
  await company.addAgent({ name: IN_APP_AGENT });
  return { key: pricingKey, principals };
}
