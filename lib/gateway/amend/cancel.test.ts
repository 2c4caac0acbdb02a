import { afterEach, describe, expect, test, vi } from "vitest";
import { readOverview } from "@/lib/gateway/read/state/read-overview";
import { retryPush } from "@/lib/gateway/deliver/repair/replay-push";
import { letTimePass, proposeAndApprove, requestsOf, workThrough } from "@/lib/gateway/testing/deliver";
import { proposals } from "@/lib/gateway/testing/proposals";
import { expectRefusal, newGate } from "@/lib/gateway/testing/race";
import { useAmendments } from "@/lib/gateway/testing/use-world";
import { withdrawProposal } from "./withdraw-proposal";

const { world, verbs } = await useAmendments({
  changedByHand: ["dead_letter_without_event", "dead_letter_differs", "dead_letter_replay_differs"],
});
afterEach(async () => {
  vi.restoreAllMocks();
  await world.account.control("DELETE", "faults");
});

const note = async () => (await proposeAndApprove(world, proposals.arNote())).id;
const { commitsOf } = world;
const receiptOf = async (id: number) =>
  (await world.owner<{ status: string }[]>`SELECT status FROM action_receipts WHERE action_id = ${id}`)[0]
    ?.status;

describe("cancelling an approved write", () => {
  test("of which nothing was sent ends it and its push, and wakes the push that waits behind it", async () => {
    const first = await note();
    const behind = await note();
    expect(await verbs.cancel(first)).toMatchObject({
      id: first,
      status: "cancelled",
      ended_by: "Ana",
      pushes_cancelled: 1,
    });
    expect(await world.pushOf(first)).toMatchObject({ status: "cancelled" });
    expect(await world.eventsOf(first)).toEqual(["hitl.proposed", "hitl.approved", "hitl.cancelled"]);
    expect(await verbs.outboxOf(first)).toEqual(["hitl.proposed", "hitl.approved", "hitl.cancelled"]);
    expect((await world.read(first)).timeline.at(-1)!.text).toBe(
      "Cancelled after approval by Ana: “No longer agreed”",
    );
    expect(await verbs.push(first)).toEqual({ outcome: "settled_elsewhere" });
    expect(await commitsOf(first)).toHaveLength(0);
    const { id } = await world.pushOf(behind);
    expect(await requestsOf(world, id)).toContain(`push-${id}-round-1`);
    expect(await verbs.push(behind)).toEqual({ outcome: "applied" });
  });

  test("that NetSuite refused closes its dead letter", async () => {
    const id = await note();
    await world.account.fault("closed_period");
    expect(await verbs.push(id)).toEqual({ outcome: "dead" });
    const before = (await readOverview(world.viewer, world.gateway)).dead_letters;
    await verbs.cancel(id);
    expect((await readOverview(world.viewer, world.gateway)).dead_letters).toBe(before - 1);
    expect(await receiptOf(id)).toBe("failed");
    await expectRefusal(retryPush(world.admin, id, world.gateway), "not_replayable");
  });

  test("that a probe proved unwritten is possible again", async () => {
    const id = await note();
    await world.account.fault("drop_before_execution");
    expect(await verbs.push(id)).toMatchObject({ outcome: "unknown" });
    await expectRefusal(verbs.cancel(id), { code: "may_be_written", members: { delivery: "unknown" } });
    await letTimePass(world, id);
    expect(await verbs.push(id)).toMatchObject({ outcome: "requeued" });
    expect(await verbs.cancel(id)).toMatchObject({ status: "cancelled" });
    expect(await commitsOf(id)).toHaveLength(0);
  });

  test("goes on under every kill switch", async () => {
    const id = await note();
    await verbs.engageEverySwitch();
    expect(await verbs.cancel(id)).toMatchObject({ status: "cancelled" });
  });
});

describe("cancelling is refused", () => {
  test("where an earlier try may have been written, also after it was put back: retrying finds out", async () => {
    const id = await note();
    await world.account.fault("drop_after_commit");
    await world.account.fault("service_unavailable", { op: "probe", times: 20 });
    await verbs.push(id);
    const error = world.owner.json({ code: "PROBE_REFUSED", class: "terminal", message: "x" });
    await world.owner`UPDATE ns_pending_pushes SET status = 'dead', last_error_json = ${error} WHERE action_id = ${id}`;
    await world.owner`INSERT INTO ns_push_dlq_log (tenant_id, push_id, action_id, payload_json, error_json, attempts)
      SELECT tenant_id, id, action_id, payload_json, last_error_json, attempts FROM ns_pending_pushes WHERE action_id = ${id}`;
    expect(await receiptOf(id)).toBe("unknown");
    await expectRefusal(verbs.cancel(id), {
      code: "may_be_written",
      status: 409,
      members: { delivery: "maybe_written" },
      publicMessage: expect.stringContaining("Retry"),
    });
    await retryPush(world.admin, id, world.gateway);
    // Put back is not unsent.
    await expectRefusal(verbs.cancel(id), "may_be_written");
    await world.account.control("DELETE", "faults");
    await world.owner`UPDATE push_lanes SET state = 'open', code = NULL, halted_at = NULL, probe_at = NULL`;
    await workThrough(world, id);
    expect(await world.statusOf(id)).toBe("applied");
    expect(await commitsOf(id)).toHaveLength(1);
  });

  test("of an action that waits, is rejected, or was applied", async () => {
    const { proposal } = await world.propose(proposals.arNote());
    await expectRefusal(verbs.cancel(proposal.id), "not_cancellable");
    await world.decide(world.admin, proposal, { decision: "reject" });
    await expectRefusal(verbs.cancel(proposal.id), {
      code: "already_decided",
      members: { action_status: "rejected", decided_by: "Adam" },
    });
    const id = await note();
    await verbs.push(id);
    await expectRefusal(verbs.cancel(id), { code: "already_decided", members: { action_status: "applied" } });
  });

  test("to viewers", async () => {
    await expectRefusal(verbs.cancel(await note(), world.viewer), "not_allowed");
  });
});

describe("withdrawing by a person", () => {
  test("is for the person that the agent speaks for, and for the version's author", async () => {
    const agent = await world.home.agent("for-ana", world.approver.userId);
    const { proposal } = await world.propose(proposals.arNote(), agent);
    await expectRefusal(verbs.withdraw(proposal.id, world.admin), "not_allowed");
    expect(await verbs.withdraw(proposal.id)).toMatchObject({ status: "cancelled", ended_by: "Ana" });
    expect(await world.eventsOf(proposal.id)).toEqual(["hitl.proposed", "hitl.cancelled"]);

    const other = (await world.propose(proposals.arNote())).proposal;
    const edited = await verbs.edit(other, { changes: [{ field: "note", to: "Other words." }] }, world.admin);
    await expectRefusal(verbs.withdraw(edited.id), "not_allowed");
    expect(await verbs.withdraw(edited.id, world.admin)).toMatchObject({ status: "cancelled" });
    await expectRefusal(verbs.withdraw(edited.id, world.admin), {
      code: "not_withdrawable",
      members: { action_status: "cancelled", decided_by: "Adam" },
    });
  });
});

describe("withdrawing by an agent", () => {
  test("is of its own proposal, never of the version that a person wrote in its place", async () => {
    const { proposal } = await world.propose(proposals.arNote());
    const edited = await verbs.edit(
      proposal,
      { changes: [{ field: "note", to: "Other words." }] },
      world.admin,
    );
    await expectRefusal(withdrawProposal(world.agent, edited.id, world.gateway), {
      code: "not_allowed",
      status: 403,
    });
    expect(await verbs.rowOf(edited.id)).toMatchObject({ status: "pending", agent_id: world.agent.agentId });
    await expectRefusal(withdrawProposal(world.agent, proposal.id, world.gateway), {
      code: "not_withdrawable",
      members: { action_status: "superseded" },
    });
    await verbs.withdraw(edited.id, world.admin);
  });

  test("takes a turn behind the agent's other writes", async () => {
    const { proposal } = await world.propose(proposals.arNote());
    const [turn, begun, queued] = [newGate(), newGate(), newGate()];
    const order: string[] = [];
    const { agentTurns } = world.gateway;
    const other = agentTurns.take(world.agent, async () => {
      begun.open();
      await turn.opened;
      order.push("the other write ends");
    });
    await begun.opened;
    const take = agentTurns.take.bind(agentTurns);
    vi.spyOn(agentTurns, "take").mockImplementationOnce((agent, work) => {
      const taken = take(agent, () => {
        order.push("the withdrawal begins");
        return work();
      });
      queued.open();
      return taken;
    });
    const withdrawing = withdrawProposal(world.agent, proposal.id, world.gateway);
    await queued.opened;
    turn.open();
    await other;
    expect(await withdrawing).toMatchObject({ status: "cancelled" });
    expect(order).toEqual(["the other write ends", "the withdrawal begins"]);
  });
});
