import { type OwnerSql, openOwner } from "@/db/client";
import { TRIVIAL_ACTION_TYPES } from "@/lib/action-types/registry";
import { addStandingAuthorisation, foundCompany } from "@/lib/gateway/access/found-company";
import { afterCommitsDone } from "@/lib/gateway/after-commit";
import type { StartedParts } from "../../local/start-product";
import { type Agents, type CastMember, addAgents, addCast, tenant } from "../cast";
import { closeGateway, openGateway } from "../open-gateway";
import { borrowClocks } from "./clocks";
import { enterMonth } from "./enact-month";
import { planMonth } from "./plan-month";
import { Timetable } from "./timetable";

export interface Founded {
  members: CastMember[];
  agents: Agents;
  agentKey: string;
}

const dayMs = 86_400_000;

/** Founds the demo's company `days` days ago and enacts what happened there since; 0: founds it now. */
export async function enactPast(parts: StartedParts, days: number): Promise<Founded> {
  if (days === 0) return withOwner(parts, found);
  const today = new Date();
  const clocks = await borrowClocks(
    { superuserUrl: parts.superuserUrl!, simulatorUrl: parts.simulatorUrl! },
    new Date(today.getTime() - days * dayMs),
  );
  try {
    const founded = await withOwner(parts, found);
    const [, priya, admin, , lena] = founded.members as [
      CastMember,
      CastMember,
      CastMember,
      CastMember,
      CastMember,
    ];
    // Whatever the events would start is done by the timetable.
    const gateway = { ...openGateway(parts, clocks.clock), sendEvents: async () => {} };
    const timetable = new Timetable();
    const past = {
      gateway,
      agents: founded.agents,
      approvers: [priya, lena],
      admin: admin.person,
      timetable,
    };
    enterMonth({ ...past, simulatorUrl: parts.simulatorUrl! }, planMonth(today, days));
    try {
      await timetable.run(today, clocks.moveTo);
      await afterCommitsDone(gateway);
    } finally {
      await closeGateway(gateway);
    }
    return founded;
  } finally {
    await clocks.end();
  }
}

async function withOwner<T>(parts: StartedParts, work: (owner: OwnerSql) => Promise<T>): Promise<T> {
  const owner = openOwner(parts.ownerUrl!, { poolMax: 2 });
  try {
    return await work(owner);
  } finally {
    await owner.end();
  }
}

async function found(owner: OwnerSql): Promise<Founded> {
  const company = await foundCompany(owner, { ...tenant, foundedBy: "set-up" });
  const members = await addCast(company);
  const [viewer, , admin] = members as [CastMember, CastMember, CastMember];
  const { key: agentKey, principals: agents } = await addAgents(company, viewer.person.userId);
  await addStandingAuthorisation(owner, company.tenantId, {
    actionTypes: [...TRIVIAL_ACTION_TYPES],
    perDayMax: 200,
    policyVersion: company.policy.version,
    signedByUserId: admin.person.userId,
    signedByLabel: admin.person.name,
    validDays: 90,
  });
  return { members, agents, agentKey };
}
