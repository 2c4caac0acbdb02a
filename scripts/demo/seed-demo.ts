import { readFile } from "node:fs/promises";
import path from "node:path";
import { openOwner } from "@/db/client";
import { systemClock } from "@/lib/clock";
import { localDir, writePrivate } from "../local/local-state";
import type { StartedParts } from "../local/start-product";
import { type CastMember, type DemoUser, tenant } from "./cast";
import { drift, enactHistory, propose } from "./enact";
import { closeGateway, openGateway } from "./open-gateway";
import { enactPast } from "./past/enact-past";
import { PAST_DAYS_MAX } from "./past/plan-month";
import { pendingProposals, trivial } from "./proposals";
import { enactQuestions } from "./questions";
import { enactWorkflows } from "./workflows";

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
  const people = await readFile(peopleFile, "utf8").catch(() => null);
  if (!(await isFilled(parts.ownerUrl))) return seed(parts);
  if (people) return JSON.parse(people) as DemoPeople;
  throw new Error("The demo's people are forgotten; start over with `npm run demo -- --reset`.");
}

async function isFilled(ownerUrl: string): Promise<boolean> {
  const owner = openOwner(ownerUrl, { poolMax: 1 });
  try {
    const rows = await owner`SELECT 1 FROM tenants WHERE slug = ${tenant.slug}`;
    return rows.length > 0;
  } finally {
    await owner.end();
  }
}

/** DEMO_HISTORY_DAYS: the days of history, 30 by default. 0: the company was founded just now. @throws Error for others. */
function historyDays(): number {
  const text = process.env.DEMO_HISTORY_DAYS ?? String(PAST_DAYS_MAX);
  const days = Number(text);
  if (Number.isInteger(days) && days >= 0 && days <= PAST_DAYS_MAX) return days;
  throw new Error(`DEMO_HISTORY_DAYS must be a whole number from 0 to ${PAST_DAYS_MAX}, not "${text}".`);
}

async function seed(parts: StartedParts): Promise<DemoPeople> {
  const days = historyDays();
  const began = Date.now();
  console.log(
    days > 0
      ? `Filling the demo with ${days} days of history, which takes about a minute …`
      : "Filling the demo …",
  );
  // The second factors are sealed with the app's own key, which the verbs read from the environment.
  Object.assign(process.env, parts.env);
  const { members, agents, agentKey } = await enactPast(parts, days);
  const gateway = openGateway(parts, systemClock);
  try {
    const [, approver] = members as [CastMember, CastMember];
    await enactHistory({ gateway, agents, person: approver.person }, parts.simulatorUrl!);
    for (const proposal of [...trivial, ...pendingProposals()]) await propose({ gateway, agents }, proposal);
    await drift(parts.simulatorUrl!);
    await enactQuestions(agents.get("pricing-agent")!, approver.person, gateway);
    const admin = members.find(({ user }) => user.role === "admin")!.person;
    await enactWorkflows(admin, gateway, parts.ownerUrl!);

    const result: DemoPeople = { agentKey, users: members.map((member) => member.user) };
    await writePrivate(peopleFile, result);
    console.log(`Filled in ${((Date.now() - began) / 1000).toFixed(1)} s.`);
    return result;
  } finally {
    await closeGateway(gateway);
  }
}
