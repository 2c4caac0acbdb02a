import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { classifyProbeResponse, classifyResponse } from "@/lib/core/push/classify-response";
import type { Destination } from "@/lib/destinations/destination";
import { resolveDoubts } from "@/lib/gateway/deliver/settle/prove-unwritten";
import { cancelAction } from "@/lib/gateway/amend/cancel-action";
import { cancelRemainingLines } from "@/lib/gateway/amend/cancel-remaining-lines";
import { lineStatuses, priceRoll, rollLines, widenAssortment } from "@/lib/gateway/testing/rolls";
import { letTimePass, proposeAndApprove, requestsOf, workThrough } from "@/lib/gateway/testing/deliver";
import { proposals } from "@/lib/gateway/testing/proposals";
import { expectRefusal } from "@/lib/gateway/testing/race";
import { useAmendments } from "@/lib/gateway/testing/use-world";

/** A write that left at some time is asked about before anybody ends it, whatever its answer said. */

const { world, verbs } = await useAmendments({ changedByHand: ["push_status_differs"] });
const { commitsOf } = world;
afterEach(() => world.account.control("DELETE", "faults"));

/** NetSuite writes, and answers otherwise. */
const answers = ["redirect", "too_many_requests", "request_limit"] as const;
/** `db/queries/pushes/sent-pushes.ts`, in seconds. */
const [clockMargin, grace] = [60, 60];

/** How long after the last moment of its request the next try of a push is due. */
async function putOffSeconds(pushId: number): Promise<number> {
  const [row] = await world.owner<{ seconds: number }[]>`
    SELECT extract(epoch FROM next_attempt_at - not_after)::float8 AS seconds
    FROM ns_pending_pushes WHERE id = ${pushId}`;
  return row!.seconds;
}

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
  await letTimePass(world, id);
  expect(await verbs.cancel(id)).toMatchObject({ status: "cancelled" });
  expect(await commitsOf(id)).toHaveLength(0);
});

test("a write that was turned away on the way counts as unwritten only once its request can no longer begin", async () => {
  const { id, pushId } = await proposeAndApprove(world, proposals.arNote());
  await world.account.fault("too_many_requests");
  await world.push(pushId);
  await expectRefusal(verbs.cancel(id), { code: "may_be_written", message: /Try again in 2 minutes/ });
  await letTimePass(world, id);
  expect(await verbs.cancel(id)).toMatchObject({ status: "cancelled" });
  expect(await commitsOf(id)).toHaveLength(0);
});

test.each([405, 415])(
  "a bare HTTP %s is not taken for the script's word: the write is not cancelled while its copy may begin",
  async (status) => {
    const { id, pushId } = await proposeAndApprove(world, proposals.arNote());
    const { netsuite } = world.gateway;
    const copies: (() => Promise<unknown>)[] = [];
    const write: Destination["write"] = async (request, sending) => {
      const notAfter = await sending!.confirm();
      copies.push(() => netsuite.write(request, { ...sending!, confirm: async () => notAfter }));
      return classifyResponse({ kind: "response", status, headers: {}, bodyText: "" });
    };
    await world.push(pushId, { ...world.gateway, netsuite: { ...netsuite, write } });
    await expectRefusal(verbs.cancel(id), "may_be_written");
    await copies[0]!();
    await expectRefusal(verbs.cancel(id), { code: "may_be_written", message: /holds this write already/ });
    await workThrough(world, id);
    expect(await world.statusOf(id)).toBe("applied");
    expect(await commitsOf(id)).toHaveLength(1);
  },
);

test("retries of a throttled write do not keep it in doubt: once a person has asked, the next one waits until it can be proved unwritten", async () => {
  const { id, pushId } = await proposeAndApprove(world, proposals.arNote());
  await world.account.fault("too_many_requests", { times: 2 });
  await world.push(pushId);
  await expectRefusal(verbs.cancel(id), "may_be_written");
  expect(await putOffSeconds(pushId)).toBe(clockMargin + grace);
  expect(await world.push(pushId)).toMatchObject({ outcome: "not_due" });
});

test("retries of a throttled write that an earlier request had begun wait until its script cannot be inside its save", async () => {
  const { id, pushId } = await proposeAndApprove(world, proposals.arNote({ entity_ref: "Riverbend Foods" }));
  await world.account.fault("too_many_requests");
  await world.push(pushId);
  const started: Destination["probe"] = () =>
    Promise.resolve({ class: "started", record: null, live: [], liveMatches: "from" } as never);
  const { leaseSeconds, holdSeconds, netsuite } = world.gateway;
  const gateway = { ...world.gateway, netsuite: { ...netsuite, probe: started } };
  const cancel = () => cancelAction(world.approver, id, "Not any more", gateway);
  const minutes = Math.ceil((leaseSeconds + clockMargin + holdSeconds) / 60);
  await expectRefusal(cancel(), {
    code: "may_be_written",
    message: new RegExp(`Try again in ${minutes} minutes`),
  });
  expect(await putOffSeconds(pushId)).toBe(clockMargin + holdSeconds + grace);
  await letTimePass(world, id);
  expect(await cancel()).toMatchObject({ status: "cancelled" });
  expect(await commitsOf(id)).toHaveLength(0);
});

describe("a person who ends what was sent before", () => {
  /** Of a roll whose lines were all sent; `probe` answers in NetSuite's place. */
  async function doubtsOf(
    lineCount: number,
    probe: Destination["probe"],
    { limitMs, sentSecondsAgo = 3_600 }: { limitMs?: number; sentSecondsAgo?: number } = {},
  ) {
    await widenAssortment(world.account);
    const { id } = await proposeAndApprove(world, priceRoll(rollLines(lineCount)));
    await world.owner`
      UPDATE ns_pending_pushes
      SET last_sent_at = clock_timestamp() - make_interval(secs => ${sentSecondsAgo}),
        not_after = clock_timestamp() - make_interval(secs => ${sentSecondsAgo - world.gateway.leaseSeconds})
      WHERE action_id = ${id}`;
    onTestFinished(async () => {
      await world.owner`
        UPDATE ns_pending_pushes SET status = 'cancelled', ended_at = now() WHERE action_id = ${id}`;
    });
    const probes = vi.fn(probe);
    const gateway = { ...world.gateway, netsuite: { ...world.gateway.netsuite, probe: probes } };
    const doubts = await resolveDoubts(world.tenantId, id, gateway, limitMs);
    return { ...doubts, probes: probes.mock.calls.length };
  }

  test("waits for no more probes once one got no answer", async () => {
    const unavailable = classifyProbeResponse({ kind: "error", code: "ECONNRESET", phase: "after_send" });
    const { probe } = world.gateway.netsuite;
    let count = 0;
    const answer: Destination["probe"] = (request) =>
      (count += 1) === 5 ? Promise.resolve(unavailable) : probe(request);
    expect(await doubtsOf(10, answer)).toMatchObject({ written: 0, unproven: 5, probes: 6 });
  });

  test("takes a write that NetSuite has begun for unwritten only once its script cannot be inside its save", async () => {
    const started: Destination["probe"] = () =>
      Promise.resolve({ class: "started", record: null, live: [], liveMatches: "from" } as never);
    const { leaseSeconds, holdSeconds } = world.gateway;
    const after = (seconds: number) => doubtsOf(1, started, { sentSecondsAgo: seconds });
    expect(await after(leaseSeconds + clockMargin + 1)).toMatchObject({ unproven: 1 });
    expect(await after(leaseSeconds + clockMargin + holdSeconds + 1)).toMatchObject({ unproven: 0 });
  });

  test("waits no longer than a time that is set, though NetSuite never answers", async () => {
    const never = () => new Promise<never>(() => {});
    expect(await doubtsOf(4, never, { limitMs: 20 })).toMatchObject({ written: 0, unproven: 4 });
  });

  test("does not ask through a halted lane", async () => {
    await world.owner`
      UPDATE push_lanes SET state = 'halted', code = 'HTTP_302', halted_at = now(), probe_at = now()
      WHERE tenant_id = ${world.tenantId}`;
    onTestFinished(async () => void (await openLane()));
    expect(await doubtsOf(2, world.gateway.netsuite.probe)).toEqual({
      written: 0,
      unproven: 2,
      provableInSeconds: 0,
      probes: 0,
    });
  });
});

test("cancelling the remaining lines of a roll is refused with the reason if one of them may have been written", async () => {
  await widenAssortment(world.account);
  const [line] = rollLines(14).slice(13);
  const { id, pushId } = await proposeAndApprove(world, priceRoll([line!]));
  await world.account.fault("too_many_requests");
  await world.push(pushId);
  const cancel = () => cancelRemainingLines(world.approver, { actionId: id, reason: "" }, world.gateway);
  await expectRefusal(cancel(), { code: "may_be_written", message: /Try again in 2 minutes/ });
  await letTimePass(world, id);
  expect(await cancel()).toMatchObject({ cancelled: 1 });
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
