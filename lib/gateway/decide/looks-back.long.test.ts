import postgres from "postgres";
import { afterAll, expect, test } from "vitest";
import type { AgentPrincipal, Person, Role } from "@/lib/core/access/principal";
import { resetSecondFactor, revokePerson } from "@/lib/gateway/access/people/person-changes";
import { changeRole, restorePerson } from "@/lib/gateway/access/people/role-changes";
import { mintEditToken, putPolicyInForce } from "@/lib/gateway/testing/decisions";
import { addCompany } from "@/lib/gateway/testing/people/people-of";
import { withdrawProposal } from "@/lib/gateway/amend/withdraw-proposal";
import { proposals } from "@/lib/gateway/testing/proposals";
import { addPuppet } from "@/lib/gateway/testing/puppet";
import { expectRefusal } from "@/lib/gateway/testing/race";
import { steppedUp } from "@/lib/gateway/testing/step-up";
import { useWorld } from "@/lib/gateway/testing/use-world";

/** "Nobody else could" looks back seven days: an administrator makes nobody count less by what they do to them today. */

const world = await useWorld();
const { gateway, owner } = world;
const app = postgres(world.db.urls.app, { max: 1, onnotice: () => {} });
afterAll(() => app.end());

const company = (people: Record<string, Role>) => addCompany(world, people);
const proposeL4 = async (agent: AgentPrincipal) =>
  (await world.propose(proposals.creditLimit(), agent)).proposal;
const give = async (admin: Person, { userId }: Person, role: Role) =>
  changeRole(
    await steppedUp(owner, admin, "change_role", `${userId}:${role}`),
    { id: userId, role },
    gateway,
  );
const aDayPasses = (tenantId: number) => owner`
  UPDATE memberships SET in_office_since = in_office_since - interval '25 hours',
    recovered_at = recovered_at - interval '25 hours' WHERE tenant_id = ${tenantId}`;
const twoAtL5 = (tenantId: number) =>
  putPolicyInForce(world, tenantId, (text) =>
    text.replace(
      "resource.impactCents > 10000000 && resource.approverCount >= 2",
      "resource.approverCount >= 2",
    ),
  );
const asRole = <T>(tenantId: number, work: (tx: postgres.TransactionSql) => Promise<T>): Promise<T> =>
  app.begin(async (tx) => {
    await tx`SELECT set_config('app.tenant_id', ${String(tenantId)}, true)`;
    return work(tx);
  }) as Promise<T>;

test("the only other approver, revoked and restored, goes on counting: an author alone approves nothing of theirs", async () => {
  const { people, agent } = await company({ Ada: "admin", Ben: "approver" });
  const [ada, ben] = [people.Ada!, people.Ben!];
  const proposal = await proposeL4(agent);
  await expectRefusal(world.decide(ada, proposal), "own_proposal");
  await revokePerson(ada, ben.userId, gateway);
  await restorePerson(await steppedUp(owner, ada, "restore_person", ben.userId), ben.userId, gateway);
  await expectRefusal(world.decide(ada, proposal), "own_proposal");
  await expectRefusal(world.decide(ben, proposal), "new_in_office");
  await aDayPasses(ada.tenantId);
  expect(await world.decide(ben, proposal)).toMatchObject({ outcome: "claimed" });
});

test("an office that is begun anew every day goes on counting, and the author alone approves nothing", async () => {
  const { tenantId, people, agent } = await company({ Ada: "admin", Ben: "approver" });
  const [ada, ben] = [people.Ada!, people.Ben!];
  for (let day = 0; day < 9; day += 1) {
    await asRole(
      tenantId,
      (tx) => tx`SELECT set_role(${ben.userId}, 'approver', 'x', 'x', 'x', false, ${ada.userId})`,
    );
    await owner`UPDATE memberships SET in_office_since = in_office_since - interval '23 hours',
      seasoned_until = seasoned_until - interval '23 hours' WHERE tenant_id = ${tenantId} AND user_id = ${ben.userId}`;
  }
  const proposal = await proposeL4(agent);
  expect(await world.decide(ada, proposal)).toMatchObject({
    outcome: "vote_recorded",
    required_approvals: 2,
  });
});

const hoursPass = (tenantId: number, hours: number) => owner`
  UPDATE memberships SET in_office_since = in_office_since - make_interval(hours => ${hours}),
    left_office_at = left_office_at - make_interval(hours => ${hours}),
    seasoned_until = seasoned_until - make_interval(hours => ${hours}) WHERE tenant_id = ${tenantId}`;
const outAndBack = {
  "revoked and restored": async (ada: Person, { userId }: Person) => {
    await revokePerson(ada, userId, gateway);
    await restorePerson(await steppedUp(owner, ada, "restore_person", userId), userId, gateway);
  },
  "lowered and raised": async (ada: Person, person: Person) => {
    await changeRole(ada, { id: person.userId, role: "viewer" }, gateway);
    await give(ada, person, "approver");
  },
};

test.each([
  ["revoked and restored", 23],
  ["lowered and raised", 23],
  ["revoked and restored", 25],
  ["revoked and restored", 100],
] as const)("somebody who is %s every %i hours for weeks goes on counting", async (how, hours) => {
  const { tenantId, people, agent } = await company({ Ada: "admin", Ben: "approver" });
  const [ada, ben] = [people.Ada!, people.Ben!];
  for (let passed = 0; passed < 24 * 16; passed += hours) {
    await outAndBack[how](ada, ben);
    await hoursPass(tenantId, hours);
    const proposal = await proposeL4(agent);
    await expectRefusal(world.decide(ada, proposal), "own_proposal");
    await withdrawProposal(agent, proposal.id, gateway);
  }
});

test("somebody who was really away for longer than seven days counts again after a day in office", async () => {
  const { tenantId, people, agent } = await company({ Ada: "admin", Ben: "approver" });
  const [ada, ben] = [people.Ada!, people.Ben!];
  await revokePerson(ada, ben.userId, gateway);
  await hoursPass(tenantId, 24 * 8);
  expect(await world.decide(ada, await proposeL4(agent))).toMatchObject({ outcome: "claimed" });
  await restorePerson(await steppedUp(owner, ada, "restore_person", ben.userId), ben.userId, gateway);
  expect(await world.decide(ada, await proposeL4(agent))).toMatchObject({ outcome: "claimed" });
  await hoursPass(tenantId, 25);
  await expectRefusal(world.decide(ada, await proposeL4(agent)), "own_proposal");
});

test("two administrators and an approver, out of office for seconds a day, go on counting beside a puppet", async () => {
  const { tenantId, people, agent } = await company({ Ada: "admin", Bea: "admin", Ben: "approver" });
  const [ada, bea, ben] = [people.Ada!, people.Bea!, people.Ben!];
  let puppet: Person | undefined;
  for (let day = 0; day < 9; day += 1) {
    await revokePerson(ada, bea.userId, gateway);
    await outAndBack["revoked and restored"](ada, ben);
    puppet ??= await addPuppet(world, ada, "approver");
    await restorePerson(await steppedUp(owner, ada, "restore_person", bea.userId), bea.userId, gateway);
    await hoursPass(tenantId, 23);
  }
  const proposal = await proposeL4(agent);
  await expectRefusal(world.decide(ada, proposal), "own_proposal");
  await expectRefusal(world.decide(puppet!, proposal), "not_allowed");
});

test("everybody taken out of office and put back at once: neither they nor a puppet is a second voter", async () => {
  const people = { Ada: "admin", Bea: "approver", Ben: "approver" } as const;
  const { people: made, agent, tenantId } = await company(people);
  const [ada, bea, ben] = [made.Ada!, made.Bea!, made.Ben!];
  await twoAtL5(tenantId);
  const { proposal } = await world.propose(proposals.creditRevoke(), agent);
  const approve = async (person: Person) =>
    world.decide(person, proposal, { editToken: await mintEditToken(world, person, proposal) });
  for (const person of [bea, ben]) await changeRole(ada, { id: person.userId, role: "viewer" }, gateway);
  for (const person of [bea, ben]) await give(ada, person, "approver");
  const puppet = await addPuppet(world, ada, "admin");
  await changeRole(puppet, { id: ada.userId, role: "viewer" }, gateway);
  await give(puppet, ada, "admin");
  await expectRefusal(approve(ada), "new_in_office");
  await expectRefusal(approve(puppet), "new_in_office");
  await aDayPasses(tenantId);
  expect(await approve(puppet)).toMatchObject({ outcome: "vote_recorded" });
  await expectRefusal(approve(ada), "not_independent");
  expect(await approve({ ...ben, role: "approver" })).toMatchObject({ outcome: "claimed" });
});

test("new credentials for everybody else make no puppet independent of its maker", async () => {
  const { people, agent, tenantId } = await company({ Ada: "admin", Ben: "approver" });
  const [ada, ben] = [people.Ada!, people.Ben!];
  const puppet = await addPuppet(world, ada, "approver");
  await aDayPasses(tenantId);
  const proposal = await proposeL4(agent);
  await expectRefusal(world.decide(puppet, proposal), "not_independent");
  const step = await steppedUp(owner, ada, "reset_second_factor", ben.userId);
  await resetSecondFactor(step, ben.userId, gateway);
  // Nobody is left who has nothing to do with the author: two would have to agree who are not one.
  expect(await world.decide(puppet, proposal)).toMatchObject({
    outcome: "vote_recorded",
    required_approvals: 2,
  });
  await expectRefusal(world.decide(ada, proposal), "not_independent");
  await aDayPasses(tenantId);
  await expectRefusal(world.decide(ben, proposal), "not_independent");
});

test("marks that the database's role sets make no two people out of one", async () => {
  const { people, agent, tenantId } = await company({ Ada: "admin", Ben: "approver", Cleo: "approver" });
  const [ada, ben, cleo] = [people.Ada!, people.Ben!, people.Cleo!];
  const puppet = await addPuppet(world, ada, "approver");
  await aDayPasses(tenantId);
  const low = await proposeL4(agent);
  await asRole(tenantId, async (tx) => {
    await tx`SELECT mark_recovered(${ada.userId}, ${ben.userId})`;
    await tx`SELECT mark_recovered(${ada.userId}, ${cleo.userId})`;
  });
  expect(await world.decide(puppet, low)).toMatchObject({ outcome: "vote_recorded", required_approvals: 2 });
  await expectRefusal(world.decide(ada, low), "recently_recovered");
  await aDayPasses(tenantId);
  await expectRefusal(world.decide(ada, low), "not_independent");
  await twoAtL5(tenantId);
  const { proposal } = await world.propose(proposals.creditRevoke(), agent);
  const approve = async (person: Person) =>
    world.decide(person, proposal, { editToken: await mintEditToken(world, person, proposal) });
  await asRole(tenantId, async (tx) => {
    await tx`SELECT mark_first_link(${ben.userId}, ${ada.userId})`;
    await tx`SELECT mark_first_link(${cleo.userId}, ${ada.userId})`;
  });
  await aDayPasses(tenantId);
  expect(await approve(puppet)).toMatchObject({ outcome: "vote_recorded" });
  await expectRefusal(approve(ada), "not_independent");
});
