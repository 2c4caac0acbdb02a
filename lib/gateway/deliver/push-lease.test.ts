import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { inTenant } from "@/db/client";
import { extendLease, leasePush } from "@/db/queries/pushes/push-leases";
import { readPushContext } from "@/db/queries/pushes/pushes";
import type { RestletClient } from "@/lib/destinations/netsuite/restlet-client";
import type { WriteVerdict } from "@/lib/core/push/verdict";
import { probePush } from "./settle/probe-push";
import { pushLine } from "./push-line";
import { rescueLeases } from "./repair/rescue-leases";
import { settleVerdict } from "./settle/settle-verdict";
import { letTimePass, proposeAndApprove, standOf, workThrough } from "@/lib/gateway/testing/deliver";
import { proposals } from "@/lib/gateway/testing/proposals";
import { type World, openWorld } from "@/lib/gateway/testing/world";

let world: World;
let honest: RestletClient;
beforeAll(async () => {
  world = await openWorld();
  honest = world.gateway.netsuite;
});
afterAll(() => world.close());

const push = (pushId: number) => pushLine(world.tenantId, pushId, world.gateway);
const commitsOf = (actionId: number) => world.account.commits(`cs-${world.tenantId}-${actionId}`);
const loseLease = (actionId: number) =>
  world.owner`UPDATE ns_pending_pushes SET lease_expires_at = now() - interval '1 second' WHERE action_id = ${actionId}`;

/** A sender that goes away mid-call: what it does, it does; what it hears, nobody hears. */
async function crashWhileSending(pushId: number, when: "before sending" | "after sending"): Promise<void> {
  let leave: () => void = () => {};
  const gone = new Promise<void>((resolve) => (leave = resolve));
  const write: RestletClient["write"] = async (request) => {
    if (when === "after sending") await honest.write(request);
    leave();
    return new Promise<WriteVerdict>(() => {});
  };
  void pushLine(world.tenantId, pushId, {
    ...world.gateway,
    leaseSeconds: 3_600,
    netsuite: { ...honest, write },
  });
  await gone;
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
  test("and the sweep has not been by: whoever asks next takes it back, probes and settles", async () => {
    const { id, pushId } = await proposeAndApprove(world, proposals.arNote());
    await crashWhileSending(pushId, "after sending");
    await loseLease(id);
    expect(await push(pushId)).toEqual({ outcome: "applied" });
    expect(await commitsOf(id)).toHaveLength(1);
  });
  test("after NetSuite had written: unknown, probed, applied, never sent again", async () => {
    const { id, pushId } = await proposeAndApprove(world, proposals.arNote());
    await crashWhileSending(pushId, "after sending");
    await loseLease(id);
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
    const { id, pushId } = await proposeAndApprove(world, proposals.arNote());
    await crashWhileSending(pushId, "before sending");
    await loseLease(id);
    await rescueLeases(world.gateway);
    expect(await push(pushId), "within the hold").toMatchObject({ outcome: "unknown" });
    expect(await commitsOf(id)).toHaveLength(0);
    await letTimePass(world, id);
    expect(await push(pushId), "after it").toMatchObject({ outcome: "requeued" });
    await workThrough(world, id);
    expect(await standOf(world, id)).toMatchObject({ push: "applied", action: "applied" });
    expect(await commitsOf(id)).toHaveLength(1);
  });
  test("three times over ends in a dead letter instead of for ever", async () => {
    const { id, pushId } = await proposeAndApprove(world, proposals.arNote());
    for (let crash = 0; crash < 3; crash += 1) {
      await letTimePass(world, id);
      await crashWhileSending(pushId, "before sending");
      await loseLease(id);
      await rescueLeases(world.gateway);
      await letTimePass(world, id);
      await push(pushId);
    }
    expect(await standOf(world, id)).toEqual({ push: "dead", action: "approved", attempts: 3 });
    expect(await commitsOf(id)).toHaveLength(0);
  });
  test("is rescued once, by however many sweeps", async () => {
    const { id, pushId } = await proposeAndApprove(world, proposals.arNote());
    await crashWhileSending(pushId, "after sending");
    await loseLease(id);
    const rescued = await Promise.all([1, 2, 3, 4].map(() => rescueLeases(world.gateway)));
    expect(rescued.reduce((sum, count) => sum + count, 0)).toBe(1);
    await workThrough(world, id);
  });
});

/** Every verdict a stale sender could come back with. */
const verdicts: WriteVerdict[] = (() => {
  const base = { code: "LATE", publicMessage: "late", details: { httpStatus: 200, message: null } };
  return [
    {
      class: "applied",
      ...base,
      record: { type: "note", id: "1" },
      readback: [],
      committedAt: null,
      duplicate: false,
    },
    { class: "not_executed", ...base, throttled: true, retryAfterSeconds: null },
    { class: "not_executed", ...base, throttled: false, retryAfterSeconds: null },
    { class: "unknown", ...base },
    { class: "conflict", ...base },
    { class: "stale", ...base, reason: "from_mismatch", live: [] },
    { class: "terminal", ...base },
    { class: "lane_halt", ...base },
  ];
})();

describe("a sender that comes back after its lease was lost", () => {
  test.each(verdicts.map((verdict) => [verdict.class, verdict] as const))(
    "with %s changes nothing",
    async (_class, verdict) => {
      const { id, pushId } = await proposeAndApprove(
        world,
        proposals.arNote({ entity_ref: "Harbor Light Hotels" }),
      );
      const stale = await inTenant(world.db.database, world.tenantId, async (tx) => ({
        lease: (await leasePush(tx, world.tenantId, pushId, "stale-sender", 30))!,
        context: (await readPushContext(tx, world.tenantId, pushId))!,
      }));
      const settle = () =>
        settleVerdict(
          {
            tenantId: world.tenantId,
            context: stale.context,
            fence: { status: "pushing", ...stale.lease },
            verdict,
            sent: true,
          },
          world.gateway,
        );
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
      const second = await inTenant(world.db.database, world.tenantId, (tx) =>
        leasePush(tx, world.tenantId, pushId, "second-sender", 30),
      );
      expect(second!.attempt).toBe(stale.lease.attempt + 1);
      const whileHeld = await look();
      expect(await settle()).toEqual({ outcome: "settled_elsewhere" });
      expect(
        await inTenant(world.db.database, world.tenantId, (tx) =>
          extendLease(tx, world.tenantId, pushId, stale.lease, 30),
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
