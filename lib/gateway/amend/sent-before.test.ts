import { afterEach, describe, expect, test } from "vitest";
import { cancelRemainingLines } from "@/lib/gateway/amend/cancel-remaining-lines";
import { lineStatuses, priceRoll, rollLines, widenAssortment } from "@/lib/gateway/testing/rolls";
import { proposeAndApprove, requestsOf, workThrough } from "@/lib/gateway/testing/deliver";
import { proposals } from "@/lib/gateway/testing/proposals";
import { expectRefusal } from "@/lib/gateway/testing/race";
import { useAmendments } from "@/lib/gateway/testing/use-world";

/** What left at some time is asked about before anybody ends it, whatever the answer said. */

const { world, verbs } = await useAmendments();
const { commitsOf } = world;
afterEach(() => world.account.control("DELETE", "faults"));

/** NetSuite writes, and answers otherwise. */
const answers = ["redirect", "too_many_requests", "request_limit"] as const;
const openLane = () => world.owner`
  UPDATE push_lanes SET state = 'open', code = NULL, message = NULL, halted_at = NULL, probe_at = NULL
  WHERE tenant_id = ${world.tenantId}`;

describe.each(answers)("a write that was made, though its answer was %s", (answer) => {
  const sent = async (input = proposals.arNote()) => {
    const proposal = await proposeAndApprove(world, input);
    await world.account.fault(answer, { committed: true });
    await world.push(proposal.pushId);
    await openLane();
    expect(["queued", "dead"]).toContain((await world.pushOf(proposal.id)).status);
    return proposal;
  };

  test("is not cancelled: it is found, and its next try records it as applied", async () => {
    const { id, pushId } = await sent();
    const before = await requestsOf(world, pushId);
    await expectRefusal(verbs.cancel(id), { code: "may_be_written", members: { delivery: "maybe_written" } });
    expect(await requestsOf(world, pushId)).not.toEqual(before);
    await workThrough(world, id);
    expect(await world.statusOf(id)).toBe("applied");
    expect(await commitsOf(id)).toHaveLength(1);
  });

  test("is not edited either", async () => {
    const proposal = await sent();
    const edit = { changes: [{ field: "note", to: "Another note." }] };
    await expectRefusal(verbs.edit(proposal, edit), "may_be_written");
    await workThrough(world, proposal.id);
    expect(await world.statusOf(proposal.id)).toBe("applied");
    expect(await commitsOf(proposal.id)).toHaveLength(1);
  });
});

test("a write that NetSuite refused is asked about once and then cancelled", async () => {
  const { id, pushId } = await proposeAndApprove(world, proposals.arNote());
  await world.account.fault("closed_period");
  expect(await world.push(pushId)).toEqual({ outcome: "dead" });
  expect(await verbs.cancel(id)).toMatchObject({ status: "cancelled" });
  expect(await commitsOf(id)).toHaveLength(0);
});

test("as long as NetSuite does not answer, what was sent before is not cancelled, and later it is", async () => {
  const { id, pushId } = await proposeAndApprove(world, proposals.arNote());
  await world.account.fault("too_many_requests");
  await world.push(pushId);
  await world.account.fault("service_unavailable", { op: "probe" });
  await expectRefusal(verbs.cancel(id), { code: "may_be_written", message: /Try again/ });
  await world.account.control("DELETE", "faults");
  expect(await verbs.cancel(id)).toMatchObject({ status: "cancelled" });
  expect(await commitsOf(id)).toHaveLength(0);
});

test("of a roll's lines those that were never sent are cancelled, and one that was written stays and is recorded", async () => {
  await widenAssortment(world.account);
  const [first, , , , , , , , , , , , later] = rollLines(13);
  const { id, pushId } = await proposeAndApprove(world, priceRoll([first!, later!]));
  await world.account.fault("too_many_requests", { committed: true });
  await world.push(pushId);
  expect(await lineStatuses(world, id)).toEqual({ queued: 2 });
  const result = await cancelRemainingLines(world.approver, { actionId: id, reason: "" }, world.gateway);
  expect(result.cancelled).toBe(1);
  await workThrough(world, id);
  expect(await lineStatuses(world, id)).toEqual({ applied: 1, cancelled: 1 });
  expect(await world.statusOf(id)).toBe("applied");
});
