import { beforeEach, expect, test } from "vitest";
import type { Database } from "@/db/client";
import { afterCommitsDone } from "@/lib/gateway/after-commit";
import type { Gateway, OutgoingEvent } from "@/lib/gateway/context";
import { proposeAndApprove } from "@/lib/gateway/testing/deliver";
import { flipSwitch } from "@/lib/gateway/testing/flip-switch";
import { type Loss, losing } from "@/lib/gateway/testing/losing-pool";
import { proposals } from "@/lib/gateway/testing/proposals";
import { useWorld } from "@/lib/gateway/testing/use-world";

/** A statement that has committed, or never arrived, and whose connection is gone before its answer comes. */

const world = await useWorld();
const { owner, commitsOf, tenantId } = world;
beforeEach(() => owner`UPDATE outbox SET sent_at = now() WHERE sent_at IS NULL`);

const through = (database: Partial<Database>, more: Partial<Gateway> = {}): Gateway => ({
  ...world.gateway,
  ...more,
  database: { ...world.gateway.database, ...database },
});

const approved = (more: Parameters<typeof proposals.arNote>[0] = {}) =>
  proposeAndApprove(world, proposals.arNote(more));
const { delivering } = world.gateway.database;
const leaseLost = (loss: Omit<Loss, "statement">) =>
  through({ delivering: losing(delivering, { statement: "begin_sending", ...loss }) });
const pushOf = async (pushId: number) =>
  (await owner`SELECT status, attempts, lease_attempt FROM ns_pending_pushes WHERE id = ${pushId}`)[0];

test("a lease whose answer got lost is found by its own sender, which goes on at once and writes once", async () => {
  const { id, pushId } = await approved();
  expect(await world.push(pushId, leaseLost({ when: "answer" }))).toEqual({ outcome: "applied" });
  expect(await pushOf(pushId)).toEqual({ status: "applied", attempts: 0, lease_attempt: 1 });
  expect(await commitsOf(id)).toHaveLength(1);
});

test("a lease that never reached the database leaves the push as it was", async () => {
  const { id, pushId } = await approved();
  expect(await world.push(pushId, leaseLost({ when: "statement" }))).toMatchObject({
    outcome: "waiting_its_turn",
  });
  expect(await pushOf(pushId)).toEqual({ status: "queued", attempts: 0, lease_attempt: 0 });
  expect(await world.push(pushId)).toEqual({ outcome: "applied" });
  expect(await commitsOf(id)).toHaveLength(1);
});

test.each([
  ["has run out", "Two Rivers Commissary", "lease_expires_at = now() - interval '1 second'"],
  ["is another's by then", "Riverbend Foods", "lease_owner = 'another'"],
])("a lease that %s is nobody's to go on with", async (_, customer, change) => {
  const { id, pushId } = await approved({ entity_ref: customer });
  const meanwhile = () => owner.unsafe(`UPDATE ns_pending_pushes SET ${change} WHERE id = ${pushId}`);
  expect(await world.push(pushId, leaseLost({ when: "answer", meanwhile }))).toMatchObject({
    outcome: "waiting_its_turn",
  });
  expect(await pushOf(pushId)).toMatchObject({ status: "pushing" });
  expect(await commitsOf(id)).toHaveLength(0);
});

test("a switch that is engaged while the answer is lost stops it at the last look", async () => {
  const { id, pushId } = await approved({ entity_ref: "Halvorsen Markets" });
  const flip = (engaged: boolean) =>
    flipSwitch(owner, world.admin, { name: "ns_writes", engaged, reason: "A test" }, world.gateway);
  const gateway = leaseLost({ when: "answer", meanwhile: () => flip(true) });
  expect(await world.push(pushId, gateway)).not.toEqual({ outcome: "applied" });
  expect(await commitsOf(id)).toHaveLength(0);
  await flip(false);
});

test("a decision whose answer got lost requests its push at once, not with the sweep", async () => {
  const sent: OutgoingEvent[] = [];
  const gateway = through(
    {
      deciding: losing(world.gateway.database.deciding, { statement: "decide_action", when: "answer" }),
    },
    { sendEvents: async (events) => void sent.push(...events) },
  );
  const { proposal } = await world.propose(proposals.arNote());
  expect(await world.decide(world.approver, proposal, {}, gateway)).toMatchObject({
    outcome: "already_decided",
  });
  await afterCommitsDone(gateway);
  const { id: pushId } = await world.pushOf(proposal.id);
  const requests = () => sent.filter(({ name }) => name === "ns-push.requested");
  expect(requests()).toEqual([
    expect.objectContaining({ id: `t${tenantId}-push-${pushId}-round-0`, data: expect.anything() }),
  ]);
  // Nothing is left for a third try, and none of it is another decision.
  expect(await world.decide(world.approver, proposal, {}, gateway)).toMatchObject({
    outcome: "already_decided",
  });
  await afterCommitsDone(gateway);
  expect(requests()).toHaveLength(1);
});
