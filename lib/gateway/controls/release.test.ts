import { afterEach, expect, test } from "vitest";
import { slowness } from "@/e2e/support/slowness";
import { proposeAndApprove, requestsOf } from "@/lib/gateway/testing/deliver";
import type { Gateway } from "@/lib/gateway/context";
import { proposals } from "@/lib/gateway/testing/proposals";
import { holdRow, newGate, until, untilWaiting } from "@/lib/gateway/testing/race";
import { wakeHeldPush } from "@/db/queries/controls/kill-switches";
import { useWorld } from "@/lib/gateway/testing/use-world";
import { setGlobalSwitch } from "./set-global-switch";
import { releaseEverySwitch } from "@/lib/gateway/testing/release-every-switch";
import { flipSwitch } from "@/lib/gateway/testing/flip-switch";

/** A release misses no push that was halted, whatever happens at the same moment. */

const world = await useWorld();
const { owner, gateway } = world;
const { delivering } = gateway.database;
afterEach(() => releaseEverySwitch(owner));

const change = { name: "ns_writes", reason: "a test" } as const;
const ownSwitch = (engaged: boolean) => flipSwitch(world.owner, world.admin, { ...change, engaged }, gateway);
const globalSwitch = (engaged: boolean) =>
  setGlobalSwitch({ kind: "operator", name: "Olaf" }, { ...change, engaged }, gateway);
const isReleased = async () => (await owner`SELECT 1 FROM kill_switches WHERE engaged`).length === 0;
const noteOf = (customer: string) => proposeAndApprove(world, proposals.arNote({ entity_ref: customer }));

/** The event that requests the push again has been sent. */
const hasLeft = async (pushId: number) =>
  world.outgoing.some(({ id }) => id === `t${world.tenantId}-push-${pushId}-round-1`);

/** Begins to send, has looked at the switches, and commits no sooner than it is told to. */
function lookAndStandStill(pushId: number) {
  const [looked, goOn] = [newGate(), newGate()];
  const held = (strings: TemplateStringsArray, ...values: never[]) =>
    strings.join("").includes("begin_sending")
      ? delivering.sql.begin(async (tx) => {
          const rows = await tx(strings, ...values);
          looked.open();
          await goOn.opened;
          return rows;
        })
      : delivering.sql(strings, ...values);
  const over: Gateway = {
    ...gateway,
    database: { ...gateway.database, delivering: { ...delivering, sql: held as typeof delivering.sql } },
  };
  return { delivery: world.push(pushId, over), looked: looked.opened, goOn: () => goOn.open() };
}

test.each([
  ["a switch", ownSwitch],
  ["a switch for every tenant", globalSwitch],
])(
  "releasing %s requests a push whose sender had looked before and had not said so yet, and lets no other wait for it",
  async (_, flip) => {
    const [held, other] = [await noteOf("Coastal Pantry"), await noteOf("Riverbend Foods")];
    await flip(true);
    world.outgoing.length = 0;
    const { delivery, looked, goOn } = lookAndStandStill(held.pushId);
    await looked;
    const releasing = flip(false);
    await Promise.race([releasing, untilWaiting(world.superuser, 1)]);
    expect(await isReleased()).toBe(true);
    await until("the other's event being sent", () => hasLeft(other.pushId));
    expect(await requestsOf(world, held.pushId)).toHaveLength(1);
    goOn();
    expect(await delivery).toMatchObject({ outcome: "halted", retryInMs: null });
    await releasing;
    expect(await requestsOf(world, held.pushId)).toEqual([
      `push-${held.pushId}-round-0`,
      `push-${held.pushId}-round-1`,
    ]);
    for (const { pushId } of [held, other]) expect(await world.push(pushId)).toEqual({ outcome: "applied" });
  },
);

test("a write that is approved while a release requests the waiting ones is halted no more", async () => {
  const waiting = await noteOf("Coastal Pantry");
  await ownSwitch(true);
  const [held, letGo] = [newGate(), newGate()];
  // The request of the waiting push stands still: somebody else is about to make the same.
  const holder = owner.begin(async (tx) => {
    await tx`
      INSERT INTO outbox (tenant_id, event_name, event_id, body_json)
      VALUES (${world.tenantId}, 'ns-push.requested', ${`push-${waiting.pushId}-round-1`}, '{}')`;
    held.open();
    await letGo.opened;
    throw new Error("it does not");
  });
  await held.opened;
  const releasing = ownSwitch(false);
  await untilWaiting(world.superuser, 1);
  const later = await noteOf("Riverbend Foods");
  const outcome = await world.push(later.pushId);
  letGo.open();
  await expect(holder).rejects.toThrow("it does not");
  await releasing;
  expect(outcome).toEqual({ outcome: "applied" });
  expect(await requestsOf(world, waiting.pushId)).toHaveLength(2);
  expect(await world.push(waiting.pushId)).toEqual({ outcome: "applied" });
});

test("a push that was cancelled while a release waited for it is not requested", async () => {
  const { id, pushId } = await noteOf("Coastal Pantry");
  await ownSwitch(true);
  const [held, letGo] = [newGate(), newGate()];
  const cancelling = owner.begin(async (tx) => {
    await tx`UPDATE ns_pending_pushes SET status = 'cancelled', ended_at = now() WHERE action_id = ${id}`;
    held.open();
    await letGo.opened;
  });
  await held.opened;
  const releasing = ownSwitch(false);
  await until("the release counting", isReleased);
  await untilWaiting(world.superuser, 1);
  letGo.open();
  await Promise.all([cancelling, releasing]);
  expect(await requestsOf(world, pushId)).toHaveLength(1);
});

test("a push is requested as soon as it is free, while another of the same release stays held", async () => {
  const [stays, free] = [await noteOf("Coastal Pantry"), await noteOf("Riverbend Foods")];
  await ownSwitch(true);
  const rows = await Promise.all(
    [stays, free].map(({ pushId }) => holdRow(owner, "ns_pending_pushes", pushId)),
  );
  const releasing = ownSwitch(false);
  await untilWaiting(world.superuser, 2);
  await rows[1]!.release("commit");
  await until("the event of the free push being sent", () => hasLeft(free.pushId));
  expect(await requestsOf(world, stays.pushId)).toHaveLength(1);
  expect(await world.push(free.pushId)).toEqual({ outcome: "applied" });
  await rows[0]!.release("commit");
  await releasing;
  expect(await requestsOf(world, stays.pushId)).toHaveLength(2);
});

test("repeated releases that wait for a held push leave connections for the next switch", async () => {
  const held = await noteOf("Coastal Pantry");
  await ownSwitch(true);
  const row = await holdRow(owner, "ns_pending_pushes", held.pushId);
  const urgentConnections = 5;
  let answers = 0;
  const releases = Array.from({ length: urgentConnections }, () =>
    ownSwitch(false).then(() => (answers += 1)),
  );
  // One of them waits for the push, the others leave it to that one.
  await until("the other releases answering", async () => answers === urgentConnections - 1);
  const { switches } = await ownSwitch(true);
  expect(switches.find(({ name }) => name === "ns_writes")).toMatchObject({ engaged: true });
  await row.release("commit");
  await Promise.all(releases);
  expect(await requestsOf(world, held.pushId)).toContain(`push-${held.pushId}-round-1`);
});

test("a push that stays held delays a request no longer than the limit, and is left to reconciliation", async () => {
  const held = await noteOf("Coastal Pantry");
  const row = await holdRow(owner, "ns_pending_pushes", held.pushId);
  const startedAt = performance.now();
  expect(await wakeHeldPush(gateway.database, world.tenantId, held.pushId, 50)).toBe(false);
  const elapsedMs = performance.now() - startedAt;
  await row.release("commit");
  // Without a limit of its own it would wait as long as the role may, which is 25 s.
  expect(elapsedMs).toBeLessThan(5_000 * slowness);
  expect(await requestsOf(world, held.pushId)).toHaveLength(1);
});
