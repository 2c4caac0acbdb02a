import { expect, test } from "vitest";
import { distributor } from "@countersign/netsuite-simulator/company";
import { hourOf } from "@/lib/core/action/held-back";
import type { AgentPrincipal } from "@/lib/core/access/principal";
import { pauseAgent, resumeAgent } from "@/lib/gateway/access/agents/pause-agent";
import { flushHeldBack } from "@/lib/gateway/controls/quotas/held-back";
import { changeProposalLimits, readProposalLimits } from "@/lib/gateway/controls/quotas/proposal-limits";
import { readHeldBack } from "@/lib/gateway/read/state/read-held-back";
import { readProposal } from "@/lib/gateway/read/proposals/read-proposal";
import { withdrawProposal } from "@/lib/gateway/amend/withdraw-proposal";
import { findMedianDecision } from "@/db/queries/actions/waiting";
import { inTenant } from "@/db/client";
import { amendmentsOf } from "@/lib/gateway/testing/amendments";
import { proposals } from "@/lib/gateway/testing/proposals";
import {
  expectRefusal,
  outcomeOf,
  pastEveryGuard,
  refusalOf,
  untilWaiting,
} from "@/lib/gateway/testing/race";
import { steppedUp } from "@/lib/gateway/testing/step-up";
import { useWorld } from "@/lib/gateway/testing/use-world";

const world = await useWorld();
const { gateway, owner, admin, approver, viewer } = world;

const noteFor = (customer: string) => proposals.arNote({ entity_ref: customer });
const waitingOf = async (agent: AgentPrincipal) => {
  const [row] = await owner<{ count: number }[]>`
    SELECT count(*)::int AS count FROM proposed_actions
    WHERE agent_id = ${agent.agentId} AND status = 'pending'`;
  return row!.count;
};
/** L4, of a customer each: one agent asks for one limit of a customer at a time. */
const raisedLimit = ({ name, creditLimitCents }: (typeof distributor.customers)[number]) => {
  const limit = creditLimitCents / 100;
  const changes = [{ field: "creditlimit", from: limit, to: limit + 1_000 }];
  return proposals.creditLimit(limit + 1_000, { entity_ref: name, changes });
};
let companies = 0;
const addCompany = async () => {
  const company = await world.addTenant();
  companies += 1;
  return { ...company, admin: await company.person(`Boss ${companies}`, "admin") };
};
const lower = { reason: "A test" };

test("limits as shipped hold for a company that never set any; everybody reads them, and administrators alone change them", async () => {
  const shipped = { per_minute_max: null, pending_max: 10_000, high_max: 1_000, agent_high_max: 200 };
  const { viewer: reader, boss } = await addCompany().then(async (one) => ({
    viewer: await one.person("Vic", "viewer"),
    boss: one.admin,
  }));
  expect(await readProposalLimits(reader, gateway)).toMatchObject({
    ...shipped,
    record_max: 100,
    record_high_max: 50,
    changed_by: null,
  });
  await expectRefusal(changeProposalLimits(reader, { ...lower, record_max: 3 }, gateway), "not_allowed");
  expect(await changeProposalLimits(boss, { ...lower, record_max: 60 }, gateway)).toMatchObject({
    ...shipped,
    record_max: 60,
    record_high_max: 50,
    changed_by: boss.name,
    reason: "A test",
  });
});

test("a higher limit of the company needs a step-up for that very limit, a lower one none, and each is an event", async () => {
  const { admin: boss, tenantId } = await addCompany();
  await changeProposalLimits(boss, { ...lower, high_max: 40, pending_max: 50 }, gateway);
  await expectRefusal(changeProposalLimits(boss, { ...lower, high_max: 45 }, gateway), "session_required");
  const other = await steppedUp(owner, boss, "change_proposal_limits", "44 waiting at L4 and L5");
  await expectRefusal(changeProposalLimits(other, { ...lower, high_max: 45 }, gateway), "step_up_invalid");
  const stepped = await steppedUp(owner, boss, "change_proposal_limits", "45 waiting at L4 and L5");
  expect(await changeProposalLimits(stepped, { ...lower, high_max: 45 }, gateway)).toMatchObject({
    high_max: 45,
  });
  const events = await owner`
    SELECT event_type FROM events WHERE tenant_id = ${tenantId} AND entity_type = 'proposal_limits'`;
  expect(events.map(({ event_type: type }) => type as string)).toEqual([
    "proposal_limits.changed",
    "proposal_limits.changed",
  ]);
});

test("limits that do not go together are refused by their names", async () => {
  const { admin: boss } = await addCompany();
  expect(
    await refusalOf(changeProposalLimits(boss, { ...lower, pending_max: 10, record_max: 10 }, gateway)),
  ).toMatchObject({
    code: "validation_failed",
    issues: [{ path: "high_max" }, { path: "record_high_max" }],
  });
  expect(
    await refusalOf(changeProposalLimits(boss, { ...lower, per_minute_max: 100_000_000 }, gateway)),
  ).toMatchObject({ issues: [{ path: "per_minute_max" }] });
});

test("a company's own proposals a minute are fewer than the installation's from the next proposal on", async () => {
  const { admin: boss, ...company } = await addCompany();
  const agent = await company.agent("steady");
  await changeProposalLimits(boss, { ...lower, per_minute_max: 2 }, gateway);
  await world.propose(noteFor("Coastal Pantry"), agent);
  await world.propose(noteFor("Coastal Pantry"), agent);
  expect(await refusalOf(world.propose(noteFor("Coastal Pantry"), agent))).toMatchObject({
    code: "rate_limited",
    members: { "violated-policies": ["tenant"] },
  });
});

test("16 proposals at once pass neither what an agent may have waiting nor its part at L4 and L5", async () => {
  const { admin: boss, ...company } = await addCompany();
  const few = { ...(await company.agent("few")), pendingMax: 3 };
  const high = await company.agent("high");
  await changeProposalLimits(boss, { ...lower, agent_high_max: 2 }, gateway);
  const sixteen = async (agent: AgentPrincipal, input: (index: number) => Record<string, unknown>) =>
    Promise.all(Array.from({ length: 16 }, (_, index) => outcomeOf(world.propose(input(index), agent))));
  const ofFew = await sixteen(few, () => noteFor("Coastal Pantry"));
  expect([ofFew.filter(({ value }) => value?.created).length, await waitingOf(few)]).toEqual([3, 3]);
  const ofHigh = await sixteen(high, (index) => raisedLimit(distributor.customers[index]!));
  expect([ofHigh.filter(({ value }) => value?.created).length, await waitingOf(high)]).toEqual([2, 2]);
  const refusal = ofHigh.find(({ error }) => error)!.error!;
  expect(refusal).toMatchObject({
    code: "too_many_pending",
    retryAfterSeconds: 60,
    members: { "violated-policies": ["agent-pending-high"] },
  });
  expect(refusal.headers.ratelimit).toMatch(
    /^"agent";r=\d+;t=\d+, "tenant";r=\d+;t=\d+, "agent-pending-high";r=0;t=60$/,
  );
  expect(refusal.headers["ratelimit-policy"]).toContain('"agent-pending-high";q=2');
  // Below L4 there is still room.
  await world.propose(noteFor("Coastal Pantry"), high);
});

test("a record has its own quota, over all agents, and another record is not held back by it", async () => {
  const { admin: boss, ...company } = await addCompany();
  const [one, two] = [await company.agent("one"), await company.agent("two")];
  await changeProposalLimits(boss, { ...lower, record_max: 2, record_high_max: 1 }, gateway);
  await world.propose(noteFor("Coastal Pantry"), one);
  const { proposal } = await world.propose(proposals.creditLimit(), two);
  await expectRefusal(world.propose(noteFor("Coastal Pantry"), two), {
    code: "too_many_pending",
    members: { "violated-policies": ["record-pending"] },
  });
  await world.propose(noteFor("Halvorsen Markets"), two);
  await withdrawProposal(two, proposal.id, gateway);
  await world.propose(proposals.creditLimit(), two);
  expect(await waitingOf(one)).toBe(1);
});

test("where people have fallen behind, an agent is told so, with how long to wait; people's own versions are not held back", async () => {
  const { admin: boss, ...company } = await addCompany();
  const agent = await company.agent("eager");
  await changeProposalLimits(
    boss,
    { ...lower, pending_max: 3, high_max: 1, record_max: 3, record_high_max: 3 },
    gateway,
  );
  await world.propose(proposals.creditLimit(), agent);
  expect(await refusalOf(world.propose(proposals.creditLimit(62_000), agent))).toMatchObject({
    code: "approvers_behind",
    status: 429,
    retryAfterSeconds: 900,
    members: { pending: 1, median_decision_seconds: null, "violated-policies": ["tenant-pending-high"] },
  });
  const note = await world.propose(noteFor("Halvorsen Markets"), agent);
  await world.propose(noteFor("Halvorsen Markets"), agent);
  expect(await refusalOf(world.propose(noteFor("Halvorsen Markets"), agent))).toMatchObject({
    code: "approvers_behind",
    members: { pending: 3, "violated-policies": ["tenant-pending"] },
  });
  const edited = await amendmentsOf(world).edit(
    note.proposal,
    { changes: [{ field: "note", to: "A person's own words" }] },
    await company.person("Eda", "approver"),
  );
  expect(edited).toMatchObject({ id: expect.any(Number) });
});

test("a quota of the company is passed at most by the proposals that are stored at the same moment", async () => {
  const { admin: boss, ...company } = await addCompany();
  await changeProposalLimits(
    boss,
    { ...lower, pending_max: 4, high_max: 4, record_max: 100, record_high_max: 4 },
    gateway,
  );
  const agents = await Promise.all(Array.from({ length: 16 }, (_, n) => company.agent(`crowd-${n}`)));
  const made = await Promise.all(
    agents.map((agent) => outcomeOf(world.propose(noteFor("Coastal Pantry"), agent))),
  );
  const stored = made.filter(({ value }) => value?.created).length;
  expect(stored).toBeGreaterThanOrEqual(4);
  expect(made.every(({ error }) => error === null || error.code === "approvers_behind")).toBe(true);
  // Once those have been stored, nobody passes any more.
  for (const agent of agents)
    await expectRefusal(world.propose(noteFor("Coastal Pantry"), agent), "approvers_behind");
  const [row] = await owner<{ count: number }[]>`
    SELECT count(*)::int AS count FROM proposed_actions WHERE tenant_id = ${company.tenantId}`;
  expect(row!.count).toBe(stored);
});

test("a paused agent proposes nothing, not even what is on its way; it reads and withdraws, and is resumed by a step-up alone", async () => {
  const agent = await world.home.agent("paused-one");
  const { proposal } = await world.propose(proposals.arNote(), agent);
  // The row of the agent is held as a pause holds it, while a proposal is on its way to it.
  const { late } = await owner.begin(async (tx) => {
    await tx`SELECT 1 FROM agents WHERE id = ${agent.agentId} FOR UPDATE`;
    const onItsWay = outcomeOf(world.propose(proposals.arNote(), agent));
    await untilWaiting(world.superuser, 1);
    await tx`UPDATE agents SET paused_at = clock_timestamp() WHERE id = ${agent.agentId}`;
    return { late: { outcome: onItsWay } };
  });
  expect((await late.outcome).error).toMatchObject({ code: "agent_paused", status: 403 });
  await owner`UPDATE agents SET paused_at = NULL WHERE id = ${agent.agentId}`;

  expect(await pauseAgent(admin, agent.agentId, gateway)).toMatchObject({
    status: "paused",
    pending: 1,
    last_change: { type: "agent.paused", by: "Adam" },
  });
  await expectRefusal(world.propose(proposals.arNote(), agent), "agent_paused");
  expect(await readProposal(agent, proposal.id, 0, undefined, gateway)).toMatchObject({ status: "pending" });
  expect(await withdrawProposal(agent, proposal.id, gateway)).toMatchObject({ status: "cancelled" });
  await expectRefusal(pauseAgent(approver, agent.agentId, gateway), "not_allowed");
  await expectRefusal(resumeAgent(admin, agent.agentId, gateway), "session_required");
  const stepped = await steppedUp(owner, admin, "resume_agent", agent.agentId);
  expect(await resumeAgent(stepped, agent.agentId, gateway)).toMatchObject({ status: "active" });
  expect((await world.propose(proposals.arNote(), agent)).created).toBe(true);
  const events = await owner`
    SELECT event_type FROM events WHERE entity_type = 'agent' AND entity_id = ${agent.agentId} ORDER BY seq`;
  expect(events.map(({ event_type: type }) => type as string)).toEqual([
    "agent.created",
    "agent.paused",
    "agent.resumed",
  ]);
});

test("what is held back is counted by agent, reason and hour, and shown to those who decide or administer", async () => {
  const { admin: boss, ...company } = await addCompany();
  const agent = { ...(await company.agent("noisy")), pendingMax: 1, proposalsPerMinuteMax: 4 };
  await world.propose(noteFor("Coastal Pantry"), agent);
  const refused = [];
  for (let n = 0; n < 6; n += 1)
    refused.push(await refusalOf(world.propose(noteFor("Coastal Pantry"), agent)));
  expect(refused.map(({ code }) => code)).toEqual([
    ...Array.from({ length: 3 }, () => "too_many_pending"),
    ...Array.from({ length: 3 }, () => "rate_limited"),
  ]);
  await flushHeldBack(gateway);
  const rows =
    await owner`SELECT reason, hour, count FROM held_back WHERE tenant_id = ${company.tenantId} ORDER BY reason`;
  expect(rows.map(({ reason, count }) => [reason, count])).toEqual([
    ["rate_limited", 3],
    ["too_many_pending", 3],
  ]);
  expect(hourOf(rows[0]!.hour as Date)).toEqual(rows[0]!.hour);
  const view = await readHeldBack(boss, gateway);
  expect(view.items).toMatchObject([
    { agent: { name: "noisy", status: "active" }, reason: expect.any(String), this_hour: 3, day: 3 },
    { agent: { name: "noisy" }, this_hour: 3, day: 3 },
  ]);
  expect(view.items.find(({ reason }) => reason === "too_many_pending")).toMatchObject({
    last_action_type: "ar_note",
    last_entity_ref: "Coastal Pantry",
  });
  expect(view.clusters).toMatchObject([{ agent_name: "noisy", action_type: "ar_note", waiting: 1 }]);
  await expectRefusal(readHeldBack(viewer, gateway), "not_allowed");
});

test("a view says how many stand before it in the inbox and how long people took, while it waits", async () => {
  const { admin: boss, ...company } = await addCompany();
  const agent = await company.agent("asker");
  const first = await world.propose(noteFor("Coastal Pantry"), agent);
  expect(first.proposal.queue).toEqual({ ahead: 0, median_decision_seconds: null });
  const second = await world.propose(noteFor("Coastal Pantry"), agent);
  expect(second.proposal.queue).toMatchObject({ ahead: 1 });
  // Another band does not count.
  expect((await world.propose(proposals.creditLimit(), agent)).proposal.queue).toMatchObject({ ahead: 0 });
  const urgent = await world.propose({ ...noteFor("Coastal Pantry"), expires_in_seconds: 600 }, agent);
  expect(urgent.proposal.queue).toMatchObject({ ahead: 0 });
  expect((await readProposal(agent, second.proposal.id, 0, undefined, gateway)).queue).toMatchObject({
    ahead: 2,
  });
  for (let n = 0; n < 5; n += 1) {
    const { proposal } = await world.propose(noteFor("Halvorsen Markets"), agent);
    await world.decide(boss, proposal, { decision: "reject" });
    expect((await readProposal(agent, proposal.id, 0, undefined, gateway)).queue).toBeNull();
  }
  await pastEveryGuard(
    world.superuser,
    (tx) => tx`
      UPDATE proposed_actions SET created_at = decided_at - interval '4 minutes'
      WHERE tenant_id = ${company.tenantId} AND decided_at IS NOT NULL`,
  );
  const medianOf = (tier: number) =>
    inTenant(gateway.database, company.tenantId, (tx) => findMedianDecision(tx, company.tenantId, tier));
  expect([await medianOf(2), await medianOf(5)]).toEqual([240, null]);
});
