import { afterEach, describe, expect, test } from "vitest";
import { PUSH_ATTEMPTS_MAX } from "@/lib/core/push/retry";
import { flipSwitch } from "@/lib/gateway/testing/flip-switch";
import { letTimePass, proposeAndApprove, standOf, workThrough } from "@/lib/gateway/testing/deliver";
import { proposals } from "@/lib/gateway/testing/proposals";
import { openProxy } from "@/lib/gateway/testing/proxy-transport";
import { expectRefusal, until } from "@/lib/gateway/testing/race";
import { releaseEverySwitch } from "@/lib/gateway/testing/release-every-switch";
import { useAmendments } from "@/lib/gateway/testing/use-world";

/** An answer to the last request says nothing of a copy of an earlier one that a proxy still holds. */

const proxy = openProxy();
const { world, verbs } = await useAmendments({ client: { transport: proxy.transport } });
const { account, owner } = world;
afterEach(async () => {
  proxy.forget();
  await account.control("DELETE", "faults");
  await releaseEverySwitch(owner);
  await owner`UPDATE push_lanes SET state = 'open', code = NULL, message = NULL, halted_at = NULL, probe_at = NULL`;
  await account.edit("customer", "Coastal Pantry", { creditlimit: 60_000 });
});

const note = (customer: string) => proposeAndApprove(world, proposals.arNote({ entity_ref: customer }));
const conflict = { v: 1, verdict: "conflict", code: "RCRD_HAS_BEEN_CHANGED", message: "Changed." };
const makeDue = (pushId: number) =>
  owner`UPDATE ns_pending_pushes SET next_attempt_at = clock_timestamp() WHERE id = ${pushId}`;

/** A switch names it, nobody can cancel it, and its copy ends the action as applied, written once. */
async function expectStillInDoubt({ id, pushId }: { id: number; pushId: number }): Promise<void> {
  const change = { name: "ns_writes", reason: "a test" } as const;
  const { in_flight } = await flipSwitch(
    world.owner,
    world.admin,
    { ...change, engaged: true },
    world.gateway,
  );
  expect(in_flight).toMatchObject([{ push_id: pushId }]);
  await expectRefusal(verbs.cancel(id), "may_be_written");
  await flipSwitch(world.owner, world.admin, { ...change, engaged: false }, world.gateway);
  await proxy.deliver();
  await expectRefusal(verbs.cancel(id), "may_be_written");
  expect(await world.commitsOf(id)).toHaveLength(1);
}

test("a write that was signed again after a 401 and then refused may still be written by its first request", async () => {
  const sent = await note("Two Rivers Commissary");
  proxy.answerNext(401);
  await account.fault("closed_period");
  expect(await world.push(sent.pushId)).toEqual({ outcome: "dead" });
  await expectStillInDoubt(sent);
  await workThrough(world, sent.id);
  expect(await standOf(world, sent.id)).toMatchObject({ action: "applied" });
});

test.each([
  [405, "METHOD_NOT_ALLOWED"],
  [415, "UNSUPPORTED"],
])("a proxy's HTTP %s with the code %s is not taken for the script's word", async (status, code) => {
  const sent = await note("Sunmeadow Schools");
  proxy.answerNext(status, { error: { code, message: "Not here." } });
  expect(await world.push(sent.pushId)).toEqual({ outcome: "dead" });
  await expectStillInDoubt(sent);
  await workThrough(world, sent.id);
  expect(await standOf(world, sent.id)).toMatchObject({ action: "applied" });
});

describe("after a 429", () => {
  const throttled = async () => {
    const sent = await proposeAndApprove(world, proposals.creditLimit(61_000));
    proxy.answerNext(429);
    expect(await world.push(sent.pushId)).toMatchObject({ outcome: "requeued" });
    await makeDue(sent.pushId);
    return sent;
  };

  test("a conflict waits for the first request before a probe counts", async () => {
    const sent = await throttled();
    proxy.answerNext(200, conflict);
    const outcome = await world.push(sent.pushId);
    expect(outcome).toMatchObject({ outcome: "unknown" });
    expect((outcome as { retryInMs: number }).retryInMs).toBeGreaterThan(60_000);
    const change = { name: "ns_writes", reason: "a test" } as const;
    const { in_flight } = await flipSwitch(
      world.owner,
      world.admin,
      { ...change, engaged: true },
      world.gateway,
    );
    expect(in_flight).toMatchObject([{ push_id: sent.pushId }]);
    await flipSwitch(world.owner, world.admin, { ...change, engaged: false }, world.gateway);
    await proxy.deliver();
    await letTimePass(world, sent.id);
    await workThrough(world, sent.id);
    expect(await standOf(world, sent.id)).toMatchObject({ action: "applied" });
    expect(await world.commitsOf(sent.id)).toHaveLength(1);
  });

  test("a record that somebody else changed ends the action only once the first request can no longer begin", async () => {
    const sent = await throttled();
    await account.edit("customer", "Coastal Pantry", { creditlimit: 60_500 });
    expect(await world.push(sent.pushId)).toMatchObject({ outcome: "unknown" });
    expect(await standOf(world, sent.id)).toMatchObject({ action: "approved", push: "unknown" });
    await account.edit("customer", "Coastal Pantry", { creditlimit: 60_000 });
    await proxy.deliver();
    await letTimePass(world, sent.id);
    await workThrough(world, sent.id);
    expect(await standOf(world, sent.id)).toMatchObject({ action: "applied" });
    expect(await world.commitsOf(sent.id)).toHaveLength(1);
  });

  test("and a long time, a record that somebody else changed ends it at once", async () => {
    const sent = await throttled();
    await letTimePass(world, sent.id);
    await account.edit("customer", "Coastal Pantry", { creditlimit: 60_500 });
    expect(await world.push(sent.pushId)).toEqual({ outcome: "stale" });
    expect(await standOf(world, sent.id)).toMatchObject({ action: "stale" });
  });
});

test("a copy that is inside its save when the probe comes is found later, and nobody can cancel it meanwhile", async () => {
  const sent = await proposeAndApprove(world, proposals.creditLimit(61_000));
  proxy.answerNext(429);
  await world.push(sent.pushId);
  await makeDue(sent.pushId);
  proxy.answerNext(200, conflict);
  await world.push(sent.pushId);
  // The time of the first request is over, its save is not.
  await owner`
    UPDATE ns_pending_pushes SET hold_until = clock_timestamp(), not_after = clock_timestamp() - interval '70 seconds',
      earlier_not_after = clock_timestamp() - interval '70 seconds' WHERE id = ${sent.pushId}`;
  await account.fault("slow_save", { delay_ms: 2_000 });
  const delivery = proxy.deliver();
  await until("the probe finding it begun", async () => {
    const outcome = await world.push(sent.pushId);
    return (
      outcome.outcome === "unknown" && "because" in outcome && outcome.because.includes("inside its save")
    );
  });
  await expectRefusal(verbs.cancel(sent.id), "may_be_written");
  await delivery;
  await letTimePass(world, sent.id);
  await workThrough(world, sent.id);
  expect(await standOf(world, sent.id)).toMatchObject({ action: "applied" });
});

test("a write that a probe found unwritten, once no copy of it could begin, goes stale at once by the next answer of the script", async () => {
  const sent = await proposeAndApprove(world, proposals.creditLimit(61_000));
  proxy.answerNext(200, conflict);
  // The row says that the script itself answered: whoever holds the database could have written that.
  expect(await world.push(sent.pushId)).toMatchObject({ outcome: "unknown" });
  await letTimePass(world, sent.id);
  expect(await world.push(sent.pushId)).toMatchObject({ outcome: "requeued" });
  await account.edit("customer", "Coastal Pantry", { creditlimit: 60_500 });
  await makeDue(sent.pushId);
  expect(await world.push(sent.pushId)).toEqual({ outcome: "stale" });
});

test("a request for which no connection was made leaves no doubt and holds up nobody", async () => {
  const [refused, later] = [await note("Riverbend Foods"), await note("Riverbend Foods")];
  for (let attempt = 0; attempt < PUSH_ATTEMPTS_MAX; attempt += 1) {
    proxy.failNext("ECONNREFUSED");
    await makeDue(refused.pushId);
    await world.push(refused.pushId);
  }
  expect(await standOf(world, refused.id)).toMatchObject({ push: "dead" });
  expect(await world.push(later.pushId)).toEqual({ outcome: "applied" });
});

test("a later write on the same record waits while a request of a dead one may still begin", async () => {
  const [first, later] = [await note("Halvorsen Markets"), await note("Halvorsen Markets")];
  proxy.answerNext(405);
  expect(await world.push(first.pushId)).toEqual({ outcome: "dead" });
  expect(await world.push(later.pushId)).toMatchObject({ outcome: "waiting_its_turn" });
  await letTimePass(world, first.id);
  expect(await world.push(later.pushId)).toEqual({ outcome: "applied" });
});
