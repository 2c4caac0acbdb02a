import { afterEach, describe, expect, test } from "vitest";
import { PUSH_ATTEMPTS_MAX, RECONCILE_ROUNDS_MAX } from "@/lib/core/push/retry";
import { reconcilePushes } from "./repair/reconcile-pushes";
import { drainPushes, replayDeadLetter, retryPush } from "./repair/replay-push";
import {
  letTimePass,
  proposeAndApprove,
  refusedConnection,
  requestsOf,
  standOf,
  workThrough,
} from "@/lib/gateway/testing/deliver";
import { flipSwitch } from "@/lib/gateway/testing/flip-switch";
import { proposals } from "@/lib/gateway/testing/proposals";
import { expectRefusal } from "@/lib/gateway/testing/race";
import { useWorld } from "@/lib/gateway/testing/use-world";

const world = await useWorld();
const { push, commitsOf } = world;
afterEach(async () => {
  await world.account.control("DELETE", "faults");
  await world.owner`UPDATE push_lanes SET state = 'open', code = NULL, halted_at = NULL, probe_at = NULL`;
  for (const { action_id } of await world.owner<{ action_id: number }[]>`
    SELECT action_id FROM ns_pending_pushes WHERE status IN ('queued', 'unknown') ORDER BY id`)
    await workThrough(world, action_id);
  await world.owner`UPDATE ns_pending_pushes SET status = 'cancelled' WHERE status = 'dead'`;
});

const openLetters = (actionId: number) => world.owner<{ id: number; last_at: Date }[]>`
  SELECT * FROM ns_push_dlq_log WHERE action_id = ${actionId} AND replayed_at IS NULL ORDER BY id`;
const write = async () => refusedConnection;
const unreachable = { ...world.gateway, netsuite: { ...world.gateway.netsuite, write } };

async function die() {
  const action = await proposeAndApprove(world, proposals.arNote());
  await world.account.fault("closed_period");
  expect(await push(action.pushId)).toEqual({ outcome: "dead" });
  return action;
}
/** Dead because the connection was refused, again and again. */
async function dieOfNetwork(action?: { id: number; pushId: number }) {
  const one = action ?? (await proposeAndApprove(world, proposals.arNote()));
  for (let attempt = 0; attempt < PUSH_ATTEMPTS_MAX; attempt += 1) {
    await letTimePass(world, one.id);
    await push(one.pushId, unreachable);
  }
  expect(await standOf(world, one.id)).toEqual({
    push: "dead",
    action: "approved",
    attempts: PUSH_ATTEMPTS_MAX,
  });
  return one;
}

test("three failed attempts, at once, after 5 s and after 30 s, end in a dead letter; the action stays approved", async () => {
  const { id, pushId } = await proposeAndApprove(world, proposals.arNote());
  const first = await push(pushId, unreachable);
  expect(first).toMatchObject({ outcome: "requeued", retryInMs: 5_000 });
  expect(await push(pushId), "not before it is due").toMatchObject({ outcome: "not_due" });
  await letTimePass(world, id);
  expect(await push(pushId, unreachable)).toMatchObject({ outcome: "requeued", retryInMs: 30_000 });
  await letTimePass(world, id);
  expect(await push(pushId, unreachable)).toEqual({ outcome: "dead" });
  expect(await standOf(world, id)).toEqual({ push: "dead", action: "approved", attempts: 3 });
  const [letter] = await openLetters(id);
  expect(letter).toMatchObject({
    payload_json: { action_key: `cs-${world.tenantId}-${id}` },
    error_json: { code: "ECONNREFUSED" },
    attempts: 3,
  });
  expect(letter!.last_at).toBeInstanceOf(Date);
  expect(await commitsOf(id)).toHaveLength(0);
});

test("throttling spends no attempt, however long it lasts, and waits longer each time", async () => {
  const { id, pushId } = await proposeAndApprove(world, proposals.arNote());
  await world.account.fault("request_limit", { times: 6 });
  const waits: number[] = [];
  for (let turn = 0; turn < 6; turn += 1) {
    await letTimePass(world, id);
    const outcome = await push(pushId);
    expect(outcome).toMatchObject({ outcome: "requeued" });
    if ("retryInMs" in outcome) waits.push(outcome.retryInMs!);
  }
  expect(waits).toEqual([2_000, 4_000, 8_000, 16_000, 32_000, 60_000]);
  await workThrough(world, id);
  expect(await standOf(world, id)).toEqual({ push: "applied", action: "applied", attempts: 0 });
});

describe("an account that does not let us in", () => {
  test("halts the lane for every push without an attempt spent; one push tries it after a minute, and its failure halts it again", async () => {
    const one = await proposeAndApprove(world, proposals.arNote());
    const two = await proposeAndApprove(world, proposals.arNote({ entity_ref: "Riverbend Foods" }));
    const three = await proposeAndApprove(world, proposals.arNote({ entity_ref: "Harbor Light Hotels" }));
    await world.account.fault("login_refused", { times: 4 });
    expect(await push(one.pushId)).toMatchObject({ outcome: "lane_halted", retryInMs: 60_000 });
    expect(await push(two.pushId)).toMatchObject({ outcome: "lane_halted" });
    const [lane] =
      await world.owner`SELECT state, code, halted_at FROM push_lanes WHERE tenant_id = ${world.tenantId}`;
    expect(lane).toMatchObject({ state: "halted", code: expect.any(String), halted_at: expect.any(Date) });

    const minutePasses = async () => {
      for (const { id } of [one, two, three]) await letTimePass(world, id);
    };
    await minutePasses();
    const tried = await Promise.all([one, two, three].map(({ pushId }) => push(pushId)));
    expect(tried.map(({ outcome }) => outcome)).toEqual(["lane_halted", "lane_halted", "lane_halted"]);
    const leases = await world.owner<{ n: number }[]>`
      SELECT sum(lease_attempt)::int AS n FROM ns_pending_pushes WHERE id = ANY (${[one.pushId, two.pushId, three.pushId]})`;
    expect(leases[0]!.n, "the first one, and the one that tried").toBe(2);
    for (const { id } of [one, two, three])
      expect(await standOf(world, id)).toMatchObject({ push: "queued", attempts: 0 });

    await world.account.control("DELETE", "faults");
    await minutePasses();
    expect(await push(two.pushId)).toEqual({ outcome: "applied" });
    const [open] =
      await world.owner`SELECT state, code, probe_at FROM push_lanes WHERE tenant_id = ${world.tenantId}`;
    expect(open).toEqual({ state: "open", code: null, probe_at: null });
    expect(await push(one.pushId)).toEqual({ outcome: "applied" });
    expect(await push(three.pushId)).toEqual({ outcome: "applied" });
  });
});

describe("reconciliation", () => {
  test("revives pushes that died of a passing cause, but only so often", async () => {
    const action = await dieOfNetwork();
    for (let round = 1; round <= RECONCILE_ROUNDS_MAX; round += 1) {
      expect(await reconcilePushes(world.gateway)).toMatchObject({ revived: 1 });
      expect(await openLetters(action.id)).toHaveLength(0);
      await dieOfNetwork(action);
    }
    expect(await reconcilePushes(world.gateway)).toMatchObject({ revived: 0 });
    expect(await standOf(world, action.id)).toMatchObject({ push: "dead", action: "approved" });
    expect(await openLetters(action.id)).toHaveLength(1);
  });
  test("never revives a push that NetSuite refused", async () => {
    const { id } = await die();
    expect(await reconcilePushes(world.gateway)).toMatchObject({ revived: 0 });
    expect(await standOf(world, id)).toMatchObject({ push: "dead" });
  });
  test("asks again, under new event ids, for due and unknown pushes and not for those that are not due", async () => {
    const due = await proposeAndApprove(world, proposals.arNote());
    const unknown = await proposeAndApprove(world, proposals.arNote({ entity_ref: "Riverbend Foods" }));
    await world.account.fault("drop_before_execution");
    await push(unknown.pushId);
    const later = await proposeAndApprove(world, proposals.arNote({ entity_ref: "Harbor Light Hotels" }));
    await world.account.fault("request_limit");
    await push(later.pushId);
    for (let turn = 1; turn <= 2; turn += 1) {
      await reconcilePushes(world.gateway);
      expect((await requestsOf(world, due.pushId)).at(-1)).toBe(`push-${due.pushId}-round-${turn}`);
      expect((await requestsOf(world, unknown.pushId)).at(-1)).toBe(`push-${unknown.pushId}-round-${turn}`);
      expect(await requestsOf(world, later.pushId)).toHaveLength(1);
    }
  });
});

describe("an administrator", () => {
  test("replays a dead letter once; it goes back with fresh attempts", async () => {
    const { id, pushId } = await die();
    const [letter] = await openLetters(id);
    expect(await replayDeadLetter(world.admin, letter!.id, world.gateway)).toMatchObject({
      action_id: id,
      status: "queued",
    });
    await expectRefusal(replayDeadLetter(world.admin, letter!.id, world.gateway), "not_replayable");
    expect(await openLetters(id)).toHaveLength(0);
    expect((await requestsOf(world, pushId)).at(-1)).toBe(`push-${pushId}-round-1`);
    expect(await push(pushId)).toEqual({ outcome: "applied" });
    expect(await commitsOf(id)).toHaveLength(1);
  });
  test("replays a push that spent all its attempts, and it has all of them again, at the same delays", async () => {
    const { id, pushId } = await dieOfNetwork();
    const [letter] = await openLetters(id);
    await replayDeadLetter(world.admin, letter!.id, world.gateway);
    expect(await standOf(world, id)).toEqual({ push: "queued", action: "approved", attempts: 0 });
    for (const retryInMs of [5_000, 30_000]) {
      expect(await push(pushId, unreachable)).toMatchObject({ outcome: "requeued", retryInMs });
      await letTimePass(world, id);
    }
    expect(await push(pushId, unreachable)).toEqual({ outcome: "dead" });
    expect(await openLetters(id)).toMatchObject([{ attempts: PUSH_ATTEMPTS_MAX }]);
  });
  test("retries by action id: dead goes back, waiting becomes due, unknown is probed and never sent blindly, ended is refused", async () => {
    const dead = await die();
    expect(await retryPush(world.admin, dead.id, world.gateway)).toMatchObject({ status: "queued" });
    expect(await push(dead.pushId)).toEqual({ outcome: "applied" });
    await expectRefusal(retryPush(world.admin, dead.id, world.gateway), {
      code: "not_replayable",
      members: { push_status: "applied" },
    });

    const waiting = await proposeAndApprove(world, proposals.arNote());
    await world.account.fault("request_limit");
    await push(waiting.pushId);
    await retryPush(world.admin, waiting.id, world.gateway);
    expect(await push(waiting.pushId)).toEqual({ outcome: "applied" });

    const unknown = await proposeAndApprove(world, proposals.arNote());
    await world.account.fault("drop_before_execution");
    await push(unknown.pushId);
    expect(await retryPush(world.admin, unknown.id, world.gateway)).toMatchObject({ status: "unknown" });
    expect(await push(unknown.pushId), "the hold has not passed").toMatchObject({ outcome: "unknown" });
    expect(await commitsOf(unknown.id)).toHaveLength(0);
  });
  test("drains at once the pushes that reconciliation would ask for at its turn", async () => {
    const { pushId } = await proposeAndApprove(world, proposals.arNote());
    expect(await drainPushes(world.admin, world.gateway)).toMatchObject({ requested: expect.any(Number) });
    expect((await requestsOf(world, pushId)).at(-1)).toBe(`push-${pushId}-round-1`);
  });
  test("drains while a switch is on: the push is asked for, stays queued without an attempt, and goes after the release", async () => {
    const { id, pushId } = await proposeAndApprove(world, proposals.arNote());
    const flip = (engaged: boolean) =>
      flipSwitch(world.owner, world.admin, { name: "ns_writes", engaged, reason: "test" }, world.gateway);
    await flip(true);
    await drainPushes(world.admin, world.gateway);
    expect((await requestsOf(world, pushId)).at(-1)).toBe(`push-${pushId}-round-1`);
    expect(await push(pushId)).toMatchObject({ outcome: "halted" });
    expect(await standOf(world, id)).toEqual({ push: "queued", action: "approved", attempts: 0 });
    expect(await commitsOf(id)).toHaveLength(0);
    await flip(false);
    expect(await push(pushId)).toEqual({ outcome: "applied" });
    expect(await commitsOf(id)).toHaveLength(1);
  });
  test("is who it takes, in the tenant it is about", async () => {
    const { id } = await die();
    const [letter] = await openLetters(id);
    for (const person of [world.viewer, world.approver]) {
      await expectRefusal(retryPush(person, id, world.gateway), "not_allowed");
      await expectRefusal(replayDeadLetter(person, letter!.id, world.gateway), "not_allowed");
      await expectRefusal(drainPushes(person, world.gateway), "not_allowed");
    }
    const stranger = await (await world.addTenant()).person("Stranger", "admin");
    await expectRefusal(retryPush(stranger, id, world.gateway), "not_found");
    await expectRefusal(replayDeadLetter(stranger, letter!.id, world.gateway), "not_found");
    expect(await openLetters(id)).toHaveLength(1);
  });
});
