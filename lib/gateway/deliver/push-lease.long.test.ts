import { describe, expect, test } from "vitest";
import { inTenant } from "@/db/client";
import { extendLease } from "@/db/queries/pushes/push-leases";
import { readPushContext } from "@/db/queries/pushes/pushes";
import { slowness } from "@/e2e/support/slowness";
import type { RestletClient } from "@/lib/destinations/netsuite/restlet-client";
import { PUSH_ATTEMPTS_MAX } from "@/lib/core/push/retry";
import type { WriteVerdict } from "@/lib/core/push/verdict";
import { newGate, pastEveryGuard, until, untilWaiting } from "@/lib/gateway/testing/race";
import { pushAction } from "./push-action";
import { probePush } from "./settle/probe-push";
import { retryPush } from "./repair/replay-push";
import { rescueLeases } from "./repair/rescue-leases";
import { settleVerdict } from "./settle/settle-verdict";
import {
  leasePush,
  letTimePass,
  proposeAndApprove,
  standOf,
  workThrough,
} from "@/lib/gateway/testing/deliver";
import { proposals } from "@/lib/gateway/testing/proposals";
import { useWorld } from "@/lib/gateway/testing/use-world";

const world = await useWorld();
const { push, commitsOf } = world;
const honest = world.gateway.netsuite;

const loseLease = (actionId: number) =>
  world.owner`UPDATE ns_pending_pushes SET lease_expires_at = now() - interval '1 second' WHERE action_id = ${actionId}`;

type Moment = "before the last look" | "before sending" | "after sending";

/** A sender that goes away: once it has made its last look its write may arrive, but nobody hears the answer. */
async function crashWhileSending(pushId: number, when: Moment): Promise<void> {
  const crash = newGate();
  const write: RestletClient["write"] = async (request, sending) => {
    if (when === "before sending") await sending!.confirm();
    if (when === "after sending") await honest.write(request, sending);
    crash.open();
    return new Promise<WriteVerdict>(() => {});
  };
  // Its place among the requests in flight is its own process's, and goes with it.
  const reserve = async () => ({ release: () => undefined });
  void push(pushId, { ...world.gateway, leaseSeconds: 3_600, netsuite: { ...honest, reserve, write } });
  await crash.opened;
}
/** The same, and its lease has run out. */
async function loseSender(when: Moment, input = proposals.arNote()) {
  const action = await proposeAndApprove(world, input);
  await crashWhileSending(action.pushId, when);
  await loseLease(action.id);
  return action;
}

describe("a sender that went away", () => {
  test("before its lease ran out is left alone", async () => {
    const { id, pushId } = await proposeAndApprove(
      world,
      proposals.arNote({ entity_ref: "Two Rivers Commissary" }),
    );
    await crashWhileSending(pushId, "before sending");
    expect(await rescueLeases(world.gateway)).toBe(0);
    expect(await standOf(world, id)).toMatchObject({ push: "pushing" });
    expect(await push(pushId)).toMatchObject({ outcome: "in_flight", retryInMs: expect.any(Number) });
    await loseLease(id);
    await rescueLeases(world.gateway);
    await workThrough(world, id);
  });
  test("and the sweep has not come by: the next caller takes the push back, probes and settles", async () => {
    const { id, pushId } = await loseSender("after sending");
    expect(await push(pushId)).toEqual({ outcome: "applied" });
    expect(await commitsOf(id)).toHaveLength(1);
  });
  test("after NetSuite had written: unknown, probed, applied, never sent again", async () => {
    const { id, pushId } = await loseSender("after sending");
    expect(await rescueLeases(world.gateway)).toBe(1);
    expect(await standOf(world, id)).toEqual({ push: "unknown", action: "approved", attempts: 1 });
    expect(await push(pushId)).toEqual({ outcome: "applied" });
    expect(await commitsOf(id)).toHaveLength(1);
    expect(await world.eventsOf(id)).toEqual([
      "hitl.proposed",
      "hitl.approved",
      "push.rescued",
      "hitl.applied",
    ]);
  });
  test("before NetSuite was asked: held, probed, sent again exactly once", async () => {
    const { id, pushId } = await loseSender("before sending");
    await rescueLeases(world.gateway);
    expect(await push(pushId), "within the hold").toMatchObject({ outcome: "unknown" });
    expect(await commitsOf(id)).toHaveLength(0);
    await letTimePass(world, id);
    expect(await push(pushId), "after it").toMatchObject({ outcome: "requeued" });
    await workThrough(world, id);
    expect(await standOf(world, id)).toMatchObject({ push: "applied", action: "applied" });
    expect(await commitsOf(id)).toHaveLength(1);
  });
  test("before its last look: nothing left, so it is tried again as after a refused connection, and written once", async () => {
    const { id, pushId } = await loseSender(
      "before the last look",
      proposals.arNote({ entity_ref: "Coastal Pantry" }),
    );
    const outcome = await push(pushId);
    expect(outcome).toEqual({ outcome: "settled_elsewhere" });
    expect(await standOf(world, id)).toEqual({ push: "queued", action: "approved", attempts: 1 });
    const { retryInMs } = await pushAction(world.tenantId, pushId, world.gateway);
    expect(retryInMs).toBeGreaterThan(0);
    expect(retryInMs).toBeLessThan(10_000);
    expect(await commitsOf(id)).toHaveLength(0);
    await letTimePass(world, id);
    expect(await push(pushId)).toEqual({ outcome: "applied" });
    expect(await commitsOf(id)).toHaveLength(1);
    expect(await world.eventsOf(id)).toEqual([
      "hitl.proposed",
      "hitl.approved",
      "push.requeued",
      "hitl.applied",
    ]);
  });
  test("before its last look, and comes back after its push was taken back, sends and settles nothing", async () => {
    const { id, pushId } = await proposeAndApprove(world, proposals.arNote({ entity_ref: "Coastal Pantry" }));
    const [frozen, goesOn] = [newGate(), newGate()];
    const write: RestletClient["write"] = async (...request) => {
      frozen.open();
      await goesOn.opened;
      return honest.write(...request);
    };
    const slow = push(pushId, { ...world.gateway, leaseSeconds: 3_600, netsuite: { ...honest, write } });
    await frozen.opened;
    await loseLease(id);
    expect(await rescueLeases(world.gateway)).toBe(1);
    await letTimePass(world, id);
    const second = newGate();
    const held = push(pushId, {
      ...world.gateway,
      netsuite: { ...honest, write: async (...request) => (await second.opened, honest.write(...request)) },
    });
    await until("the second lease", async () => (await standOf(world, id)).push === "pushing");
    goesOn.open();
    expect(await slow).toEqual({ outcome: "settled_elsewhere" });
    expect(await commitsOf(id)).toHaveLength(0);
    second.open();
    expect(await held).toEqual({ outcome: "applied" });
    expect(await commitsOf(id)).toHaveLength(1);
  });
  test.each(["before the last look", "before sending"] as const)(
    "three times over ends in a dead letter instead of for ever (%s)",
    async (when) => {
      const { id, pushId } = await proposeAndApprove(world, proposals.arNote());
      for (let crash = 1; crash <= PUSH_ATTEMPTS_MAX; crash += 1) {
        await letTimePass(world, id);
        await crashWhileSending(pushId, when);
        await loseLease(id);
        await rescueLeases(world.gateway);
        await letTimePass(world, id);
        if ((await standOf(world, id)).push === "unknown") await push(pushId);
      }
      expect(await standOf(world, id)).toEqual({ push: "dead", action: "approved", attempts: 3 });
      expect(await commitsOf(id)).toHaveLength(0);
    },
  );
  test("is rescued once, by however many sweeps", async () => {
    const { id } = await loseSender("after sending");
    const rescued = await Promise.all([1, 2, 3, 4].map(() => rescueLeases(world.gateway)));
    expect(rescued.reduce((sum, count) => sum + count, 0)).toBe(1);
    await workThrough(world, id);
  });
});

/** Every verdict a stale sender could come back with. */
const base = { code: "LATE", publicMessage: "late", details: { httpStatus: 200, message: null } };
const record = { type: "note", id: "1" };
const stale: WriteVerdict = { class: "stale", ...base, reason: "from_mismatch", live: [] };
const verdicts: WriteVerdict[] = [
  { class: "applied", ...base, record, readback: [], committedAt: null, duplicate: false },
  { class: "not_executed", ...base, throttled: true, retryAfterSeconds: null },
  { class: "not_executed", ...base, throttled: false, retryAfterSeconds: null },
  { class: "unknown", ...base },
  { class: "conflict", ...base },
  stale,
  { class: "terminal", ...base },
  { class: "lane_halt", ...base },
];

/** Leases a push, as if its request had left, and answers with a settlement of it by the holder of that lease. */
async function leaseAs(owner: string, pushId: number) {
  const { tenantId, gateway } = world;
  const { lease, context } = await inTenant(world.db.database, tenantId, async (tx) => ({
    lease: (await leasePush(tx, tenantId, pushId, owner, 30))!,
    context: (await readPushContext(tx, tenantId, pushId))!,
  }));
  await world.owner`UPDATE ns_pending_pushes SET sent_at = clock_timestamp() WHERE id = ${pushId}`;
  const fence = { status: "pushing", ...lease } as const;
  const settle = (verdict: WriteVerdict) =>
    settleVerdict({ tenantId, context, fence, verdict, sent: true }, gateway);
  return { lease, settle };
}

describe("a sender that comes back after its lease was lost", () => {
  test.each(verdicts.map((verdict) => [verdict.class, verdict] as const))(
    "with %s changes nothing",
    async (_class, verdict) => {
      const input = proposals.arNote({ entity_ref: "Harbor Light Hotels" });
      const { id, pushId } = await proposeAndApprove(world, input);
      const first = await leaseAs("stale-sender", pushId);
      const settle = () => first.settle(verdict);
      const look = () => world.owner`
      SELECT to_jsonb(p) AS push, to_jsonb(a) AS action, (SELECT to_jsonb(l) FROM push_lanes l WHERE l.tenant_id = p.tenant_id) AS lane,
             (SELECT count(*) FROM ns_push_dlq_log d WHERE d.push_id = p.id) AS letters, (SELECT count(*) FROM events) AS events
      FROM ns_pending_pushes p JOIN proposed_actions a ON a.id = p.action_id WHERE p.id = ${pushId}`;

      await loseLease(id);
      await rescueLeases(world.gateway);
      const whileUnknown = await look();
      expect(await settle()).toEqual({ outcome: "settled_elsewhere" });
      expect(await look()).toEqual(whileUnknown);

      // Somebody else holds it now, and then has settled it.
      await letTimePass(world, id);
      await probePush(world.tenantId, pushId, world.gateway);
      await letTimePass(world, id);
      const second = await leaseAs("second-sender", pushId);
      expect(second.lease.attempt).toBe(first.lease.attempt + 1);
      const whileHeld = await look();
      expect(await settle()).toEqual({ outcome: "settled_elsewhere" });
      expect(
        await inTenant(world.db.database, world.tenantId, (tx) =>
          extendLease(tx, world.tenantId, pushId, first.lease, 30),
        ),
        "nor does its heartbeat",
      ).toBe(false);
      expect(await look()).toEqual(whileHeld);
      await loseLease(id);
      await rescueLeases(world.gateway);
      await workThrough(world, id);
      const ended = await look();
      expect(await settle()).toEqual({ outcome: "settled_elsewhere" });
      expect(await look()).toEqual(ended);
      expect(await commitsOf(id)).toHaveLength(1);
    },
  );
});

test("a replay that meets a later push on its record in the same instant: one of the two is leased", async () => {
  const input = { entity_ref: "Riverbend Foods" };
  const first = await proposeAndApprove(world, proposals.arNote(input));
  await world.account.fault("closed_period");
  expect(await push(first.pushId)).toEqual({ outcome: "dead" });
  const second = await proposeAndApprove(world, proposals.arNote(input));
  const lease = (pushId: number, whenLeased: () => Promise<void> = async () => {}) =>
    inTenant(world.db.database, world.tenantId, async (tx) => {
      const answer = await leasePush(tx, world.tenantId, pushId, `sender of ${pushId}`, 30);
      await whenLeased();
      return answer;
    });
  const [leased, release] = [newGate(), newGate()];
  const leaseOfSecond = lease(second.pushId, () => (leased.open(), release.opened));
  await leased.opened;
  await retryPush(world.admin, first.id, world.gateway);
  const leaseOfFirst = lease(first.pushId);
  // It waits for the second one's transaction; without that it would be leased by now.
  await Promise.race([leaseOfFirst, untilWaiting(world.superuser, 1)]);
  release.open();
  expect(await leaseOfSecond).toMatchObject({ attempt: 1 });
  expect(await leaseOfFirst).toBeNull();
});

test("a settlement that ends an action which is no longer approved is undone as a whole", async () => {
  const { id, pushId } = await proposeAndApprove(world, proposals.arNote());
  const { settle } = await leaseAs("sender", pushId);
  await pastEveryGuard(
    world.superuser,
    (tx) => tx`UPDATE proposed_actions SET status = 'cancelled', ended_at = now() WHERE id = ${id}`,
  );
  for (const verdict of [verdicts[0]!, stale])
    await expect(settle(verdict)).rejects.toThrow("was not approved when its last push ended");
  expect(await standOf(world, id)).toMatchObject({ push: "pushing", action: "cancelled" });
  expect(await world.eventsOf(id)).toEqual(["hitl.proposed", "hitl.approved"]);
});

test("a mirror row that cannot be written undoes the step to applied with it; the next sender finds the write and both are there", async () => {
  const { id, pushId } = await proposeAndApprove(
    world,
    proposals.arNote({ entity_ref: "Bluestem Bistro Group" }),
  );
  const mirrors = () => world.owner`SELECT 1 FROM proposed_actions_applied_mirror WHERE action_id = ${id}`;
  await world.owner.unsafe(
    `ALTER TABLE proposed_actions_applied_mirror ADD CONSTRAINT fault CHECK (action_id <> ${id}) NOT VALID`,
  );
  try {
    await expect(push(pushId)).rejects.toThrow();
  } finally {
    await world.owner`ALTER TABLE proposed_actions_applied_mirror DROP CONSTRAINT fault`;
  }
  expect(await commitsOf(id), "NetSuite has written").toHaveLength(1);
  expect(await standOf(world, id)).toEqual({ push: "pushing", action: "approved", attempts: 0 });
  expect(await mirrors()).toHaveLength(0);
  expect(await world.eventsOf(id)).toEqual(["hitl.proposed", "hitl.approved"]);

  await loseLease(id);
  expect(await push(pushId)).toEqual({ outcome: "applied" });
  expect(await standOf(world, id)).toMatchObject({ push: "applied", action: "applied" });
  expect(await mirrors()).toHaveLength(1);
  expect(await commitsOf(id)).toHaveLength(1);
});

test("a slow sender keeps its lease by heartbeats beyond the time it was given, and nobody takes its work meanwhile", async () => {
  const { id, pushId } = await proposeAndApprove(
    world,
    proposals.arNote({ entity_ref: "Bluestem Bistro Group" }),
  );
  const [written, answer] = [newGate(), newGate()];
  const write: RestletClient["write"] = async (...request) => {
    const verdict = await honest.write(...request);
    written.open();
    await answer.opened;
    return verdict;
  };
  const slow = push(pushId, { ...world.gateway, leaseSeconds: 3 * slowness, netsuite: { ...honest, write } });
  expect(await Promise.race([written.opened, slow])).toBeUndefined();
  const [given] = await world.owner<{ until: Date }[]>`
    SELECT lease_expires_at AS until FROM ns_pending_pushes WHERE id = ${pushId}`;
  await until("the end of the lease as it was given", async () => {
    const [row] = await world.owner`SELECT clock_timestamp() > ${given!.until} AS over`;
    return row!.over as boolean;
  });
  expect(await rescueLeases(world.gateway)).toBe(0);
  expect(await push(pushId)).toMatchObject({ outcome: "in_flight" });
  expect(await standOf(world, id)).toEqual({ push: "pushing", action: "approved", attempts: 0 });
  answer.open();
  expect(await slow).toEqual({ outcome: "applied" });
  expect(await commitsOf(id)).toHaveLength(1);
  expect(await world.eventsOf(id)).toEqual(["hitl.proposed", "hitl.approved", "hitl.applied"]);
});
