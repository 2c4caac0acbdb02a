import { afterEach, expect, test } from "vitest";
import { openDatabase } from "@/db/client";
import { flipForEveryTenant } from "@/lib/gateway/controls/set-global-switch";
import { flipSwitch } from "@/lib/gateway/testing/flip-switch";
import { releaseEverySwitch } from "@/lib/gateway/testing/release-every-switch";
import { useWorld } from "@/lib/gateway/testing/use-world";

const world = await useWorld();
const { admin, gateway, owner, tenantId } = world;
/** Far below the 25 seconds after which a statement gives a lock up, and above what a busy machine needs. */
const answeredMs = 8_000;
afterEach(() => releaseEverySwitch(owner));

/** A session of the app's role that does this in a transaction and stays in it; idle for as long as it likes. */
async function hold(statement: (tenantId: number) => string) {
  const database = openDatabase(world.db.urls.app, { poolMax: 1 });
  const session = await database.sql.reserve();
  const [{ pid }] = await session<[{ pid: number }]>`SELECT pg_backend_pid() AS pid`;
  await session
    .unsafe(
      `SET idle_in_transaction_session_timeout = 0; SET lock_timeout = 0; BEGIN;
    SELECT set_config('app.tenant_id', '${tenantId}', true); ${statement(tenantId)}`,
    )
    .catch(async (error) => {
      await database.end();
      throw error;
    });
  return {
    isThere: async () => (await owner`SELECT 1 FROM pg_stat_activity WHERE pid = ${pid}`).length > 0,
    leave: () => database.end(),
  };
}

const engage = () =>
  flipSwitch(owner, admin, { name: "ns_writes", engaged: true, reason: "they write nonsense" }, gateway);
const countWaiting = async () =>
  (
    await world.superuser`
      SELECT 1 FROM pg_stat_activity WHERE usename = 'countersign_app' AND cardinality(pg_blocking_pids(pid)) > 0`
  ).length;
const eventsOf = (reason: string) =>
  owner`SELECT id FROM events WHERE event_type = 'kill_switch.engaged' AND body_text LIKE ${`%${reason}%`}`;

/** The one way to hold a switch's row: the role may not lock what it may not write. */
const flipAndStay = (id: number) => `SELECT flip_switch(${id}, 'ns_writes', true, 'a hold', 'Nobody')`;

test("a session of the app's own role cannot lock a switch's row", async () => {
  const locks = hold((id) => `SELECT 1 FROM kill_switches WHERE tenant_id = ${id} FOR SHARE`);
  await expect(locks).rejects.toMatchObject({ code: "42501" });
});

test("a switch is engaged although a session of the app's own role flips it and never commits", async () => {
  const before = (await eventsOf("they write nonsense")).length;
  const holder = await hold(flipAndStay);
  const start = performance.now();
  const { switches } = await engage();
  expect(performance.now() - start).toBeLessThan(answeredMs);
  expect(switches.find(({ name }) => name === "ns_writes")).toMatchObject({ engaged: true });
  expect(await eventsOf("they write nonsense")).toHaveLength(before + 1);
  expect(await eventsOf("a hold")).toHaveLength(0);
  expect(await holder.isThere()).toBe(false);
  await holder.leave();
});

test("a switch for every tenant is engaged although a session of the app's own role flips it and never commits", async () => {
  const holder = await hold(() => `SELECT flip_global_switch('ns_writes', true, 'a hold', 'Nobody')`);
  const start = performance.now();
  const { switches } = await flipForEveryTenant(
    { kind: "operator", name: "Olaf" },
    { name: "ns_writes", engaged: true, reason: "for all of them" },
    gateway.database,
  );
  expect(performance.now() - start).toBeLessThan(answeredMs);
  expect(switches.find(({ name }) => name === "ns_writes")).toMatchObject({
    engaged: true,
    reason: "for all of them",
  });
  expect(await eventsOf("for all of them")).toHaveLength(1);
  expect(await eventsOf("a hold")).toHaveLength(0);
  expect(await holder.isThere()).toBe(false);
  await holder.leave();
});

test("administrators who engage one held switch at once are all answered, and the ledger has one event", async () => {
  const holder = await hold(flipAndStay);
  const before = (await eventsOf("they write nonsense")).length;
  const answers = await Promise.all([engage(), engage(), engage()]);
  for (const { switches } of answers)
    expect(switches.find(({ name }) => name === "ns_writes")).toMatchObject({ engaged: true });
  expect(await eventsOf("they write nonsense")).toHaveLength(before + 1);
  await holder.leave();
});

test("a switch is engaged although a line of sessions of the app's own role waits for its row", async () => {
  const first = await hold(flipAndStay);
  const line = Array.from({ length: 8 }, () => hold(flipAndStay));
  const settled = Promise.allSettled(line);
  await expect.poll(countWaiting, { timeout: 30_000 }).toBe(8);
  const { switches } = await engage();
  expect(switches.find(({ name }) => name === "ns_writes")).toMatchObject({ engaged: true });
  expect(await first.isThere()).toBe(false);
  await first.leave();
  for (const one of await settled) if (one.status === "fulfilled") await one.value.leave();
  await expect.poll(countWaiting, { timeout: 30_000 }).toBe(0);
});

test("a switch is engaged although the session that holds its row asks for another engagement in the same transaction", async () => {
  await owner.begin(async (held) => {
    // The holder's own flip waits for the owner, whom nobody ends: it looks like an engagement in the line.
    await held`SELECT 1 FROM kill_switches WHERE tenant_id = ${tenantId} AND name = 'proposed_apply' FOR UPDATE`;
    const database = openDatabase(world.db.urls.app, { poolMax: 1 });
    const session = await database.sql.reserve();
    await session.unsafe(`SET lock_timeout = 0; BEGIN; SELECT set_config('app.tenant_id', '${tenantId}', true);
      ${flipAndStay(tenantId)}`);
    const isOld = async () => (await session`SELECT clock_timestamp() - now() > '1.2 s' AS old`)[0]!.old;
    await expect.poll(isOld, { timeout: 10_000 }).toBe(true);
    const holding = session`SELECT flip_switch(${tenantId}, ${"proposed_apply"}, ${true}, ${"a hold"}, ${"Nobody"})`;
    const ended = holding.then(
      () => "done",
      () => "ended",
    );
    await expect.poll(countWaiting, { timeout: 30_000 }).toBe(1);
    const { switches } = await engage();
    expect(switches.find(({ name }) => name === "ns_writes")).toMatchObject({ engaged: true });
    expect(await ended).toBe("ended");
    await database.end();
  });
});

test("a session of another role that holds a switch's row is not ended", async () => {
  const stays = await owner.begin(async (sql) => {
    await sql`SELECT 1 FROM kill_switches WHERE tenant_id = ${tenantId} FOR UPDATE`;
    const waiting = engage();
    waiting.catch(() => undefined);
    const pid = await gateway.database.aside(async (aside) => {
      let found: { pid: number } | undefined;
      while (!found)
        [found] = await aside<{ pid: number }[]>`
          SELECT pid FROM pg_stat_activity WHERE usename = current_user AND query LIKE '%SELECT flip_switch%'
            AND cardinality(pg_blocking_pids(pid)) > 0`;
      return found.pid;
    });
    const [ended] = await gateway.database.aside(
      (aside) => aside`SELECT end_blockers(${pid}, '200 ms') AS ended`,
    );
    expect(ended).toEqual({ ended: 0 });
    const [row] = await sql`SELECT true AS stays`;
    return { row, waiting };
  });
  expect(stays.row).toEqual({ stays: true });
  expect((await stays.waiting).switches.find(({ name }) => name === "ns_writes")).toMatchObject({
    engaged: true,
  });
});
