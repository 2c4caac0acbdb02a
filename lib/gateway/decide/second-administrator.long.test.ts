import { describe, expect, test } from "vitest";
import { confirmLeave, confirmRecovery, confirmRole } from "@/lib/gateway/access/people/role-changes";
import { listPeople } from "@/lib/gateway/access/people/list-people";
import { revokePerson } from "@/lib/gateway/access/people/person-changes";
import type { Person } from "@/lib/core/access/principal";
import { confirmOpenRecovery, confirmOpenRole } from "@/lib/gateway/testing/people/confirmations";
import { votersOf } from "@/lib/gateway/testing/people/voters";
import { expectRefusal } from "@/lib/gateway/testing/race";
import { useWorld } from "@/lib/gateway/testing/use-world";

/** Changes of people that wait for another administrator, and whose confirmation counts. */

const world = await useWorld();
const { gateway } = world;
const {
  company,
  add,
  setRole,
  reset,
  steppedUpBy,
  setKeyMakers,
  letPass,
  proposeL4,
  proposeL5,
  askTwoAtL5,
  approveL5,
} = votersOf(world);

describe("where there are two administrators", () => {
  test("a new approver, a raised one and a restored one wait for the other's confirmation", async () => {
    const { people, agent } = await company({ Adam: "admin", Bea: "admin", Ben: "approver", Vera: "viewer" });
    const [adam, bea] = [people.Adam!, people.Bea!];
    const nia = await add(adam, "Nia", "approver");
    const viewOf = async (id: number) => (await listPeople(adam, gateway)).find((one) => one.id === id)!;
    expect(await viewOf(nia.userId)).toMatchObject({
      role: "viewer",
      pending_role: { role: "approver", by: "Adam" },
    });
    await expectRefusal(confirmOpenRole(world, adam, nia.userId), "not_allowed");
    await expectRefusal(world.decide(nia, await proposeL4(agent)), "not_allowed");
    await confirmOpenRole(world, bea, nia.userId);
    expect(await viewOf(nia.userId)).toMatchObject({ role: "approver", pending_role: null });
    await letPass(25);
    // Two who have nothing to do with each other agreed on her: she is nobody's.
    await setKeyMakers(agent, adam);
    expect(await world.decide(nia, await proposeL4(agent))).toMatchObject({ outcome: "claimed" });
  });
  test.each([
    ["revoked", (adam: Person, ben: Person) => revokePerson(adam, ben.userId, gateway)],
    ["made a viewer", (adam: Person, ben: Person) => setRole(adam, ben, "viewer")],
  ])("one who was %s goes on counting until the other confirms", async (_how, lower) => {
    const { people, agent } = await company({ Adam: "admin", Stew: "steward", Ben: "approver" });
    const [adam, ben] = [people.Adam!, people.Ben!];
    await setKeyMakers(agent, adam);
    await lower(adam, ben);
    await letPass(24 * 30);
    const proposal = await proposeL4(agent);
    await expectRefusal(world.decide(adam, proposal), "own_proposal");
    const confirm = async (person: Person) =>
      confirmLeave(await steppedUpBy(person, "confirm_leave", ben.userId), ben.userId, gateway);
    await expectRefusal(confirm(adam), "nothing_to_confirm");
    await confirm(people.Stew!);
    expect(await world.decide(adam, proposal)).toMatchObject({ outcome: "claimed" });
  });
});

describe("a second administrator's confirmation", () => {
  const confirm = async (admin: Person, { userId }: Person) => confirmOpenRecovery(world, admin, userId);

  test("is not that of somebody whose credentials the first one replaced, for seven days", async () => {
    const { people, agent } = await company({
      Stew: "steward",
      Adam: "admin",
      Bea: "admin",
      Ben: "approver",
    });
    const [stew, adam, ben] = [people.Stew!, people.Adam!, people.Ben!];
    await reset(stew, adam);
    await reset(stew, ben);
    await expectRefusal(confirm(adam, ben), "nothing_to_confirm");
    await expectRefusal(world.decide(ben, await proposeL4(agent)), "recently_recovered");
    await letPass(25);
    await reset(stew, ben);
    await expectRefusal(confirm(adam, ben), "nothing_to_confirm");
    await confirm(people.Bea!, ben);
    expect(await world.decide(ben, await proposeL4(agent))).toMatchObject({ outcome: "claimed" });
  });
  test("on new credentials is not that of somebody whom the first one added", async () => {
    const { people } = await company({ Adam: "admin", Ben: "approver" });
    const puppet = await add(people.Adam!, "Puppet", "steward");
    await reset(people.Adam!, people.Ben!);
    await expectRefusal(confirm(puppet, people.Ben!), "nothing_to_confirm");
  });
  test("on a role or a leave is not that of somebody with new credentials, whoever gave them", async () => {
    const { people } = await company({ Stew: "steward", Adam: "admin", Bea: "admin", Ben: "approver" });
    const [stew, adam, bea, ben] = [people.Stew!, people.Adam!, people.Bea!, people.Ben!];
    const nia = await add(stew, "Nia", "approver");
    await revokePerson(stew, ben.userId, gateway);
    const role = async (admin: Person) => confirmOpenRole(world, admin, nia.userId);
    const leave = async (admin: Person) =>
      confirmLeave(await steppedUpBy(admin, "confirm_leave", ben.userId), ben.userId, gateway);
    await reset(bea, adam);
    await expectRefusal(role(adam), "not_allowed");
    await expectRefusal(leave(adam), "nothing_to_confirm");
    await letPass(25);
    await reset(stew, bea);
    await letPass(25);
    await expectRefusal(role(bea), "not_allowed");
    await expectRefusal(leave(bea), "nothing_to_confirm");
    await letPass(24 * 8);
    await role(bea);
    await leave(bea);
  });
  test("on a role is for the role that they saw: one that was asked for since waits for another confirmation", async () => {
    const { people } = await company({ Adam: "admin", Bea: "admin", Ben: "approver" });
    const [adam, bea] = [people.Adam!, people.Bea!];
    const nia = await add(adam, "Nia", "approver");
    const shownRole = (await listPeople(bea, gateway)).find(({ id }) => id === nia.userId)!.pending_role!;
    await setRole(adam, nia, "admin");
    const confirmed = { id: nia.userId, role: shownRole.role, at: shownRole.at };
    const step = await steppedUpBy(bea, "confirm_role", `${nia.userId}:${shownRole.role}:${shownRole.at}`);
    await expectRefusal(confirmRole(step, confirmed, gateway), "changed");
    await expectRefusal(confirmRole(step, { ...confirmed, role: "admin" }, gateway), "step_up_invalid");
    expect((await listPeople(bea, gateway)).find(({ id }) => id === nia.userId)).toMatchObject({
      role: "viewer",
      pending_role: { role: "admin" },
    });
    await confirmOpenRole(world, bea, nia.userId);
  });
  test("on new credentials is for those that they saw: newer ones wait for another confirmation", async () => {
    const { people, agent } = await company({ Adam: "admin", Bea: "admin", Ben: "approver" });
    const [adam, bea, ben] = [people.Adam!, people.Bea!, people.Ben!];
    await reset(adam, ben);
    const { until } = (await listPeople(bea, gateway)).find(({ id }) => id === ben.userId)!.recovery!;
    await reset(adam, ben);
    const step = await steppedUpBy(bea, "confirm_recovery", `${ben.userId}:${until}`);
    await expectRefusal(confirmRecovery(step, { id: ben.userId, until }, gateway), "changed");
    await expectRefusal(world.decide(ben, await proposeL4(agent)), "recently_recovered");
    await confirmOpenRecovery(world, bea, ben.userId);
    expect(await world.decide(ben, await proposeL4(agent))).toMatchObject({ outcome: "claimed" });
  });
  test("counts after 24 hours in office: a colleague whose link somebody kept confirms nobody at once", async () => {
    const { people } = await company({ Stew: "steward", Adam: "admin", Ben: "approver" });
    const [stew, adam, ben] = [people.Stew!, people.Adam!, people.Ben!];
    // Two administrators agreed on her, so that she is of nobody's party; the first one may have redeemed her link.
    const nia = await add(adam, "Nia", "admin");
    await confirmOpenRole(world, stew, nia.userId);
    await reset(adam, ben);
    await expectRefusal(confirm(nia, ben), "nothing_to_confirm");
    await letPass(25);
    await reset(adam, ben);
    await confirm(nia, ben);
  });
  test("and a vote are no second ones where credentials lead back to the first over somebody else's", async () => {
    const roles = { Adam: "admin", Bea: "admin", Ben: "approver", Cleo: "approver" } as const;
    const { people, agent, tenantId } = await company(roles);
    const [adam, bea, ben] = [people.Adam!, people.Bea!, people.Ben!];
    await askTwoAtL5(tenantId);
    await reset(adam, bea);
    await reset(bea, ben);
    await expectRefusal(confirm(adam, ben), "nothing_to_confirm");
    await letPass(25);
    const proposal = await proposeL5(agent);
    expect(await approveL5(adam, proposal)).toMatchObject({ outcome: "vote_recorded" });
    await expectRefusal(approveL5(ben, proposal), "not_independent");
    expect(await approveL5(people.Cleo!, proposal)).toMatchObject({ outcome: "claimed" });
  });
});
