import { readFile } from "node:fs/promises";
import path from "node:path";
import postgres from "postgres";
import { inTenant, openDatabase } from "@/db/client";
import {
  insertAgent,
  insertPerson,
  insertStandingAuthorisation,
  insertTenant,
  setTotpSecret,
} from "@/db/seed/tenant";
import { hashPassword } from "@/lib/auth/password";
import { newAgentKey, newPersonalToken } from "@/lib/auth/tokens";
import { newTotpSecret, sealTotpSecret } from "@/lib/auth/totp";
import type { AgentPrincipal, Person, Role } from "@/lib/core/principal";
import type { Gateway } from "@/lib/gateway/context";
import { IN_APP_AGENT } from "@/lib/gateway/in-app-agent";
import { decideAction } from "@/lib/gateway/decide-action";
import { proposeAction } from "@/lib/gateway/propose-action";
import { pushAction } from "@/lib/gateway/push-action";
import { systemClock } from "@/lib/clock";
import { createInternalDestination } from "@/lib/internal-destination/internal-destination";
import { noRuns } from "@/lib/inngest-runs/client";
import { createRestletClient } from "@/lib/netsuite/restlet-client";
import { installDefaultPolicy } from "@/lib/policy/active-policy";
import { localDir, writePrivate } from "../local/local-state";
import type { StartedParts } from "../local/start-product";
import {
  type DemoAgentName,
  type DemoProposal,
  demoAgents,
  driftAfterwards,
  history,
  pendingProposals,
  trivial,
} from "./proposals";

export interface DemoUser {
  name: string;
  email: string;
  password: string;
  role: Role;
  token: string;
  totpSecret: string;
}
export interface DemoPeople {
  agentKey: string;
  users: DemoUser[];
}

const peopleFile = path.join(localDir, "demo-people.json");
const tenant = { slug: "greenfield", name: "Greenfield Fresh Supply", timeZone: "America/Chicago" };
const cast: { name: string; email: string; role: Role }[] = [
  { name: "Dana Whitfield", email: "dana@greenfield.example", role: "viewer" },
  { name: "Priya Raman", email: "priya@greenfield.example", role: "approver" },
  { name: "Mike Ortiz", email: "mike@greenfield.example", role: "admin" },
];

/** Fills an empty installation with a believable company; a filled one is left as it is. Returns who may sign in. */
export async function ensureDemoData(parts: StartedParts): Promise<DemoPeople> {
  if (!parts.ownerUrl || !parts.simulatorUrl) {
    throw new Error(
      "The demo brings its own database and simulator: unset DATABASE_URL and NETSUITE_ACCOUNT.",
    );
  }
  const owner = postgres(parts.ownerUrl, {
    max: 2,
    onnotice: () => {},
    types: {
      bigint: { to: 20, from: [20], serialize: String, parse: Number } as postgres.PostgresType<number>,
    },
  });
  try {
    const [existing] = await owner`SELECT 1 FROM tenants WHERE slug = ${tenant.slug}`;
    const known = await readFile(peopleFile, "utf8").catch(() => null);
    if (existing && known) return JSON.parse(known) as DemoPeople;
    if (existing)
      throw new Error("The demo's people are forgotten; start anew with `npm run demo -- --reset`.");
    return await seed(owner, parts);
  } finally {
    await owner.end();
  }
}

async function seed(owner: postgres.Sql<{ bigint: number }>, parts: StartedParts): Promise<DemoPeople> {
  const began = Date.now();
  console.log("Filling the demo …");
  // The second factors are sealed with the app's own key, which the verbs read from the environment.
  Object.assign(process.env, parts.env);
  const gateway = openGateway(parts);
  try {
    const tenantId = await insertTenant(owner, tenant);
    const policy = await inTenant(gateway.database, tenantId, (tx) =>
      installDefaultPolicy(tx, tenantId, "set-up"),
    );
    const people = await insertCast(owner, tenantId);
    const [viewer, approver, admin] = people as [CastMember, CastMember, CastMember];
    const agents = await insertAgents(owner, tenantId, viewer.person.userId);
    await insertStandingAuthorisation(owner, tenantId, {
      actionTypes: ["note_attachment"],
      perDayMax: 200,
      policyVersion: policy.version,
      signedByUserId: admin.person.userId,
      signedByLabel: admin.person.name,
      validDays: 90,
    });
    await enactHistory(gateway, agents.principals, approver.person, parts.simulatorUrl!);
    for (const proposal of [...trivial, ...pendingProposals()])
      await propose(gateway, agents.principals, proposal);
    await drift(parts.simulatorUrl!);

    const result: DemoPeople = { agentKey: agents.key, users: people.map((member) => member.user) };
    await writePrivate(peopleFile, result);
    console.log(`Filled in ${((Date.now() - began) / 1000).toFixed(1)} s.`);
    return result;
  } finally {
    gateway.netsuite.close();
    await gateway.database.end();
  }
}

function openGateway(parts: StartedParts): Gateway {
  const { account, ...credentials } = parts.secrets.netsuite;
  const database = openDatabase(parts.env.DATABASE_URL!, { poolMax: 4 });
  return {
    database,
    internal: (tenantId) => createInternalDestination(database, tenantId),
    netsuite: createRestletClient({
      account,
      baseUrl: parts.simulatorUrl!,
      credentials,
      timeoutMs: 5_000,
      maxConcurrency: 8,
      clock: systemClock,
    }),
    // Nothing listens yet: the sweep sends what the outbox gathers.
    sendEvents: null,
    runs: noRuns,
    clock: systemClock,
    random: Math.random,
    switchesFromEnvironment: [],
    leaseSeconds: 30,
    holdSeconds: 300,
  };
}

interface CastMember {
  user: DemoUser;
  person: Person;
}

async function insertCast(owner: postgres.Sql<{ bigint: number }>, tenantId: number): Promise<CastMember[]> {
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

async function insertAgents(
  owner: postgres.Sql<{ bigint: number }>,
  tenantId: number,
  onBehalfOfUserId: number,
): Promise<{ key: string; principals: Map<DemoAgentName, AgentPrincipal> }> {
  const principals = new Map<DemoAgentName, AgentPrincipal>();
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

type Agents = Map<DemoAgentName, AgentPrincipal>;

async function propose(gateway: Gateway, agents: Agents, { agent, input }: DemoProposal) {
  const correlationId = `demo-${crypto.randomUUID()}`;
  const { proposal } = await proposeAction(
    agents.get(agent)!,
    { input, idempotencyKey: null, correlationId, traceId: null },
    gateway,
  );
  return proposal;
}

async function decide(
  gateway: Gateway,
  person: Person,
  id: number,
  payloadHash: string,
  decision: "approve" | "reject",
  comment: string | null,
) {
  const command = {
    actionId: id,
    decision,
    payloadHash,
    comment,
    confirmed: true,
    editToken: null,
    channel: "page",
  } as const;
  await decideAction(person, command, gateway);
}

async function approveAndPush(
  gateway: Gateway,
  agents: Agents,
  person: Person,
  proposal: DemoProposal,
  beforePush?: (actionKey: string) => Promise<void>,
) {
  const { id, payload_hash } = await propose(gateway, agents, proposal);
  await decide(gateway, person, id, payload_hash, "approve", null);
  await beforePush?.(`cs-${person.tenantId}-${id}`);
  const [push] = await gateway.database.sql.begin(async (sql) => {
    await sql`SELECT set_config('app.tenant_id', ${String(person.tenantId)}, true)`;
    return sql<
      { id: number }[]
    >`SELECT id FROM ns_pending_pushes WHERE tenant_id = ${person.tenantId} AND action_id = ${id}`;
  });
  await pushAction(person.tenantId, push!.id, gateway);
}

/** Decisions and deliveries of a morning: four applied, two rejected, one stale, one dead letter. */
async function enactHistory(
  gateway: Gateway,
  agents: Agents,
  person: Person,
  simulatorUrl: string,
): Promise<void> {
  for (const proposal of history.applied) await approveAndPush(gateway, agents, person, proposal);
  const reasons = [
    "No written offer: ask the customer for it first",
    "Count it again before writing stock off",
  ];
  for (const [index, proposal] of history.rejected.entries()) {
    const { id, payload_hash } = await propose(gateway, agents, proposal);
    await decide(gateway, person, id, payload_hash, "reject", reasons[index]!);
  }
  await approveAndPush(gateway, agents, person, history.stale, async () => {
    const { context, entity_ref } = history.stale.input;
    await control(
      simulatorUrl,
      "PATCH",
      `records/bid_price/${encodeURIComponent(`${String(context.bid_id)}:${entity_ref}`)}`,
      { price: "48.10" },
    );
  });
  await approveAndPush(gateway, agents, person, history.dead, (key) =>
    control(simulatorUrl, "POST", "faults", { kind: "closed_period", key, op: "write" }),
  );
}

async function drift(simulatorUrl: string): Promise<void> {
  const { record, id, by } = driftAfterwards;
  const target = `records/${record}/${encodeURIComponent(id)}`;
  const now = (await (await fetch(`${simulatorUrl}/_sim/${target}`)).json()) as Record<string, unknown>;
  const field = ["quantity_on_hand", "on_hand", "quantityonhand"].find((name) => name in now);
  if (!field) throw new Error(`The simulator shows no stock for ${id}: ${JSON.stringify(now)}`);
  await control(simulatorUrl, "PATCH", target, { [field]: String(Number(now[field]) + by) });
}

async function control(simulatorUrl: string, method: string, target: string, body: unknown): Promise<void> {
  const answer = await fetch(`${simulatorUrl}/_sim/${target}`, { method, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`The simulator refused ${method} ${target}: ${await answer.text()}`);
}
