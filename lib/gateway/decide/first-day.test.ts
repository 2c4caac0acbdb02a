import { expect, test } from "vitest";
import type { AgentPrincipal, Person, Role } from "@/lib/core/access/principal";
import { resetSecondFactor } from "@/lib/gateway/access/people/person-changes";
import { mintEditToken } from "@/lib/gateway/testing/decisions";
import { proposals } from "@/lib/gateway/testing/proposals";
import { addPuppet } from "@/lib/gateway/testing/puppet";
import { expectRefusal } from "@/lib/gateway/testing/race";
import { steppedUp } from "@/lib/gateway/testing/step-up";
import { useWorld } from "@/lib/gateway/testing/use-world";

/** The day that L4 and L5 wait for, after new credentials and after a new office, to the hour. */

const world = await useWorld();
const { gateway, owner } = world;

async function company(people: Record<string, Role>) {
  const home = await world.addTenant();
  const made: Record<string, Person> = {};
  for (const [name, role] of Object.entries(people)) made[name] = await home.person(name, role);
  return { tenantId: home.tenantId, people: made, agent: await home.agent("an-agent") };
}
const hoursPass = (tenantId: number, hours: number) => owner`
  UPDATE memberships SET in_office_since = in_office_since - make_interval(hours => ${hours}),
    recovered_at = recovered_at - make_interval(hours => ${hours}) WHERE tenant_id = ${tenantId}`;

/** One that waits at each tier; somebody decides both of them, with the step-up that L5 asks for. */
async function proposeBoth(agent: AgentPrincipal) {
  const [l4, l5] = [
    (await world.propose(proposals.creditLimit(), agent)).proposal,
    (await world.propose(proposals.creditRevoke(), agent)).proposal,
  ];
  expect([l4.risk_level, l5.risk_level]).toEqual([4, 5]);
  const approveL5 = async (person: Person) =>
    world.decide(person, l5, { editToken: await mintEditToken(world, person, l5) });
  return [(person: Person) => world.decide(person, l4), approveL5] as const;
}

test("whoever was given new credentials decides nothing at L4 and L5 for 24 hours, and not an hour less", async () => {
  const { people, agent, tenantId } = await company({ Adam: "admin", Ben: "approver" });
  const ben = people.Ben!;
  const step = await steppedUp(owner, people.Adam!, "reset_second_factor", ben.userId);
  await resetSecondFactor(step, ben.userId, gateway);
  const decisions = await proposeBoth(agent);
  for (const decide of decisions) await expectRefusal(decide(ben), "recently_recovered");
  await hoursPass(tenantId, 23);
  for (const decide of decisions) await expectRefusal(decide(ben), "recently_recovered");
  await hoursPass(tenantId, 2);
  for (const decide of decisions) expect(await decide(ben)).toMatchObject({ outcome: "claimed" });
});

test("a newcomer decides nothing at L4 and L5 for 24 hours, and not an hour less", async () => {
  const { people, agent, tenantId } = await company({ Adam: "admin", Ben: "approver" });
  const newcomer = await addPuppet(world, people.Adam!, "approver");
  const decisions = await proposeBoth(agent);
  await hoursPass(tenantId, 23);
  for (const decide of decisions) await expectRefusal(decide(newcomer), "new_in_office");
  await hoursPass(tenantId, 2);
  for (const decide of decisions) expect(await decide(newcomer)).toMatchObject({ outcome: "claimed" });
});
