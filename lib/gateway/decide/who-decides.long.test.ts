import { describe, expect, test } from "vitest";
import {
  changeRole,
  confirmLeave,
  confirmRecovery,
  confirmRole,
  restorePerson,
} from "@/lib/gateway/access/people/role-changes";
import { redeemPasswordLink } from "@/lib/gateway/access/account/redeem-password-link";
import { addPerson } from "@/lib/gateway/access/people/add-person";
import { issuePasswordLink } from "@/lib/gateway/access/people/issue-password-link";
import { listPeople } from "@/lib/gateway/access/people/list-people";
import { resetSecondFactor, revokePerson } from "@/lib/gateway/access/people/person-changes";
import type { AgentPrincipal, Person, Role } from "@/lib/core/access/principal";
import type { StepUpPurpose } from "@/lib/core/access/step-up";
import { amendmentsOf } from "@/lib/gateway/testing/amendments";
import { mintEditToken, putPolicyInForce } from "@/lib/gateway/testing/decisions";
import { proposals } from "@/lib/gateway/testing/proposals";
import { expectRefusal } from "@/lib/gateway/testing/race";
import { confirmOpenRecovery, confirmOpenRole } from "@/lib/gateway/testing/people/confirmations";
import { steppedUp } from "@/lib/gateway/testing/step-up";
import { useWorld } from "@/lib/gateway/testing/use-world";

/** One person is never two: who counts, beside whom, and since when. */

const world = await useWorld();
const { gateway, owner } = world;

async function company(people: Record<string, Role>) {
  const home = await world.addTenant();
  const made: Record<string, Person> = {};
  for (const [name, role] of Object.entries(people)) made[name] = await home.person(name, role);
  const agent = await home.agent("an-agent");
  return { ...home, people: made, agent };
}
const by = (admin: Person, purpose: StepUpPurpose, subject: string | number) =>
  steppedUp(owner, admin, purpose, subject);
let added = 0;
/** Somebody whom this administrator adds, as the product does it. */
async function add(admin: Person, name: string, role: Role): Promise<Person> {
  const email = `${name.toLowerCase()}-${++added}@${admin.tenantSlug}.test`;
  const { person } = await addPerson(
    await by(admin, "add_person", `${email}:${role}`),
    { name, email, role },
    gateway,
  );
  return { ...admin, userId: person.id, name, email, role };
}
const madeBy = (agent: AgentPrincipal, person: Person) =>
  owner`UPDATE agents SET key_makers = ARRAY[${person.userId}::bigint] WHERE id = ${agent.agentId}`;
const letPass = (hours: number) => owner`
  UPDATE memberships SET in_office_since = in_office_since - make_interval(hours => ${hours}),
    left_office_at = left_office_at - make_interval(hours => ${hours}),
    recovered_at = recovered_at - make_interval(hours => ${hours})`;
const proposeL4 = async (agent: AgentPrincipal) => {
  const { proposal } = await world.propose(proposals.creditLimit(), agent);
  expect(proposal.risk_level).toBe(4);
  return proposal;
};
/** Two must approve what is L5. */
const twoAtL5 = (tenantId: number) =>
  putPolicyInForce(world, tenantId, (text) =>
    text.replace(
      "resource.impactCents > 10000000 && resource.approverCount >= 2",
      "resource.approverCount >= 2",
    ),
  );
const proposeL5 = async (agent: AgentPrincipal) => {
  const { proposal } = await world.propose(proposals.creditRevoke(), agent);
  expect(proposal.risk_level).toBe(5);
  return proposal;
};
async function approveL5(person: Person, proposal: Awaited<ReturnType<typeof proposeL5>>) {
  return world.decide(person, proposal, { editToken: await mintEditToken(world, person, proposal) });
}

const demote = async (admin: Person, { userId }: Person) =>
  changeRole(await by(admin, "change_role", `${userId}:viewer`), { id: userId, role: "viewer" }, gateway);

describe("whoever made an agent's key is an author of what it proposes", () => {
  test("they do not approve it alone at L4 where somebody else could; at L3 they may", async () => {
    const { people, agent } = await company({ Adam: "admin", Ben: "approver" });
    await madeBy(agent, people.Adam!);
    const proposal = await proposeL4(agent);
    const message =
      "You made this agent's key, published its workflow, or set a secret of it: at this tier somebody else has to approve it.";
    await expectRefusal(world.decide(people.Adam!, proposal), { code: "own_proposal", message });
    expect(await world.decide(people.Ben!, proposal)).toMatchObject({ outcome: "claimed" });
    const { proposal: low } = await world.propose(proposals.arNote(), agent);
    expect(await world.decide(people.Adam!, low)).toMatchObject({ outcome: "claimed" });
  });
  test("a key that was rotated keeps its earlier makers as authors", async () => {
    const { people, agent } = await company({ Adam: "admin", Ben: "approver" });
    await madeBy(agent, people.Adam!);
    await expect(owner`UPDATE agents SET key_makers = '{}' WHERE id = ${agent.agentId}`).rejects.toThrow(
      "stay",
    );
  });
  test("where both approvers are authors, both must approve", async () => {
    const { people, agent } = await company({ Adam: "admin", Ben: "approver" });
    await owner`UPDATE agents SET key_makers = ARRAY[${people.Adam!.userId}, ${people.Ben!.userId}]::bigint[] WHERE id = ${agent.agentId}`;
    const proposal = await proposeL4(agent);
    expect(await world.decide(people.Adam!, proposal)).toMatchObject({
      outcome: "vote_recorded",
      approvals: 1,
      required_approvals: 2,
    });
    expect(await world.decide(people.Ben!, proposal)).toMatchObject({ outcome: "claimed" });
    await world.push((await world.pushOf(proposal.id)).id);
  });
  test("the only approver may approve what their own agent proposes", async () => {
    const { people, agent } = await company({ Adam: "admin", Vera: "viewer" });
    await madeBy(agent, people.Adam!);
    expect(await world.decide(people.Adam!, await proposeL4(agent))).toMatchObject({ outcome: "claimed" });
  });
});

describe("a voter counts after 24 hours in office", () => {
  test("a newcomer decides nothing at L4 until then, and below it at once", async () => {
    const { people, agent } = await company({ Adam: "admin", Ben: "approver" });
    const nia = await add(people.Adam!, "Nia", "approver");
    const proposal = await proposeL4(agent);
    await expectRefusal(world.decide(nia, proposal), "new_in_office");
    const { proposal: low } = await world.propose(proposals.arNote(), agent);
    expect(await world.decide(nia, low)).toMatchObject({ outcome: "claimed" });
    await letPass(25);
    expect(await world.decide(nia, proposal)).toMatchObject({ outcome: "claimed" });
  });
  test("raising and restoring begin the time anew", async () => {
    const { people, agent } = await company({ Adam: "admin", Ben: "approver", Vera: "viewer" });
    await changeRole(
      await by(people.Adam!, "change_role", `${people.Vera!.userId}:approver`),
      { id: people.Vera!.userId, role: "approver" },
      gateway,
    );
    await revokePerson(people.Adam!, people.Ben!.userId, gateway);
    await restorePerson(
      await by(people.Adam!, "restore_person", people.Ben!.userId),
      people.Ben!.userId,
      gateway,
    );
    const proposal = await proposeL4(agent);
    for (const person of [people.Vera!, people.Ben!])
      await expectRefusal(world.decide({ ...person, role: "approver" }, proposal), "new_in_office");
  });
});

describe("a sock puppet", () => {
  test("of the author approves nothing that the author's agent proposes, however long it waits", async () => {
    const { people, agent } = await company({ Adam: "admin", Ben: "approver" });
    await madeBy(agent, people.Adam!);
    const puppet = await add(people.Adam!, "Puppet", "approver");
    await letPass(24 * 30);
    const proposal = await proposeL4(agent);
    await expectRefusal(world.decide(puppet, proposal), "not_independent");
    expect(await world.decide(people.Ben!, proposal)).toMatchObject({ outcome: "claimed" });
  });
  test("does not make two of one where two must approve, in either order, nor do two of them", async () => {
    const { people, agent, tenantId } = await company({ Adam: "admin", Ben: "approver" });
    await twoAtL5(tenantId);
    const [one, two] = [
      await add(people.Adam!, "One", "approver"),
      await add(people.Adam!, "Two", "approver"),
    ];
    await letPass(24 * 30);
    for (const [first, second] of [
      [people.Adam!, one],
      [one, people.Adam!],
      [one, two],
    ] as const) {
      const proposal = await proposeL5(agent);
      expect(await approveL5(first, proposal)).toMatchObject({ outcome: "vote_recorded" });
      await expectRefusal(approveL5(second, proposal), "not_independent");
      expect(await approveL5(people.Ben!, proposal)).toMatchObject({ outcome: "claimed" });
    }
  });
  test("of a steward whom the administrator made is still the administrator's", async () => {
    const { people, agent } = await company({ Adam: "admin", Ben: "approver" });
    await madeBy(agent, people.Adam!);
    const steward = await add(people.Adam!, "Stew", "steward");
    const puppet = await add(steward, "Puppet", "approver");
    await confirmOpenRole(world, people.Adam!, puppet.userId);
    await letPass(24 * 30);
    await expectRefusal(world.decide(puppet, await proposeL4(agent)), "not_independent");
  });
});

describe("nobody else could", () => {
  test("looks back seven days: revoking the others does not let an author approve alone", async () => {
    const { people, agent } = await company({ Adam: "admin", Ben: "approver" });
    await madeBy(agent, people.Adam!);
    await revokePerson(people.Adam!, people.Ben!.userId, gateway);
    const proposal = await proposeL4(agent);
    await expectRefusal(world.decide(people.Adam!, proposal), "own_proposal");
    await letPass(24 * 8);
    expect(await world.decide(people.Adam!, proposal)).toMatchObject({ outcome: "claimed" });
  });
  test("the number of approvals is weighed again at the claim, after somebody came back", async () => {
    const { people, agent, tenantId } = await company({ Adam: "admin", Ben: "approver" });
    await twoAtL5(tenantId);
    await revokePerson(people.Adam!, people.Ben!.userId, gateway);
    await letPass(24 * 8);
    const proposal = await proposeL5(agent);
    expect(proposal.required_approvals).toBe(1);
    await restorePerson(
      await by(people.Adam!, "restore_person", people.Ben!.userId),
      people.Ben!.userId,
      gateway,
    );
    expect(await approveL5(people.Adam!, proposal)).toMatchObject({
      outcome: "vote_recorded",
      required_approvals: 2,
    });
  });
});

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
    await madeBy(agent, adam);
    expect(await world.decide(nia, await proposeL4(agent))).toMatchObject({ outcome: "claimed" });
  });
  test.each([
    ["revoked", (adam: Person, ben: Person) => revokePerson(adam, ben.userId, gateway)],
    ["made a viewer", (adam: Person, ben: Person) => demote(adam, ben)],
  ])("one who was %s goes on counting until the other confirms", async (_how, lower) => {
    const { people, agent } = await company({ Adam: "admin", Stew: "steward", Ben: "approver" });
    const [adam, ben] = [people.Adam!, people.Ben!];
    await madeBy(agent, adam);
    await lower(adam, ben);
    await letPass(24 * 30);
    const proposal = await proposeL4(agent);
    await expectRefusal(world.decide(adam, proposal), "own_proposal");
    const confirm = async (person: Person) =>
      confirmLeave(await by(person, "confirm_leave", ben.userId), ben.userId, gateway);
    await expectRefusal(confirm(adam), "nothing_to_confirm");
    await confirm(people.Stew!);
    expect(await world.decide(adam, proposal)).toMatchObject({ outcome: "claimed" });
  });
});

describe("whoever was given new credentials", () => {
  test("decides nothing at L4 for 24 hours, or until another administrator confirms", async () => {
    const { people, agent } = await company({ Adam: "admin", Bea: "admin", Ben: "approver" });
    const [adam, bea, ben] = [people.Adam!, people.Bea!, people.Ben!];
    const reset = async () =>
      resetSecondFactor(await by(adam, "reset_second_factor", ben.userId), ben.userId, gateway);
    await reset();
    const proposal = await proposeL4(agent);
    await expectRefusal(world.decide(ben, proposal), "recently_recovered");
    await expectRefusal(world.decide(ben, proposal, { decision: "reject" }), "recently_recovered");
    const { proposal: low } = await world.propose(proposals.arNote(), agent);
    expect(await world.decide(ben, low)).toMatchObject({ outcome: "claimed" });
    await expectRefusal(confirmOpenRecovery(world, adam, ben.userId), "nothing_to_confirm");
    await confirmOpenRecovery(world, bea, ben.userId);
    expect(await world.decide(ben, proposal)).toMatchObject({ outcome: "claimed" });
    await reset();
    await letPass(25);
    expect(await world.decide(ben, await proposeL4(agent))).toMatchObject({ outcome: "claimed" });
  });
  test("is no second voter beside the one who gave them, for seven days", async () => {
    const { people, agent, tenantId } = await company({ Adam: "admin", Ben: "approver", Cleo: "approver" });
    const [adam, ben] = [people.Adam!, people.Ben!];
    await twoAtL5(tenantId);
    await resetSecondFactor(await by(adam, "reset_second_factor", ben.userId), ben.userId, gateway);
    await letPass(25);
    const proposal = await proposeL5(agent);
    expect(await approveL5(adam, proposal)).toMatchObject({ outcome: "vote_recorded" });
    await expectRefusal(approveL5(ben, proposal), "not_independent");
    expect(await approveL5(people.Cleo!, proposal)).toMatchObject({ outcome: "claimed" });
  });
});

describe("whoever issued the link of somebody's first password", () => {
  const colleagues = { Adam: "admin", Bea: "admin", Cleo: "approver", Dora: "steward" } as const;
  /** Adam adds Nia, Bea confirms her role and issues the link by which Nia's first password is set. */
  async function withNewcomer() {
    const home = await company(colleagues);
    const { Adam: adam, Bea: bea } = home.people;
    await twoAtL5(home.tenantId);
    const nia = await add(adam!, "Nia", "approver");
    await confirmOpenRole(world, bea!, nia.userId);
    const { link } = await issuePasswordLink(
      await by(bea!, "issue_password_link", nia.userId),
      nia.userId,
      gateway,
    );
    const token = link.slice(link.indexOf("#") + 1);
    const redeem = () => redeemPasswordLink({ token, password: "three unrelated words" }, gateway);
    return { ...home, nia, redeem };
  }

  test("is no second voter beside them, in either order, however long ago that was", async () => {
    const { people, agent, nia, redeem } = await withNewcomer();
    await redeem();
    await letPass(24 * 30);
    for (const [first, second] of [
      [people.Bea!, nia],
      [nia, people.Bea!],
    ] as const) {
      const proposal = await proposeL5(agent);
      expect(await approveL5(first, proposal)).toMatchObject({ outcome: "vote_recorded" });
      await expectRefusal(approveL5(second, proposal), "not_independent");
      expect(await approveL5(people.Cleo!, proposal)).toMatchObject({ outcome: "claimed" });
    }
    const proposal = await proposeL5(agent);
    await approveL5(people.Adam!, proposal);
    expect(await approveL5(nia, proposal)).toMatchObject({ outcome: "claimed" });
  });
  test("is one again from the confirmation of another administrator on, and of no one else", async () => {
    const { people, agent, nia, redeem } = await withNewcomer();
    await redeem();
    await letPass(25);
    expect((await listPeople(people.Adam!, gateway)).find(({ id }) => id === nia.userId)).toMatchObject({
      recovery: { by: "Bea", until: null },
    });
    await expectRefusal(confirmOpenRecovery(world, people.Bea!, nia.userId), "nothing_to_confirm");
    await confirmOpenRecovery(world, people.Dora!, nia.userId);
    const proposal = await proposeL5(agent);
    await approveL5(people.Bea!, proposal);
    expect(await approveL5(nia, proposal)).toMatchObject({ outcome: "claimed" });
  });
  test("stays a second voter while nobody used the link", async () => {
    const { people, agent, nia } = await withNewcomer();
    await letPass(25);
    const proposal = await proposeL5(agent);
    await approveL5(people.Bea!, proposal);
    expect(await approveL5(nia, proposal)).toMatchObject({ outcome: "claimed" });
  });
});

describe("a second administrator's confirmation", () => {
  const reset = async (admin: Person, { userId }: Person) =>
    resetSecondFactor(await by(admin, "reset_second_factor", userId), userId, gateway);
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
      confirmLeave(await by(admin, "confirm_leave", ben.userId), ben.userId, gateway);
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
    await changeRole(
      await by(adam, "change_role", `${nia.userId}:admin`),
      { id: nia.userId, role: "admin" },
      gateway,
    );
    const confirmed = { id: nia.userId, role: shownRole.role, at: shownRole.at };
    const step = await by(bea, "confirm_role", `${nia.userId}:${shownRole.role}:${shownRole.at}`);
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
    const step = await by(bea, "confirm_recovery", `${ben.userId}:${until}`);
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
    const people = { Adam: "admin", Bea: "admin", Ben: "approver", Cleo: "approver" } as const;
    const { people: made, agent, tenantId } = await company(people);
    const [adam, bea, ben] = [made.Adam!, made.Bea!, made.Ben!];
    await twoAtL5(tenantId);
    await reset(adam, bea);
    await reset(bea, ben);
    await expectRefusal(confirm(adam, ben), "nothing_to_confirm");
    await letPass(25);
    const proposal = await proposeL5(agent);
    expect(await approveL5(adam, proposal)).toMatchObject({ outcome: "vote_recorded" });
    await expectRefusal(approveL5(ben, proposal), "not_independent");
    expect(await approveL5(made.Cleo!, proposal)).toMatchObject({ outcome: "claimed" });
  });
});

describe("an author in somebody's hands", () => {
  const { edit } = amendmentsOf(world);
  const editedBy = async (person: Person, agent: AgentPrincipal) => {
    const version = await edit(
      await proposeL4(agent),
      { changes: [{ field: "creditlimit", to: "62000" }] },
      person,
    );
    expect(version.risk_level).toBe(4);
    return { id: version.id, payload_hash: version.payload_hash };
  };

  test("makes whoever replaced their credentials an author too, for seven days", async () => {
    const { people, agent } = await company({ Adam: "admin", Bea: "admin", Ben: "approver" });
    const [adam, bea, ben] = [people.Adam!, people.Bea!, people.Ben!];
    await resetSecondFactor(await by(adam, "reset_second_factor", ben.userId), ben.userId, gateway);
    const version = await editedBy(ben, agent);
    const message = expect.stringContaining("You gave access or new credentials to somebody") as string;
    await expectRefusal(world.decide(adam, version), { code: "own_proposal", message });
    expect(await world.decide(bea, version)).toMatchObject({ outcome: "claimed" });
    await letPass(24 * 8);
    expect(await world.decide(adam, await editedBy(ben, agent))).toMatchObject({ outcome: "claimed" });
  });
  test("asks two of two for an approval, so that replaced credentials win nothing where nobody else could", async () => {
    const { people, agent } = await company({ Adam: "admin", Ben: "approver" });
    const [adam, ben] = [people.Adam!, people.Ben!];
    await resetSecondFactor(await by(adam, "reset_second_factor", ben.userId), ben.userId, gateway);
    const version = await editedBy(ben, agent);
    expect(await world.decide(adam, version)).toMatchObject({
      outcome: "vote_recorded",
      required_approvals: 2,
    });
  });
  test("is their maker's, who does not approve it where somebody else could", async () => {
    const { people, agent } = await company({ Adam: "admin", Ben: "approver" });
    const puppet = await add(people.Adam!, "Puppet", "approver");
    const version = await editedBy(puppet, agent);
    await expectRefusal(world.decide(people.Adam!, version), "not_independent");
    expect(await world.decide(people.Ben!, version)).toMatchObject({ outcome: "claimed" });
  });
});

test("a steward administers and decides nothing", async () => {
  const { people, agent } = await company({ Stew: "steward", Ben: "approver" });
  const proposal = await proposeL4(agent);
  await expectRefusal(world.decide(people.Stew!, proposal), "not_allowed");
  await expectRefusal(world.decide({ ...people.Stew!, role: "admin" }, proposal), "not_allowed");
  expect(await add(people.Stew!, "Nia", "approver")).toMatchObject({ role: "approver" });
  expect(await world.decide(people.Ben!, proposal)).toMatchObject({ outcome: "claimed" });
});
