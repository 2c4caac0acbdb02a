import { beforeEach, expect, test } from "vitest";
import type { ProposalView } from "@/lib/contract/actions/proposal";
import { afterCommitsDone } from "@/lib/gateway/after-commit";
import type { Gateway, OutgoingEvent } from "@/lib/gateway/context";
import { takeUnsent } from "@/db/queries/pushes/outbox";
import { type Loss, losing } from "@/lib/gateway/testing/losing-pool";
import { proposals } from "@/lib/gateway/testing/proposals";
import { useWorld } from "@/lib/gateway/testing/use-world";
import { bulkDecide } from "./bulk-decide";

/** Decisions in bulk that were committed, and nobody heard of it. */

const world = await useWorld();
const { owner, tenantId, approver } = world;
beforeEach(() => owner`UPDATE outbox SET sent_at = now() WHERE sent_at IS NULL`);

/** A process of its own, and the pushes that it requested. */
function processThat(...losses: Loss[]) {
  const { database } = world.gateway;
  const requested: string[] = [];
  const gateway: Gateway = {
    ...world.gateway,
    database: { ...database, deciding: losses.reduce(losing, database.deciding) },
    sendEvents: async (events: readonly OutgoingEvent[]) => {
      for (const { name, id } of events) if (name === "ns-push.requested") requested.push(id!);
    },
  };
  const approve = async (rows: readonly ProposalView[]) => {
    const items = rows.map(({ id, payload_hash }) => ({ id, payload_hash }));
    const { results } = await bulkDecide(approver, { decision: "approve", items }, gateway);
    await afterCommitsDone(gateway);
    return results;
  };
  return { requested, approve };
}

const propose = async (count: number) => {
  const proposed: ProposalView[] = [];
  while (proposed.length < count) proposed.push((await world.propose(proposals.arNote())).proposal);
  return proposed;
};
const requestsOf = async (rows: readonly ProposalView[]) => {
  const pushes = await Promise.all(rows.map(({ id }) => world.pushOf(id)));
  return pushes.map(({ id }) => `t${tenantId}-push-${id}-round-0`);
};
const decisionsOf = async (rows: readonly ProposalView[]) =>
  (await owner`SELECT 1 FROM decisions WHERE action_id IN ${owner(rows.map(({ id }) => id))}`).length;

test("decisions in bulk whose answer got lost request their pushes at once, and each counts once", async () => {
  const rows = await propose(3);
  const { approve, requested } = processThat({ statement: "decide_actions", when: "answer" });
  expect(await approve(rows)).toMatchObject(rows.map(() => ({ outcome: "already_decided" })));
  expect(requested.toSorted()).toEqual((await requestsOf(rows)).toSorted());
  expect(await decisionsOf(rows)).toBe(3);
});

test("a row of which nobody can say whether it was decided says so, and the second try sends its push", async () => {
  const [row] = await propose(1);
  // The batch never arrives; the claim of the row alone commits, and both of its answers get lost.
  const lost = processThat(
    { statement: "decide_actions", when: "statement" },
    { statement: "decide_action", when: "answer", times: 2 },
  );
  const [result] = await lost.approve([row!]);
  expect(result).toMatchObject({ outcome: "internal", status: null });
  expect(result!.message).toContain("not certain whether this row was decided");
  expect(await decisionsOf([row!])).toBe(1);
  const { approve, requested } = processThat();
  expect(await approve([row!])).toMatchObject([{ outcome: "already_decided", status: "approved" }]);
  expect([...lost.requested, ...requested]).toEqual(await requestsOf([row!]));
});

test("repeated in bulk, decisions whose process was gone before it requested their pushes request them at once", async () => {
  const [alone, ...together] = await propose(3);
  // Its process had kept the request for itself.
  const died = { ...world.gateway, sendEvents: () => new Promise<void>(() => {}) };
  await world.decide(approver, alone!, {}, died);
  // These were taken out of the outbox, and then not sent.
  const items = together.map(({ id, payload_hash }) => ({ id, payload_hash }));
  await bulkDecide(approver, { decision: "approve", items }, died);
  await takeUnsent(world.gateway.database, tenantId, 100, 30);

  const rows = [alone!, ...together];
  const { approve, requested } = processThat();
  expect(await approve(rows)).toMatchObject(rows.map(() => ({ outcome: "already_decided" })));
  expect(requested.toSorted()).toEqual((await requestsOf(rows)).toSorted());
  await approve(rows);
  expect(requested).toHaveLength(3);
});
