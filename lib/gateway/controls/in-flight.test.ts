import { afterEach, expect, test } from "vitest";
import type { RestletClient } from "@/lib/destinations/netsuite/restlet-client";
import { letTimePass, proposeAndApprove, standOf, workThrough } from "@/lib/gateway/testing/deliver";
import { proposals } from "@/lib/gateway/testing/proposals";
import { newGate, pastEveryGuard } from "@/lib/gateway/testing/race";
import { useWorld } from "@/lib/gateway/testing/use-world";
import { setGlobalSwitch } from "./set-global-switch";
import { releaseEverySwitch } from "@/lib/gateway/testing/release-every-switch";
import { flipSwitch } from "@/lib/gateway/testing/flip-switch";

const world = await useWorld();
const honest = world.gateway.netsuite;
afterEach(() => releaseEverySwitch(world.owner));

/** Writes of other records that had no answer in the last minutes. */
const leaveUnknown = (likePushId: number, count: number) =>
  pastEveryGuard(
    world.superuser,
    (tx) => tx`
      INSERT INTO ns_pending_pushes (tenant_id, action_id, action_key, record_key, record_family, record_unread,
        payload_json, payload_hash, line_no, destination, status, attempts, lease_attempt, failure_class, hold_until, sent_at,
        last_sent_at, next_attempt_at)
      SELECT tenant_id, action_id, action_key || '-' || n, 'customer:x' || n, record_family, false, payload_json,
        payload_hash, n + 1, destination, 'unknown', 1, 1, 'unknown', clock_timestamp() + interval '10 minutes',
        sent.at, sent.at, clock_timestamp() + interval '1 minute'
      FROM ns_pending_pushes, generate_series(1, ${count}::int) AS n,
        LATERAL (SELECT clock_timestamp() - interval '1 minute' + make_interval(secs => n / 100.0) AS at) AS sent
      WHERE id = ${likePushId}`,
  );

test("after an outage that left 500 outcomes unknown a switch names the write on its way first, and says how many there are", async () => {
  const old = await proposeAndApprove(world, proposals.arNote());
  const { id, pushId } = await proposeAndApprove(
    world,
    proposals.arNote({ entity_ref: "Two Rivers Commissary" }),
  );
  await leaveUnknown(old.pushId, 500);
  const [confirmed, send] = [newGate(), newGate()];
  const write: RestletClient["write"] = (request, sending) => {
    const confirm = async () => {
      const notAfter = await sending!.confirm();
      confirmed.open();
      return send.opened.then(() => notAfter);
    };
    return honest.write(request, { ...sending!, confirm });
  };
  const delivery = world.push(pushId, { ...world.gateway, netsuite: { ...honest, write } });
  await confirmed.opened;
  const change = { name: "ns_writes", reason: "a test" } as const;
  const answers = [
    await flipSwitch(world.owner, world.admin, { ...change, engaged: true }, world.gateway),
    await setGlobalSwitch({ kind: "operator", name: "Mike" }, { ...change, engaged: true }, world.gateway),
  ];
  for (const { in_flight, in_flight_total } of answers) {
    expect(in_flight_total).toBe(501);
    expect(in_flight[0]).toMatchObject({ push_id: pushId, action_id: id, status: "pushing" });
    // Of the unknown ones the newest stand first, and the oldest has no room.
    expect(in_flight.slice(1).map(({ line_no }) => line_no)).toEqual(
      Array.from({ length: 499 }, (_, index) => 501 - index),
    );
  }
  send.open();
  expect(await delivery).toEqual({ outcome: "applied" });
  await letTimePass(world, old.id);
});

const flip = (engaged: boolean) =>
  flipSwitch(world.owner, world.admin, { name: "ns_writes", engaged, reason: "a test" }, world.gateway);
const proposeNote = () => proposeAndApprove(world, proposals.arNote({ entity_ref: "Two Rivers Commissary" }));

test.each(["too_many_requests", "redirect", "request_limit"] as const)(
  "a switch names a write whose answer may come from a proxy (%s) as long as its request may still begin, even while the push is leased again",
  async (fault) => {
    const { id, pushId } = await proposeNote();
    await world.account.fault(fault);
    await world.push(pushId);
    expect(await standOf(world, id)).toMatchObject({ push: "queued" });
    const named = { push_id: pushId, action_id: id, status: "answered" };
    expect(await flip(true)).toMatchObject({ in_flight: [named], in_flight_total: 1 });
    await flip(false);
    // The next attempt stands before its last look, and nothing of it has left.
    await world.owner`UPDATE push_lanes SET state = 'open', code = NULL, halted_at = NULL, probe_at = NULL`;
    await world.owner`UPDATE ns_pending_pushes SET next_attempt_at = clock_timestamp() WHERE id = ${pushId}`;
    const write: RestletClient["write"] = async (...request) => {
      expect((await flip(true)).in_flight).toMatchObject([named]);
      return honest.write(...request);
    };
    await world.push(pushId, { ...world.gateway, netsuite: { ...honest, write } });
    await letTimePass(world, id);
    expect((await flip(true)).in_flight).toEqual([]);
    await flip(false);
    await workThrough(world, id);
    expect(await world.commitsOf(id)).toHaveLength(1);
  },
);

test("a switch names no write that our own script refused, nor one that a probe has found unwritten since", async () => {
  const refused = await proposeNote();
  await world.account.fault("closed_period");
  expect(await world.push(refused.pushId)).toEqual({ outcome: "dead" });
  const unwritten = await proposeNote();
  await world.account.fault("drop_before_execution");
  expect(await world.push(unwritten.pushId)).toMatchObject({ outcome: "unknown" });
  expect((await flip(true)).in_flight).toMatchObject([{ push_id: unwritten.pushId }]);
  await flip(false);
  await letTimePass(world, unwritten.id);
  expect(await world.push(unwritten.pushId)).toMatchObject({ outcome: "requeued" });
  // By its time alone the request may begin for another hour.
  await world.owner`
    UPDATE ns_pending_pushes SET not_after = clock_timestamp() + interval '1 hour' WHERE id = ${unwritten.pushId}`;
  expect((await flip(true)).in_flight).toEqual([]);
  await flip(false);
  await letTimePass(world, unwritten.id);
  await workThrough(world, unwritten.id);
});
