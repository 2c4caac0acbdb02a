import { beforeEach, describe, expect, test } from "vitest";
import { mintEditToken } from "@/lib/gateway/testing/decisions";
import { requestsOf } from "@/lib/gateway/testing/deliver";
import { openGraceWorld } from "@/lib/gateway/testing/grace";
import { proposals } from "@/lib/gateway/testing/proposals";
import {
  expectRefusal,
  holdRow,
  newGate,
  outcomeOf,
  pastEveryGuard,
  untilWaiting,
} from "@/lib/gateway/testing/race";

const { world, verbs, grace, superuser } = await openGraceWorld();
const { approver, admin, viewer, owner, tenantId } = world;
beforeEach(grace.emptyQueue);

const note = async () => (await world.propose(proposals.arNote())).proposal;
const approved = async () => {
  const proposal = await note();
  await grace.approveOnPage(proposal);
  return proposal;
};
const rowOf = async (id: number) => (await verbs.rowOf(id)) as Record<string, unknown>;

describe("an approval that is taken back", () => {
  test("is cancelled with its push before anything is sent, and the identical proposal of the same agent waits, linked both ways", async () => {
    const proposal = await approved();
    const pushId = (await world.pushOf(proposal.id)).id;
    const version = await grace.takeBack(proposal.id);
    expect(version).toMatchObject({
      status: "pending",
      supersedes_id: proposal.id,
      payload_hash: proposal.payload_hash,
      risk_level: 2,
      own_approval: null,
    });
    expect(await rowOf(proposal.id)).toMatchObject({
      status: "cancelled",
      superseded_by_id: version.id,
      ended_by_label: "Ana",
    });
    expect(await world.pushOf(proposal.id)).toMatchObject({ status: "cancelled", lease_attempt: 0 });
    expect(await world.eventsOf(proposal.id)).toEqual([
      "hitl.proposed",
      "hitl.approved",
      "hitl.cancelled",
      "hitl.reproposed",
    ]);
    expect(await world.eventsOf(version.id)).toEqual(["hitl.proposed"]);
    expect(await verbs.outboxOf(version.id)).toEqual(["hitl.proposed"]);
    await grace.pass(8_000);
    expect(await world.push(pushId)).toEqual({ outcome: "settled_elsewhere" });
    expect(await world.commitsOf(proposal.id)).toEqual([]);
  });

  test("comes back with every column of the proposal, and the time that was left", async () => {
    const { proposal } = await world.propose(
      proposals.bidPrice("1.43", "1.42", {
        reason: "The grower's cost rose",
        evidence: [{ receipt: 7 }],
        conversation_ref: "thread-1",
        model: "m-1",
        prompt_template_version: "p-1",
        risk_level: 2,
        expires_in_seconds: 3_600,
      }),
    );
    await grace.pass(600_000);
    await grace.approveOnPage(proposal);
    const before = await rowOf(proposal.id);
    const after = await rowOf((await grace.takeBack(proposal.id)).id);
    const differ = Object.keys(after).filter(
      (column) => column !== "updated_at" && JSON.stringify(after[column]) !== JSON.stringify(before[column]),
    );
    const ofItsLife = ["id", "status", "supersedes_id", "created_at", "chain_head", "chain_seq"];
    const ofDecision = ["approvers", "claim_token", "decision", "decided_at", "decided_by_kind"];
    const ofPerson = ["decided_by_user_id", "decided_by_label", "grace_until"];
    expect(new Set(differ)).toEqual(new Set([...ofItsLife, ...ofDecision, ...ofPerson]));
    expect(after).toMatchObject({ author_user_id: null, expires_at: before.expires_at });
  });

  test("is decided again by the same person, and is written once", async () => {
    const proposal = await approved();
    const version = await grace.takeBack(proposal.id);
    await grace.approveOnPage(version);
    await grace.pass(8_000);
    expect(await world.push((await world.pushOf(version.id)).id)).toEqual({ outcome: "applied" });
    expect(await world.commitsOf(version.id)).toHaveLength(1);
    expect(await world.commitsOf(proposal.id)).toEqual([]);
  });

  test("lets the next write on its record go", async () => {
    const proposal = await approved();
    const behind = await note();
    await world.decide(admin, behind);
    const waiting = (await world.pushOf(behind.id)).id;
    expect(await world.push(waiting)).toMatchObject({ outcome: "waiting_its_turn" });
    await grace.takeBack(proposal.id);
    expect(await requestsOf(world, waiting)).toHaveLength(2);
    expect(await world.push(waiting)).toEqual({ outcome: "applied" });
  });

  test("has time to be decided again where the proposal was at its end", async () => {
    const { proposal } = await world.propose({ ...proposals.arNote(), expires_in_seconds: 300 });
    await grace.pass(298_000);
    await grace.approveOnPage(proposal);
    await grace.pass(3_000);
    const { expires_at } = await grace.takeBack(proposal.id);
    expect(Date.parse(expires_at) - grace.now().getTime()).toBe(60_000);
  });

  test("of a quorum is the last approver's to take back, whose claim it was", async () => {
    const { proposal } = await world.propose(proposals.arNote());
    await pastEveryGuard(
      superuser,
      (tx) => tx`UPDATE proposed_actions SET required_approvals = 2 WHERE id = ${proposal.id}`,
    );
    expect(await grace.approveOnPage(proposal)).toMatchObject({
      outcome: "vote_recorded",
      take_back_until: null,
    });
    await expectRefusal(grace.takeBack(proposal.id), "grace_over");
    expect(await grace.approveOnPage(proposal, admin)).toMatchObject({ outcome: "claimed" });
    await expectRefusal(grace.takeBack(proposal.id), { code: "not_allowed", status: 403 });
    expect(await grace.takeBack(proposal.id, admin)).toMatchObject({ supersedes_id: proposal.id });
  });
});

describe("a rejection that is taken back", () => {
  test("stays rejected, and the identical proposal waits in its place", async () => {
    const proposal = await note();
    await grace.rejectOnPage(proposal);
    const version = await grace.takeBack(proposal.id);
    expect(version).toMatchObject({ status: "pending", supersedes_id: proposal.id });
    expect(await rowOf(proposal.id)).toMatchObject({ status: "rejected", superseded_by_id: version.id });
    expect(await world.eventsOf(proposal.id)).toEqual(["hitl.proposed", "hitl.rejected", "hitl.reproposed"]);
    const { timeline } = await world.read(proposal.id);
    expect(timeline.at(-1)).toMatchObject({
      text: `Rejection taken back by Ana; proposed again as #${version.id}`,
      related_id: version.id,
    });
  });

  test("of an undo is refused once another undo has taken its place", async () => {
    const applied = await world
      .propose(proposals.bidPrice("1.45", "1.42"))
      .then(({ proposal }) => verbs.apply(proposal));
    const undo = await verbs.undo(applied.id);
    await grace.rejectOnPage(undo);
    const other = await verbs.undo(applied.id);
    await expectRefusal(grace.takeBack(undo.id), { code: "undo_exists", members: { undo_id: other.id } });
  });
});

describe("taking back is refused", () => {
  test("once the grace is over, whatever was decided", async () => {
    const proposal = await approved();
    const rejected = await note();
    await grace.rejectOnPage(rejected);
    await grace.pass(8_000);
    await expectRefusal(grace.takeBack(proposal.id), { code: "grace_over", status: 409 });
    await expectRefusal(grace.takeBack(rejected.id), "grace_over");
    expect(await world.statusOf(proposal.id)).toBe("approved");
  });

  test("to everybody but the person who decided it", async () => {
    const proposal = await approved();
    await expectRefusal(grace.takeBack(proposal.id, admin), { code: "not_allowed", status: 403 });
    await expectRefusal(grace.takeBack(proposal.id, viewer), { code: "not_allowed", status: 403 });
    expect(await world.statusOf(proposal.id)).toBe("approved");
  });

  test("a second time, with the proposal that took its place", async () => {
    const proposal = await approved();
    const { id } = await grace.takeBack(proposal.id);
    await expectRefusal(grace.takeBack(proposal.id), {
      code: "successor_exists",
      members: { successor_id: id },
    });
  });

  test("before a decision, after a decision by the API, and to another company", async () => {
    const proposal = await note();
    await expectRefusal(grace.takeBack(proposal.id), "grace_over");
    await world.decide(approver, proposal);
    await expectRefusal(grace.takeBack(proposal.id), "grace_over");
    const stranger = await (await world.addTenant()).person("Sol", "approver");
    await expectRefusal(grace.takeBack(proposal.id, stranger), { code: "not_found", status: 404 });
  });

  test("of an approval that was cancelled meanwhile", async () => {
    const proposal = await approved();
    await verbs.cancel(proposal.id, admin);
    await expectRefusal(grace.takeBack(proposal.id), "grace_over");
  });

  test("to a person whose role was taken away while they stood in line", async () => {
    const person = await world.home.person("Leaving", "approver");
    const proposal = await note();
    await grace.approveOnPage(proposal, person);
    const barrier = await holdRow(owner, "ns_pending_pushes", (await world.pushOf(proposal.id)).id);
    const taken = outcomeOf(grace.takeBack(proposal.id, person));
    await untilWaiting(superuser, 1);
    await owner`UPDATE memberships SET role = 'viewer' WHERE tenant_id = ${tenantId} AND user_id = ${person.userId}`;
    await barrier.release("commit");
    expect((await taken).error).toMatchObject({ code: "not_allowed" });
    expect(await world.statusOf(proposal.id)).toBe("approved");
    await owner`UPDATE memberships SET role = 'approver' WHERE tenant_id = ${tenantId} AND user_id = ${person.userId}`;
  });
});

describe("at the end of the grace exactly one wins", () => {
  test("a sender, where taking back stood in line until it was over", async () => {
    for (const first of ["taking back", "the sender"]) {
      const proposal = await approved();
      const pushId = (await world.pushOf(proposal.id)).id;
      await grace.pass(7_999);
      const barrier = await holdRow(owner, "ns_pending_pushes", pushId);
      const takeBack = () => outcomeOf(grace.takeBack(proposal.id));
      const early = first === "taking back" ? takeBack() : null;
      if (early) await untilWaiting(superuser, 1);
      await grace.pass(1);
      const sent = world.push(pushId);
      await untilWaiting(superuser, early ? 2 : 1);
      await barrier.release("commit");
      const taken = await (early ?? takeBack());
      expect(await sent, first).toEqual({ outcome: "applied" });
      expect(taken.error?.code, first).toMatch(/^(grace_over|may_be_written)$/);
      expect(await world.commitsOf(proposal.id)).toHaveLength(1);
      expect(await owner`SELECT 1 FROM proposed_actions WHERE supersedes_id = ${proposal.id}`).toHaveLength(
        0,
      );
    }
  });

  test("taking back, where it began in time and the sender came before its end", async () => {
    const { proposal } = await world.propose(proposals.adjustment("2"));
    await grace.approveOnPage(proposal);
    const pushId = (await world.pushOf(proposal.id)).id;
    await grace.pass(7_999);
    const [held, order] = [newGate(), newGate()];
    // The last thing that the insertion waits for: the total of its agent.
    const barrier = owner.begin(async (tx) => {
      await tx`SELECT pg_advisory_xact_lock(hashtextextended(concat_ws(':', ${tenantId}::text, t.summed_as, 'agent',
          ${world.agent.agentId}::text), 0)) FROM action_types t WHERE t.name = 'inventory_adjustment'`;
      held.open();
      await order.opened;
    });
    await held.opened;
    const taken = outcomeOf(grace.takeBack(proposal.id));
    await untilWaiting(superuser, 1);
    await grace.pass(1);
    const sent = world.push(pushId);
    await untilWaiting(superuser, 2);
    order.open();
    await barrier;
    expect((await taken).value).toMatchObject({ supersedes_id: proposal.id });
    expect(await sent).toEqual({ outcome: "settled_elsewhere" });
    expect(await world.commitsOf(proposal.id)).toEqual([]);
  });

  test("of two who take the same decision back", async () => {
    const proposal = await approved();
    const barrier = await holdRow(owner, "ns_pending_pushes", (await world.pushOf(proposal.id)).id);
    const both = [outcomeOf(grace.takeBack(proposal.id)), outcomeOf(grace.takeBack(proposal.id))];
    await untilWaiting(superuser, 2);
    await barrier.release("commit");
    const outcomes = await Promise.all(both);
    expect(outcomes.map(({ error }) => error?.code ?? "taken_back").toSorted()).toEqual([
      "successor_exists",
      "taken_back",
    ]);
    expect(await owner`SELECT 1 FROM proposed_actions WHERE supersedes_id = ${proposal.id}`).toHaveLength(1);
  });
});

test("an approval at L4 and L5 has no grace, and neither has a recorded vote", async () => {
  for (const input of [proposals.creditLimit(), proposals.creditRevoke()]) {
    const { proposal } = await world.propose(input);
    const editToken = await mintEditToken(world, approver, proposal);
    await world.decide(approver, proposal, { channel: "page", editToken });
    await expectRefusal(grace.takeBack(proposal.id), "grace_over");
    await verbs.cancel(proposal.id);
  }
});
