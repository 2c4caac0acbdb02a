import { describe, expect, test } from "vitest";
import { restorePerson } from "@/lib/gateway/access/people/role-changes";
import { revokePerson } from "@/lib/gateway/access/people/person-changes";
import type { AgentPrincipal, Person } from "@/lib/core/access/principal";
import { amendmentsOf } from "@/lib/gateway/testing/amendments";
import { votersOf } from "@/lib/gateway/testing/people/voters";
import { confirmOpenRole } from "@/lib/gateway/testing/people/confirmations";
import { proposals } from "@/lib/gateway/testing/proposals";
import { expectRefusal } from "@/lib/gateway/testing/race";
import { useWorld } from "@/lib/gateway/testing/use-world";

/** One person is never two: who counts, beside whom, and since when. */

const world = await useWorld();
const { gateway, owner } = world;
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

describe("whoever made an agent's key is an author of what it proposes", () => {
  test("they do not approve it alone at L4 where somebody else could; at L3 they may", async () => {
    const { people, agent } = await company({ Adam: "admin", Ben: "approver" });
    await setKeyMakers(agent, people.Adam!);
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
    await setKeyMakers(agent, people.Adam!);
    await expect(owner`UPDATE agents SET key_makers = '{}' WHERE id = ${agent.agentId}`).rejects.toThrow(
      "stay",
    );
  });
  test("where both approvers are authors, both must approve", async () => {
    const { people, agent } = await company({ Adam: "admin", Ben: "approver" });
    await setKeyMakers(agent, people.Adam!, people.Ben!);
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
    await setKeyMakers(agent, people.Adam!);
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
    await setRole(people.Adam!, people.Vera!, "approver");
    await revokePerson(people.Adam!, people.Ben!.userId, gateway);
    await restorePerson(
      await steppedUpBy(people.Adam!, "restore_person", people.Ben!.userId),
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
    await setKeyMakers(agent, people.Adam!);
    const puppet = await add(people.Adam!, "Puppet", "approver");
    await letPass(24 * 30);
    const proposal = await proposeL4(agent);
    await expectRefusal(world.decide(puppet, proposal), "not_independent");
    expect(await world.decide(people.Ben!, proposal)).toMatchObject({ outcome: "claimed" });
  });
  test("does not make two of one where two must approve, in either order, nor do two of them", async () => {
    const { people, agent, tenantId } = await company({ Adam: "admin", Ben: "approver" });
    await askTwoAtL5(tenantId);
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
    await setKeyMakers(agent, people.Adam!);
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
    await setKeyMakers(agent, people.Adam!);
    await revokePerson(people.Adam!, people.Ben!.userId, gateway);
    const proposal = await proposeL4(agent);
    await expectRefusal(world.decide(people.Adam!, proposal), "own_proposal");
    await letPass(24 * 8);
    expect(await world.decide(people.Adam!, proposal)).toMatchObject({ outcome: "claimed" });
  });
  test("the number of approvals is weighed again at the claim, after somebody came back", async () => {
    const { people, agent, tenantId } = await company({ Adam: "admin", Ben: "approver" });
    await askTwoAtL5(tenantId);
    await revokePerson(people.Adam!, people.Ben!.userId, gateway);
    await letPass(24 * 8);
    const proposal = await proposeL5(agent);
    expect(proposal.required_approvals).toBe(1);
    await restorePerson(
      await steppedUpBy(people.Adam!, "restore_person", people.Ben!.userId),
      people.Ben!.userId,
      gateway,
    );
    expect(await approveL5(people.Adam!, proposal)).toMatchObject({
      outcome: "vote_recorded",
      required_approvals: 2,
    });
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
    await reset(adam, ben);
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
    await reset(adam, ben);
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
