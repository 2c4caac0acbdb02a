import { afterEach, describe, expect, test } from "vitest";
import { SWITCH_NAMES, SWITCH_SOURCES, type SwitchName, type SwitchSource } from "@/lib/core/kill-switch";
import { bulkDecide } from "@/lib/gateway/decide/bulk-decide";
import type { Gateway } from "@/lib/gateway/context";
import { pushLine } from "@/lib/gateway/deliver/push-line";
import { probePush } from "@/lib/gateway/deliver/settle/probe-push";
import { readOverview } from "@/lib/gateway/read/state/read-overview";
import { flipSwitch } from "@/lib/gateway/testing/flip-switch";
import { mintEditToken, signForNotes } from "@/lib/gateway/testing/decisions";
import { approve } from "@/lib/gateway/testing/deliver";
import { proposals } from "@/lib/gateway/testing/proposals";
import { expectRefusal, outcomeOf } from "@/lib/gateway/testing/race";
import { releaseEverySwitch } from "@/lib/gateway/testing/release-every-switch";
import { useWorld } from "@/lib/gateway/testing/use-world";
import { withdrawProposal } from "@/lib/gateway/amend/withdraw-proposal";
import type { ProposalView } from "@/lib/contract/actions/proposal";
import type { Decision } from "@/lib/core/action/proposed-action";

const world = await useWorld({ gateway: { holdSeconds: 0 } });
const { owner, account, admin, approver, tenantId } = world;
// The same proposals again and again: their totals would lift the tiers that the switches are asked about.
await owner`UPDATE risk_tier_rules SET at_least = 100000000000 WHERE measure LIKE 'cumulative%'`;
await signForNotes(world, admin);

/** Customers whose credit is revoked, with the limit that each has. */
const limits = { "Two Rivers Commissary": 70_000, "Sunmeadow Schools": 40_000 };
const revoke = (customer: keyof typeof limits) =>
  proposals.creditRevoke({
    entity_ref: customer,
    changes: [{ field: "creditlimit", from: limits[customer], to: 0 }],
  });

/** Each ability's outcome when it works. Any other outcome is a halt. */
const works = {
  propose: "pending",
  "approve L2": "claimed",
  "approve L3": "claimed",
  "approve L4": "claimed",
  "approve L5": "claimed",
  reject: "claimed",
  "approve in bulk": "claimed",
  "reject in bulk": "claimed",
  "auto-approve": "approved",
  "send L2": "applied",
  "send L3": "applied",
  "send L4": "applied",
  "send L5": "applied",
  probe: "applied",
  read: "read",
  withdraw: "cancelled",
};
type Ability = keyof typeof works;
const approvals = ["approve L2", "approve L3", "approve L4", "approve L5"] as const;
const sendings = ["send L2", "send L3", "send L4", "send L5"] as const;
const halted: Partial<Record<Ability, string>> = {
  ...Object.fromEntries(approvals.map((ability) => [ability, "blocked"])),
  ...Object.fromEntries(sendings.map((ability) => [ability, "halted"])),
  "approve in bulk": "blocked",
  "auto-approve": "pending",
};

/** The abilities that each switch halts. Every other ability goes on. */
const halts: Record<SwitchName, readonly Ability[]> = {
  ns_writes: sendings,
  proposed_apply: [...approvals, "approve in bulk", "auto-approve", ...sendings],
  high_risk_ops: ["approve L4", "approve L5", "send L4", "send L5"],
};
/** Engages a switch at one of its three sources and returns a gateway under it. */
async function engage(name: SwitchName, source: SwitchSource): Promise<Gateway> {
  if (source === "environment") return { ...world.gateway, switchesFromEnvironment: [name] };
  if (source === "tenant")
    await flipSwitch(world.owner, admin, { name, engaged: true, reason: "test" }, world.gateway);
  else
    await owner`UPDATE kill_switches SET engaged = true, reason = 'test' WHERE tenant_id IS NULL AND name = ${name}`;
  return world.gateway;
}
afterEach(async () => {
  await releaseEverySwitch(owner);
  // The next cell starts with empty queues and the original record.
  const open = await owner<
    { id: number }[]
  >`SELECT id FROM ns_pending_pushes WHERE status = 'queued' ORDER BY id`;
  for (const { id } of open) await world.push(id);
  await account.edit("customer", "Coastal Pantry", { creditlimit: "60000" });
  for (const [customer, creditlimit] of Object.entries(limits))
    await account.edit("customer", customer, { creditlimit });
});

/** Prepares each ability while no switch is engaged, so that the switch meets it at its own step. */
async function prepare() {
  const pending = async (input: Record<string, unknown>) => (await world.propose(input)).proposal;
  const approved = async (input: Record<string, unknown>) => {
    const proposal = await pending(input);
    await approve(world, proposal);
    return (await world.pushOf(proposal.id)).id;
  };
  // Each push has its own record, because pushes on one record wait for one another.
  const unknown = await approved(proposals.arNote({ entity_ref: "Riverbend Foods" }));
  await account.fault("drop_after_commit");
  await account.fault("drop_before_execution", { op: "probe" });
  await world.push(unknown);
  const ready = {
    forApproval2: await pending(proposals.arNote()),
    forApproval3: await pending(proposals.adjustment("1")),
    forApproval4: await pending(proposals.creditLimit()),
    forApproval5: await pending(revoke("Sunmeadow Schools")),
    forRejection: await pending(proposals.creditLimit(62_000)),
    forBulk: await pending(proposals.arNote()),
    forBulkRejection: await pending(proposals.arNote()),
    forWithdrawal: await pending(proposals.arNote()),
    queued2: await approved(proposals.arNote({ entity_ref: "Harbor Light Hotels" })),
    queued3: await approved(proposals.adjustment("1")),
    queued4: await approved(proposals.creditLimit()),
    queued5: await approved(revoke("Two Rivers Commissary")),
    unknown,
  };
  const { forApproval2, forApproval3, forApproval4, forApproval5 } = ready;
  const tiers = [forApproval2, forApproval3, forApproval4, forApproval5].map((one) => one.risk_level);
  expect(tiers).toEqual([2, 3, 4, 5]);
  return ready;
}

async function attemptAll(
  ready: Awaited<ReturnType<typeof prepare>>,
  gateway: Gateway,
): Promise<Record<Ability, string>> {
  type Shown = Pick<ProposalView, "id" | "payload_hash">;
  const decide = async (proposal: Shown, decision: Decision) => {
    const editToken = decision === "approve" ? await mintEditToken(world, approver, proposal) : null;
    const { value, error } = await outcomeOf(
      world.decide(approver, proposal, { decision, editToken }, gateway),
    );
    return error?.code ?? value!.outcome;
  };
  const bulk = async ({ id, payload_hash }: Shown, decision: Decision) => {
    const items = [{ id, payload_hash }];
    return (await bulkDecide(approver, { decision, items }, gateway)).results[0]!.outcome;
  };
  const propose = async (input: Record<string, unknown>) =>
    (await world.propose(input, world.agent, null, gateway)).proposal.status;
  return {
    propose: await propose(proposals.arNote()),
    "auto-approve": await propose(proposals.noteAttachment()),
    "approve L2": await decide(ready.forApproval2, "approve"),
    "approve L3": await decide(ready.forApproval3, "approve"),
    "approve L4": await decide(ready.forApproval4, "approve"),
    "approve L5": await decide(ready.forApproval5, "approve"),
    reject: await decide(ready.forRejection, "reject"),
    "approve in bulk": await bulk(ready.forBulk, "approve"),
    "reject in bulk": await bulk(ready.forBulkRejection, "reject"),
    probe: (await probePush(tenantId, ready.unknown, gateway)).outcome,
    read: (await world.read(ready.forApproval4.id)).payload_hash.length === 64 ? "read" : "",
    withdraw: (await withdrawProposal(world.agent, ready.forWithdrawal.id, gateway)).status,
    "send L2": (await world.push(ready.queued2, gateway)).outcome,
    "send L3": (await world.push(ready.queued3, gateway)).outcome,
    "send L4": (await world.push(ready.queued4, gateway)).outcome,
    "send L5": (await world.push(ready.queued5, gateway)).outcome,
  };
}

describe.each(SWITCH_NAMES)("%s", (name) => {
  test.each(SWITCH_SOURCES)("engaged by its %s halts exactly its row of the matrix", async (source) => {
    const ready = await prepare();
    const gateway = await engage(name, source);
    const outcomes = await attemptAll(ready, gateway);
    const expected = { ...works };
    for (const ability of halts[name]) expected[ability] = halted[ability]!;
    expect(outcomes).toEqual(expected);

    // A waiting push spends no attempt and holds no lease.
    for (const [ability, id] of [
      ["send L2", ready.queued2],
      ["send L3", ready.queued3],
      ["send L4", ready.queued4],
      ["send L5", ready.queued5],
    ] as const) {
      if (!halts[name].includes(ability)) continue;
      const [push] =
        await owner`SELECT status, attempts, lease_attempt FROM ns_pending_pushes WHERE id = ${id}`;
      expect(push).toEqual({ status: "queued", attempts: 0, lease_attempt: 0 });
    }
    const view = (await readOverview(world.viewer, gateway)).switches.find((entry) => entry.name === name);
    expect(view).toMatchObject({ engaged: true, source, releasable: source === "tenant" });
  });
});

test("with no switch engaged nothing is halted", async () => {
  const outcomes = await attemptAll(await prepare(), world.gateway);
  expect(outcomes).toEqual(works);
});

test.each(SWITCH_NAMES)("%s of one company leaves another approving and sending", async (name) => {
  const other = await world.addTenant();
  const [boss, agent] = [await other.person("Otto", "approver"), await other.agent("other-agent")];
  await flipSwitch(world.owner, admin, { name, engaged: true, reason: "Incident 12" }, world.gateway);
  const input = proposals.creditLimit(90_500, {
    entity_ref: "Harbor Light Hotels",
    changes: [{ field: "creditlimit", to: 90_500 }],
  });
  const { proposal } = await world.propose(input, agent);
  expect(await world.decide(boss, proposal)).toMatchObject({ outcome: "claimed" });
  const { id } = await world.pushOf(proposal.id);
  expect(await pushLine(other.tenantId, id, world.gateway)).toEqual({ outcome: "applied" });
});

test("each change of a company's switch is an event of that company alone, with its author and reason", async () => {
  const other = await world.addTenant();
  const boss = await other.person("Olga", "admin");
  for (const [engaged, reason] of [
    [true, "Incident 12"],
    [true, "Once more"],
    [false, "It is over"],
  ] as const)
    await flipSwitch(world.owner, boss, { name: "ns_writes", engaged, reason }, world.gateway);
  const events = await owner`
    SELECT tenant_id, event_type, actor_label, body_text::jsonb #>> '{details,reason}' AS reason FROM events
    WHERE entity_type = 'kill_switch' AND actor_label = 'Olga' ORDER BY id`;
  const ofOther = { tenant_id: other.tenantId, actor_label: "Olga" };
  expect(events).toEqual([
    { ...ofOther, event_type: "kill_switch.engaged", reason: "Incident 12" },
    { ...ofOther, event_type: "kill_switch.released", reason: "It is over" },
  ]);
});

test("a release ends the stop that was seen, and not one that was engaged since for another reason", async () => {
  const other = await world.addTenant();
  const boss = await other.person("Odile", "admin");
  const flip = (engaged: boolean, reason: string, since?: string) =>
    flipSwitch(world.owner, boss, { name: "ns_writes", engaged, reason, since }, world.gateway);
  const nowOf = ({ switches }: Awaited<ReturnType<typeof flip>>) =>
    switches.find(({ name }) => name === "ns_writes")!;
  const { since: first } = nowOf(await flip(true, "Incident 12"));
  await flip(false, "It is over", first!);
  const { since: second } = nowOf(await flip(true, "Incident 13"));
  await expectRefusal(flip(false, "It is over", first!), "changed");
  expect(nowOf(await flip(true, "Still on"))).toMatchObject({ engaged: true, reason: "Incident 13" });
  expect(nowOf(await flip(false, "Over as well", second!))).toMatchObject({ engaged: false });
});
