import { expect, test } from "vitest";
import { verifyLedger } from "@/lib/gateway/ledger/verify/verify-ledger";
import { proposals } from "./proposals";
import { useWorld } from "./use-world";

const world = await useWorld();

test("the worked example goes from a claimed risk of 1 to tier 3, one commit, a verified receipt and chained events", async () => {
  const { proposal } = await world.propose(proposals.bidPrice(1.48, 1.42, { risk_level: 1 }));
  expect(proposal).toMatchObject({
    status: "pending",
    risk_level: 3,
    risk_rule: "price-move-under-5-percent",
  });

  const decided = await world.decide(world.approver, proposal);
  expect(decided).toMatchObject({ outcome: "claimed", status: "approved", decided_by: "Ana" });

  const push = await world.pushOf(proposal.id);
  expect(await world.push(push.id)).toEqual({ outcome: "applied" });
  expect((await world.account.look("bid_price", "B5875:10472")).price).toBe("1.48");
  expect(await world.commitsOf(proposal.id)).toHaveLength(1);

  const detail = await world.read(proposal.id, world.approver);
  expect(detail).toMatchObject({
    status: "applied",
    push: { status: "applied", verification: "verified" },
    receipt: { status: "applied", verification: "verified", reversible: true },
  });
  expect(detail.sentence).toContain("from $1.42 to $1.48");
  expect(await world.eventsOf(proposal.id)).toEqual(["hitl.proposed", "hitl.approved", "hitl.applied"]);
  const [mirror] =
    await world.owner`SELECT * FROM proposed_actions_applied_mirror WHERE action_id = ${proposal.id}`;
  expect(mirror).toMatchObject({
    verification: "verified",
    decided_by_label: "Ana",
    payload_hash: proposal.payload_hash,
  });
  expect(await verifyLedger(world.admin, { mode: "full" }, world.gateway)).toMatchObject({ intact: true });
});

test("the events for Inngest carry ids and nothing else", () => {
  for (const event of world.outgoing) {
    expect(Object.values(event.data).every((value) => typeof value === "number")).toBe(true);
  }
  expect(world.outgoing.map((event) => event.name)).toEqual(
    expect.arrayContaining(["hitl.proposed", "hitl.approved", "ns-push.requested", "hitl.applied"]),
  );
});
