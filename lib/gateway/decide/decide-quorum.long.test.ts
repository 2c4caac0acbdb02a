import { expect, test } from "vitest";
import type { AgentPrincipal, Person } from "@/lib/core/access/principal";
import { revokePerson } from "@/lib/gateway/access/people/person-changes";
import { listActions } from "@/lib/gateway/read/actions/list-actions";
import { mintEditToken, traceOf } from "@/lib/gateway/testing/decisions";
import { proposals } from "@/lib/gateway/testing/proposals";
import { expectRefusal, outcomeOf } from "@/lib/gateway/testing/race";
import { useWorld } from "@/lib/gateway/testing/use-world";

const world = await useWorld();
const { approver: ana, admin: adam, owner } = world;

/** Over $100,000 of credit, so two people must approve. */
async function proposeForTwo(by?: AgentPrincipal) {
  const { proposal } = await world.propose(proposals.bigCreditRevoke(), by);
  expect(proposal).toMatchObject({ risk_level: 5, required_approvals: 2 });
  return proposal;
}
type Proposal = Awaited<ReturnType<typeof proposeForTwo>>;

const approve = async (person: Person, proposal: Proposal) =>
  world.decide(person, proposal, { editToken: await mintEditToken(world, person, proposal) });

/** In the list and in the detail. */
async function shownApprovals(id: number) {
  const { items } = await listActions(world.approver, { status: "pending", limit: 100 }, world.gateway);
  return [items.find((one) => one.id === id)!, await world.read(id)].map(({ approvals }) => approvals);
}

test("the first of two approvals is a vote, the second one claims; only then is there a push", async () => {
  const proposal = await proposeForTwo();
  expect(await approve(ana, proposal)).toMatchObject({
    outcome: "vote_recorded",
    status: "pending",
    approvals: 1,
    required_approvals: 2,
    decided_at: null,
  });
  expect(await owner`SELECT 1 FROM ns_pending_pushes WHERE action_id = ${proposal.id}`).toHaveLength(0);
  expect(await approve(adam, proposal)).toMatchObject({
    outcome: "claimed",
    status: "approved",
    approvals: 2,
    decided_by: "Adam",
  });
  expect(await world.pushOf(proposal.id)).toMatchObject({ status: "queued" });
  expect(await world.eventsOf(proposal.id)).toEqual(["hitl.proposed", "hitl.vote_recorded", "hitl.approved"]);
});

test("one person cannot be both, and repeating a vote writes nothing and burns no token", async () => {
  const proposal = await proposeForTwo();
  await approve(ana, proposal);
  const editToken = await mintEditToken(world, ana, proposal);
  const before = await traceOf(world, proposal.id);
  expect(await world.decide(ana, proposal, { editToken })).toMatchObject({
    outcome: "already_decided",
    status: "pending",
    decision: "approve",
    approvals: 1,
  });
  expect(await traceOf(world, proposal.id)).toBe(before);
});

test("the first voter who repeats the vote after the claim repeats a decision of their own", async () => {
  const proposal = await proposeForTwo();
  await approve(ana, proposal);
  await approve(adam, proposal);
  expect(await approve(ana, proposal)).toMatchObject({ outcome: "already_decided", status: "approved" });
});

test("one rejection ends it, also of a person who had approved", async () => {
  const proposal = await proposeForTwo();
  await approve(ana, proposal);
  expect(await world.decide(ana, proposal, { decision: "reject" })).toMatchObject({
    outcome: "claimed",
    status: "rejected",
  });
  await expectRefusal(approve(adam, proposal), {
    code: "already_decided",
    members: { decision: "reject", decided_by: "Ana" },
  });
});

test("the person on whose behalf it was proposed may be one of the two", async () => {
  const own = await world.home.agent("anas-agent", ana.userId);
  const first = await proposeForTwo(own);
  expect(await approve(ana, first)).toMatchObject({ outcome: "vote_recorded" });
  expect(await approve(adam, first)).toMatchObject({ outcome: "claimed" });
  const last = await proposeForTwo(own);
  expect(await approve(adam, last)).toMatchObject({ outcome: "vote_recorded" });
  expect(await approve(ana, last)).toMatchObject({ outcome: "claimed" });
});

test("the vote of somebody who was revoked since does not count, and answers, list and detail say so", async () => {
  const eve = await world.home.person("Eve", "approver");
  const proposal = await proposeForTwo();
  expect(await approve(eve, proposal)).toMatchObject({ outcome: "vote_recorded", approvals: 1 });
  expect(await shownApprovals(proposal.id)).toEqual([1, 1]);
  await revokePerson(world.admin, eve.userId, world.gateway);
  expect(await shownApprovals(proposal.id)).toEqual([0, 0]);
  expect(await approve(ana, proposal)).toMatchObject({ outcome: "vote_recorded", approvals: 1 });
  expect(await owner`SELECT 1 FROM ns_pending_pushes WHERE action_id = ${proposal.id}`).toHaveLength(0);
  expect(await approve(ana, proposal)).toMatchObject({ outcome: "already_decided", approvals: 1 });
  expect(await approve(adam, proposal)).toMatchObject({ outcome: "claimed", approvals: 2 });
  expect(await world.pushOf(proposal.id)).toMatchObject({ status: "queued" });
});

test("nor does that of somebody who has become a viewer or whose account was disabled", async () => {
  const proposal = await proposeForTwo();
  const [vic, dan] = [await world.home.person("Vic", "approver"), await world.home.person("Dan", "approver")];
  await approve(vic, proposal);
  await owner`UPDATE memberships SET role = 'viewer' WHERE user_id = ${vic.userId}`;
  expect(await approve(dan, proposal)).toMatchObject({ outcome: "vote_recorded", approvals: 1 });
  await owner`UPDATE users SET disabled_at = clock_timestamp() WHERE id = ${dan.userId}`;
  expect(await approve(ana, proposal)).toMatchObject({ outcome: "vote_recorded", approvals: 1 });
  expect(await approve(adam, proposal)).toMatchObject({ outcome: "claimed", approvals: 2 });
});

test("the person on whose behalf it was proposed is not its only approver beside a vote that counts no more", async () => {
  const own = await world.home.agent("anas-other-agent", ana.userId);
  const edith = await world.home.person("Edith", "approver");
  const proposal = await proposeForTwo(own);
  await approve(edith, proposal);
  await revokePerson(world.admin, edith.userId, world.gateway);
  expect(await approve(ana, proposal)).toMatchObject({ outcome: "vote_recorded", approvals: 1 });
  expect(await approve(adam, proposal)).toMatchObject({ outcome: "claimed", approvals: 2 });
});

test("where only one person could approve, one suffices", async () => {
  const tenant = await world.addTenant();
  const solo = await tenant.person("Solo", "admin");
  const { proposal } = await world.propose(proposals.bigCreditRevoke(), await tenant.agent("agent"));
  expect(proposal.required_approvals).toBe(1);
  expect(await approve(solo, proposal)).toMatchObject({ outcome: "claimed" });
});

test("approvers racing for two places: one vote, one claim, one push, in 30 rounds", async () => {
  const people = [ana, adam];
  for (const name of ["Rita", "Rolf", "Ruth", "Ravi"]) people.push(await world.home.person(name, "approver"));
  for (let round = 0; round < 30; round += 1) {
    const proposal = await proposeForTwo();
    const racers = round % 2 === 0 ? people.slice(0, 2) : people;
    const outcomes = await Promise.all(racers.map((person) => outcomeOf(approve(person, proposal))));
    const answers = outcomes.flatMap(({ value }) => (value ? [value.outcome] : []));
    expect(answers.sort()).toEqual(["claimed", "vote_recorded"]);
    expect(
      outcomes.every(({ error }) => error === null || error.code === "already_decided"),
      "losers are told that it is decided",
    ).toBe(true);
    expect(await owner`SELECT 1 FROM ns_pending_pushes WHERE action_id = ${proposal.id}`).toHaveLength(1);
    expect(
      await owner`SELECT cardinality(approvers) AS n FROM proposed_actions WHERE id = ${proposal.id}`,
    ).toMatchObject([{ n: 2 }]);
  }
});
