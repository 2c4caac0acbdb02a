import { expect, test } from "vitest";
import { proposals } from "@/lib/gateway/testing/proposals";
import { useWorld } from "@/lib/gateway/testing/use-world";

const world = await useWorld();
const { approver } = world;

const sameWriteOf = async (id: number) => (await world.read(id)).same_write;

test("whoever decides an equal write reads that it was approved a moment ago, written or not, for a day", async () => {
  const input = proposals.adjustment("2");
  const { proposal: first } = await world.propose(input);
  expect(await sameWriteOf(first.id)).toBeNull();
  await world.decide(approver, first, { confirmed: true });
  // The agent lost the answer and proposes the same write again.
  const { proposal: second, created } = await world.propose(input);
  expect(created).toBe(true);
  const warning = {
    id: first.id,
    words: `The same write was approved as #${first.id}. If this is too, it is made twice`,
  };
  expect(await sameWriteOf(second.id)).toEqual(warning);
  await world.push((await world.pushOf(first.id)).id);
  expect((await world.read(first.id)).status).toBe("applied");
  expect(await sameWriteOf(second.id)).toEqual(warning);
  await world.superuser.begin(async (tx) => {
    await tx`SET LOCAL session_replication_role = replica`;
    await tx`UPDATE proposed_actions SET decided_at = decided_at - interval '25 hours' WHERE id = ${first.id}`;
  });
  expect(await sameWriteOf(second.id)).toBeNull();
});

test("a write that was rejected, and an update, which is not made twice, are no reason for it", async () => {
  const note = proposals.arNote();
  const { proposal: first } = await world.propose(note);
  await world.decide(approver, first, { decision: "reject", comment: "No" });
  expect(await sameWriteOf((await world.propose(note)).proposal.id)).toBeNull();
  const { proposal: update } = await world.propose(proposals.bidPrice());
  await world.decide(approver, update);
  const { proposal: again, created } = await world.propose(proposals.bidPrice());
  expect(created).toBe(true);
  expect(await sameWriteOf(again.id)).toBeNull();
});
