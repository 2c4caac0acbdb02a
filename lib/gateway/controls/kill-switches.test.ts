import { afterEach, describe, expect, test } from "vitest";
import { insertStandingAuthorisation } from "@/db/seed/tenant";
import { SWITCH_SOURCES, type SwitchName, type SwitchSource } from "@/lib/core/kill-switch";
import { bulkDecide } from "@/lib/gateway/decide/bulk-decide";
import type { Gateway } from "@/lib/gateway/context";
import { decideAction } from "@/lib/gateway/decide/decide-action";
import { probePush } from "@/lib/gateway/deliver/settle/probe-push";
import { proposeAction } from "@/lib/gateway/propose/propose-action";
import { pushLine } from "@/lib/gateway/deliver/push-line";
import { readAction } from "@/lib/gateway/read/actions/read-actions";
import { readOverview } from "@/lib/gateway/read/state/read-overview";
import { setKillSwitch } from "./set-kill-switch";
import { proposals } from "@/lib/gateway/testing/proposals";
import { outcomeOf } from "@/lib/gateway/testing/race";
import { useWorld } from "@/lib/gateway/testing/use-world";
import { withdrawProposal } from "@/lib/gateway/amend/withdraw-proposal";
import { proposalSchema } from "@/lib/contract/proposal";

const world = await useWorld({ gateway: { holdSeconds: 0 } });
await insertStandingAuthorisation(world.owner, world.tenantId, {
  actionTypes: ["note_attachment"],
  perDayMax: 10_000,
  policyVersion: 1,
  signedByUserId: world.admin.userId,
  signedByLabel: world.admin.name,
  validDays: 1,
});

type Ability =
  | "propose"
  | "approve L2"
  | "approve L4"
  | "reject"
  | "approve in bulk"
  | "reject in bulk"
  | "auto-approve"
  | "send L2"
  | "send L4"
  | "probe"
  | "read"
  | "withdraw";

/** The abilities that each switch halts. Every other ability goes on. */
const halts: Record<SwitchName, readonly Ability[]> = {
  ns_writes: ["send L2", "send L4"],
  proposed_apply: ["approve L2", "approve L4", "approve in bulk", "auto-approve", "send L2", "send L4"],
  high_risk_ops: ["approve L4", "send L4"],
};
const abilities: readonly Ability[] = [
  "propose",
  "approve L2",
  "approve L4",
  "reject",
  "approve in bulk",
  "reject in bulk",
  "auto-approve",
  "send L2",
  "send L4",
  "probe",
  "read",
  "withdraw",
];

/** Engages a switch at one of its three sources and returns a gateway under it. */
async function engage(name: SwitchName, source: SwitchSource): Promise<Gateway> {
  if (source === "environment") return { ...world.gateway, switchesFromEnvironment: [name] };
  if (source === "tenant")
    await setKillSwitch(world.admin, { name, engaged: true, reason: "test" }, world.gateway);
  else
    await world.owner`UPDATE kill_switches SET engaged = true, reason = 'test' WHERE tenant_id IS NULL AND name = ${name}`;
  return world.gateway;
}
afterEach(async () => {
  await world.owner`UPDATE kill_switches SET engaged = false WHERE engaged`;
  // The next cell starts with empty queues and the original record.
  const open = await world.owner<
    { id: number }[]
  >`SELECT id FROM ns_pending_pushes WHERE status = 'queued' ORDER BY id`;
  for (const { id } of open) await pushLine(world.tenantId, id, world.gateway);
  await world.account.edit("customer", "Coastal Pantry", { creditlimit: "60000" });
});

/** Prepares each ability while no switch is engaged, so that the switch meets it at its own step. */
async function prepare() {
  const pending = async (input: Record<string, unknown>) => (await world.propose(input)).proposal;
  const approved = async (input: Record<string, unknown>) => {
    const proposal = await pending(input);
    await world.decide(world.approver, proposal);
    return (await world.pushOf(proposal.id)).id;
  };
  // Each push has its own record, because pushes on one record wait for one another.
  const unknown = await approved(proposals.arNote({ entity_ref: "Riverbend Foods" }));
  await world.account.fault("drop_after_commit");
  await world.account.fault("drop_before_execution", { op: "probe" });
  await pushLine(world.tenantId, unknown, world.gateway);
  return {
    forApproval2: await pending(proposals.arNote()),
    forApproval4: await pending(proposals.creditLimit()),
    forRejection: await pending(proposals.creditLimit(62_000)),
    forBulk: await pending(proposals.arNote()),
    forBulkRejection: await pending(proposals.arNote()),
    forWithdrawal: await pending(proposals.arNote()),
    queued2: await approved(proposals.arNote({ entity_ref: "Harbor Light Hotels" })),
    queued4: await approved(proposals.creditLimit()),
    unknown,
  };
}

/** Each ability's outcome when it works. Any other outcome is a halt. */
async function attemptAll(
  ready: Awaited<ReturnType<typeof prepare>>,
  gateway: Gateway,
): Promise<Map<Ability, string>> {
  const outcomes = new Map<Ability, string>();
  const decide = async (proposal: { id: number; payload_hash: string }, decision: "approve" | "reject") => {
    const command = { comment: null, confirmed: true, editToken: null, channel: "api" } as const;
    const { value, error } = await outcomeOf(
      decideAction(
        world.approver,
        { actionId: proposal.id, payloadHash: proposal.payload_hash, decision, ...command },
        gateway,
      ),
    );
    return error?.code ?? value!.outcome;
  };
  const bulk = async (proposal: { id: number; payload_hash: string }, decision: "approve" | "reject") => {
    const items = [{ id: proposal.id, payload_hash: proposal.payload_hash }];
    return (await bulkDecide(world.approver, { decision, items }, gateway)).results[0]!.outcome;
  };
  const propose = async (input: Record<string, unknown>) => {
    const command = { idempotencyKey: null, correlationId: "test", traceId: null };
    return (await proposeAction(world.agent, { input: proposalSchema.parse(input), ...command }, gateway))
      .proposal.status;
  };
  outcomes.set("propose", await propose(proposals.arNote()));
  outcomes.set("auto-approve", await propose(proposals.noteAttachment()));
  outcomes.set("approve L2", await decide(ready.forApproval2, "approve"));
  outcomes.set("approve L4", await decide(ready.forApproval4, "approve"));
  outcomes.set("reject", await decide(ready.forRejection, "reject"));
  outcomes.set("approve in bulk", await bulk(ready.forBulk, "approve"));
  outcomes.set("reject in bulk", await bulk(ready.forBulkRejection, "reject"));
  outcomes.set("probe", (await probePush(world.tenantId, ready.unknown, gateway)).outcome);
  outcomes.set(
    "read",
    (await readAction(world.viewer, ready.forApproval4.id, gateway)).payload_hash.length === 64 ? "read" : "",
  );
  outcomes.set("withdraw", (await withdrawProposal(world.agent, ready.forWithdrawal.id, gateway)).status);
  outcomes.set("send L2", (await pushLine(world.tenantId, ready.queued2, gateway)).outcome);
  outcomes.set("send L4", (await pushLine(world.tenantId, ready.queued4, gateway)).outcome);
  return outcomes;
}

const works: Record<Ability, string> = {
  propose: "pending",
  "approve L2": "claimed",
  "approve L4": "claimed",
  reject: "claimed",
  "approve in bulk": "claimed",
  "reject in bulk": "claimed",
  "auto-approve": "approved",
  "send L2": "applied",
  "send L4": "applied",
  probe: "applied",
  read: "read",
  withdraw: "cancelled",
};
const halted: Partial<Record<Ability, string>> = {
  "approve L2": "blocked",
  "approve L4": "blocked",
  "approve in bulk": "blocked",
  "auto-approve": "pending",
  "send L2": "halted",
  "send L4": "halted",
};

describe.each(["ns_writes", "proposed_apply", "high_risk_ops"] as const)("%s", (name) => {
  test.each(SWITCH_SOURCES)("engaged by its %s halts exactly its row of the matrix", async (source) => {
    const ready = await prepare();
    const gateway = await engage(name, source);
    const outcomes = await attemptAll(ready, gateway);
    const expected = new Map(
      abilities.map((ability) => [ability, halts[name].includes(ability) ? halted[ability] : works[ability]]),
    );
    expect(Object.fromEntries(outcomes)).toEqual(Object.fromEntries(expected));

    // A waiting push spends no attempt and holds no lease.
    for (const [ability, id] of [
      ["send L2", ready.queued2],
      ["send L4", ready.queued4],
    ] as const) {
      if (!halts[name].includes(ability)) continue;
      const [push] =
        await world.owner`SELECT status, attempts, lease_attempt FROM ns_pending_pushes WHERE id = ${id}`;
      expect(push).toEqual({ status: "queued", attempts: 0, lease_attempt: 0 });
    }
    const view = (await readOverview(world.viewer, gateway)).switches.find((entry) => entry.name === name);
    expect(view).toMatchObject({ engaged: true, source, releasable: source === "tenant" });
  });
});

test("with no switch engaged nothing is halted", async () => {
  const outcomes = await attemptAll(await prepare(), world.gateway);
  expect(Object.fromEntries(outcomes)).toEqual(works);
});
