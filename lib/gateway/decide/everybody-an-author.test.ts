import postgres from "postgres";
import { afterAll, expect, test } from "vitest";
import type { AgentPrincipal, Person, Role } from "@/lib/core/access/principal";
import { changeAgent } from "@/lib/gateway/access/agents/agent-changes";
import { listPeople } from "@/lib/gateway/access/people/list-people";
import { revokePerson } from "@/lib/gateway/access/people/person-changes";
import { changeRole, restorePerson } from "@/lib/gateway/access/people/role-changes";
import { mintEditToken } from "@/lib/gateway/testing/decisions";
import { addCompany } from "@/lib/gateway/testing/people/people-of";
import { proposals } from "@/lib/gateway/testing/proposals";
import { addPuppet } from "@/lib/gateway/testing/puppet";
import { expectRefusal } from "@/lib/gateway/testing/race";
import { confirmOpenRole } from "@/lib/gateway/testing/people/confirmations";
import { steppedUp } from "@/lib/gateway/testing/step-up";
import { useWorld } from "@/lib/gateway/testing/use-world";

/** Making everybody an author does not let a person of one's own approve alone. */

const world = await useWorld();
const { gateway, owner } = world;
const app = postgres(world.db.urls.app, { max: 1, onnotice: () => {} });
afterAll(() => app.end());

const company = (people: Record<string, Role>) => addCompany(world, people);
const hoursPass = (tenantId: number, hours: number) => owner`
  UPDATE memberships SET in_office_since = in_office_since - make_interval(hours => ${hours}),
    seasoned_until = seasoned_until - make_interval(hours => ${hours}),
    left_office_at = left_office_at - make_interval(hours => ${hours}) WHERE tenant_id = ${tenantId}`;
const proposeL4 = async (agent: AgentPrincipal) =>
  (await world.propose(proposals.creditLimit(), agent)).proposal;
const speakFor = async (admin: Person, agent: AgentPrincipal, { userId }: Person) => {
  const { agentId } = agent;
  const step = await steppedUp(owner, admin, "change_agent", `${agentId}:for ${userId}`);
  await changeAgent(step, { id: agentId, on_behalf_of: userId }, gateway);
  return { ...agent, onBehalfOfUserId: userId };
};
const bothNeeded = { outcome: "vote_recorded", approvals: 1, required_approvals: 2 };

test("an agent that spoke for each approver in turn: its maker's puppet approves nothing alone, nor with its maker", async () => {
  const { people, agent, tenantId } = await company({ Ada: "admin", Ben: "approver", Cleo: "approver" });
  const [ada, ben, cleo] = [people.Ada!, people.Ben!, people.Cleo!];
  const puppet = await addPuppet(world, ada, "approver");
  await hoursPass(tenantId, 25);
  await expectRefusal(world.decide(puppet, await proposeL4(agent)), "not_independent");
  let changed = agent;
  for (const person of [ben, cleo]) changed = await speakFor(ada, agent, person);

  const low = await proposeL4(changed);
  expect(await world.decide(puppet, low)).toMatchObject(bothNeeded);
  await expectRefusal(world.decide(ada, low), "not_independent");
  expect(await world.decide(ben, low)).toMatchObject({ outcome: "claimed", approvals: 2 });

  const { proposal } = await world.propose(proposals.creditRevoke(), changed);
  expect(proposal.risk_level).toBe(5);
  const approve = async (person: Person) =>
    world.decide(person, proposal, { editToken: await mintEditToken(world, person, proposal) });
  expect(await approve(puppet)).toMatchObject(bothNeeded);
  expect(await approve(cleo)).toMatchObject({ outcome: "claimed" });
});

test("nor where the database's role writes everybody down as a maker of its key, for what waits already", async () => {
  const { people, agent, tenantId } = await company({ Ada: "admin", Ben: "approver", Cleo: "approver" });
  const puppet = await addPuppet(world, people.Ada!, "approver");
  await hoursPass(tenantId, 25);
  const proposal = await proposeL4(agent);
  const makers = [people.Ben!.userId, people.Cleo!.userId];
  await app.begin(async (tx) => {
    await tx`SELECT set_config('app.tenant_id', ${String(tenantId)}, true)`;
    await tx`UPDATE agents SET key_makers = key_makers || ${makers}::bigint[] WHERE id = ${agent.agentId}`;
  });
  expect(await world.decide(puppet, proposal)).toMatchObject(bothNeeded);
  expect(await world.decide(people.Ben!, proposal)).toMatchObject({ outcome: "claimed" });
});

test("where all came into office by the author's hand, one who is no author approves alone", async () => {
  const { people, agent, tenantId } = await company({ Ada: "admin" });
  const [one, two] = [
    await addPuppet(world, people.Ada!, "approver"),
    await addPuppet(world, people.Ada!, "approver"),
  ];
  await hoursPass(tenantId, 25);
  const proposal = await proposeL4(await speakFor(people.Ada!, agent, one));
  expect(await world.decide(two, proposal)).toMatchObject({ outcome: "claimed", approvals: 1 });
});

test.each([
  ["revoked and restored", "admin"],
  ["lowered and raised", "admin"],
  ["revoked and restored", "steward"],
] as const)(
  "another administrator, %s (%s), is asked about a role that was given in between",
  async (how, role) => {
    const { people, tenantId } = await company({ Ada: "admin", Bea: role, Ben: "approver" });
    const [ada, bea] = [people.Ada!, people.Bea!];
    const raised = async () =>
      changeRole(
        await steppedUp(owner, ada, "change_role", `${bea.userId}:${role}`),
        { id: bea.userId, role },
        gateway,
      );
    if (how === "lowered and raised") await changeRole(ada, { id: bea.userId, role: "viewer" }, gateway);
    else await revokePerson(ada, bea.userId, gateway);
    const puppet = await addPuppet(world, ada, "approver");
    if (how === "lowered and raised") await raised();
    else await restorePerson(await steppedUp(owner, ada, "restore_person", bea.userId), bea.userId, gateway);
    const seen = async () => (await listPeople(ada, gateway)).find(({ id }) => id === puppet.userId);
    expect(await seen()).toMatchObject({ role: "viewer", pending_role: { role: "approver", by: "Ada" } });
    await expectRefusal(confirmOpenRole(world, ada, puppet.userId), "not_allowed");
    await hoursPass(tenantId, 25);
    await confirmOpenRole(world, { ...bea, role }, puppet.userId);
    expect(await seen()).toMatchObject({ role: "approver", pending_role: null });
  },
);

test("an administrator who stays away for seven days is waited for no longer", async () => {
  const { people } = await company({ Ada: "admin", Bea: "admin" });
  await revokePerson(people.Ada!, people.Bea!.userId, gateway);
  await owner`UPDATE memberships SET administered_until = administered_until - interval '169 hours'
    WHERE user_id = ${people.Bea!.userId}`;
  const added = await addPuppet(world, people.Ada!, "approver");
  expect((await listPeople(people.Ada!, gateway)).find(({ id }) => id === added.userId)).toMatchObject({
    role: "approver",
    pending_role: null,
  });
});
