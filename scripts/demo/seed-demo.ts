import { readFile } from "node:fs/promises";
import path from "node:path";
import { type OwnerSql, openDatabase, openOwner } from "@/db/client";
import { TRIVIAL_ACTION_TYPES } from "@/lib/action-types/registry";
import { addStandingAuthorisation, foundCompany } from "@/lib/gateway/access/found-company";
import { type Gateway, createDetachedGateway } from "@/lib/gateway/context";
import { systemClock } from "@/lib/clock";
import { createRestletClient } from "@/lib/destinations/netsuite/restlet-client";
import { localDir, writePrivate } from "../local/local-state";
import type { StartedParts } from "../local/start-product";
import { type CastMember, type DemoUser, addAgents, addCast, tenant } from "./cast";
import { drift, enactHistory, propose } from "./enact";
import { pendingProposals, trivial } from "./proposals";

export interface DemoPeople {
  agentKey: string;
  users: DemoUser[];
}

const peopleFile = path.join(localDir, "demo-people.json");

/** Fills an empty installation with a believable company; a filled one is left as it is. Returns who may sign in. */
export async function ensureDemoData(parts: StartedParts): Promise<DemoPeople> {
  if (!parts.ownerUrl || !parts.simulatorUrl) {
    throw new Error(
      "The demo brings its own database and simulator: unset DATABASE_URL and NETSUITE_ACCOUNT.",
    );
  }
  const owner = openOwner(parts.ownerUrl, { poolMax: 2 });
  try {
    const [existing] = await owner`SELECT 1 FROM tenants WHERE slug = ${tenant.slug}`;
    const people = await readFile(peopleFile, "utf8").catch(() => null);
    if (existing && people) return JSON.parse(people) as DemoPeople;
    if (existing)
      throw new Error("The demo's people are forgotten; start over with `npm run demo -- --reset`.");
    return await seed(owner, parts);
  } finally {
    await owner.end();
  }
}

async function seed(owner: OwnerSql, parts: StartedParts): Promise<DemoPeople> {
  const began = Date.now();
  console.log("Filling the demo …");
  // The second factors are sealed with the app's own key, which the verbs read from the environment.
  Object.assign(process.env, parts.env);
  const gateway = openGateway(parts);
  try {
    const company = await foundCompany(owner, { ...tenant, foundedBy: "set-up" });
    const people = await addCast(company);
    const [viewer, approver, admin] = people as [CastMember, CastMember, CastMember];
    const { key: agentKey, principals: agents } = await addAgents(company, viewer.person.userId);
    await addStandingAuthorisation(owner, company.tenantId, {
      actionTypes: [...TRIVIAL_ACTION_TYPES],
      perDayMax: 200,
      policyVersion: company.policy.version,
      signedByUserId: admin.person.userId,
      signedByLabel: admin.person.name,
      validDays: 90,
    });
    await enactHistory({ gateway, agents, person: approver.person }, parts.simulatorUrl!);
    for (const proposal of [...trivial, ...pendingProposals()]) await propose({ gateway, agents }, proposal);
    await drift(parts.simulatorUrl!);

    const result: DemoPeople = { agentKey, users: people.map((member) => member.user) };
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
  return createDetachedGateway({
    database,
    netsuite: createRestletClient({
      account,
      baseUrl: parts.simulatorUrl!,
      credentials,
      timeoutMs: 5_000,
      maxConcurrency: 8,
      clock: systemClock,
    }),
  });
}
