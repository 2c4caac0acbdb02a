import { afterEach, beforeEach, expect, test } from "vitest";
import { startEngine } from "../src";
import type { World } from "../testing/harness";
import {
  createBarrier,
  createDatabase,
  createWorld,
  engineOptions,
  readHealth,
  until,
} from "../testing/harness";

let database: Awaited<ReturnType<typeof createDatabase>>;
let world: World;
beforeEach(async () => void (database = await createDatabase()));
afterEach(async () => {
  await world.close();
  await database.drop();
});

const runsOf = async (functionId: string) =>
  (await world.runs("?limit=200")).filter((run) => run.function_id === `app-${functionId}`);

test("a schedule fires once per tick, also where two engines run, and once for the ticks it missed", async () => {
  const fired: unknown[] = [];
  world = await createWorld(database.url, (inngest) => [
    inngest.createFunction({ id: "hourly", retries: 0, triggers: [{ cron: "0 * * * *" }] }, ({ event }) => {
      fired.push(event.data);
    }),
  ]);
  const { clock } = world;
  const standby = await startEngine({ ...engineOptions(database.url, world.app.url), now: clock.now });
  expect((await readHealth(standby.url)).leader).toBe(false);
  expect(fired).toEqual([]);
  clock.advance(3_600_000);
  await until("the tick", () => fired.length === 1);
  expect(fired[0]).toMatchObject({ cron: "0 * * * *", scheduledAt: "2026-01-05T09:00:00.000Z" });
  clock.advance(3_600_000);
  await until("the next tick", () => fired.length === 2);
  clock.advance(5 * 3_600_000);
  await until("the missed ticks", () => fired.length === 3);
  clock.advance(3_600_000);
  await until("the tick after them", () => fired.length === 4);
  expect(await runsOf("hourly")).toHaveLength(4);
  await standby.stop();
});

test("concurrency 1 runs one at a time and all in the end, and does not hold up other functions", async () => {
  const gate = createBarrier();
  const order: string[] = [];
  let together = 0;
  let most = 0;
  world = await createWorld(database.url, (inngest) => [
    inngest.createFunction(
      { id: "single", retries: 0, concurrency: 1, triggers: [{ event: "single/go" }] },
      async ({ event }) => {
        together += 1;
        most = Math.max(most, together);
        if (event.data.n === 0) await gate.pass();
        together -= 1;
        order.push(`single ${event.data.n}`);
      },
    ),
    inngest.createFunction(
      { id: "free", retries: 0, triggers: [{ event: "free/go" }] },
      () => void order.push("free"),
    ),
  ]);
  await world.client.send({ name: "single/go", data: { n: 0 } });
  await gate.reached;
  await world.client.send(
    Array.from({ length: 60 }, (_, index) => ({ name: "single/go", data: { n: index + 1 } })),
  );
  await world.client.send({ name: "free/go" });
  await until("the other function", () => order.includes("free"));
  expect(order).toEqual(["free"]);
  gate.open();
  await until("all of them", () => order.length === 62);
  expect(most).toBe(1);
});

test("concurrency by key holds back the same key only", async () => {
  const gate = createBarrier();
  const ran: string[] = [];
  world = await createWorld(database.url, (inngest) => [
    inngest.createFunction(
      {
        id: "lane",
        retries: 0,
        concurrency: { limit: 1, key: "event.data.lane" },
        triggers: [{ event: "lane/go" }],
      },
      async ({ event }) => {
        if (event.data.mark === "a1") await gate.pass();
        ran.push(event.data.mark);
      },
    ),
  ]);
  await world.client.send({ name: "lane/go", data: { lane: "a", mark: "a1" } });
  await gate.reached;
  await world.client.send([
    { name: "lane/go", data: { lane: "a", mark: "a2" } },
    { name: "lane/go", data: { lane: "b", mark: "b1" } },
  ]);
  await until("the other lane", () => ran.includes("b1"));
  expect(ran).toEqual(["b1"]);
  gate.open();
  await until("both", () => ran.length === 3);
  expect(ran).toEqual(["b1", "a1", "a2"]);
});

test("an idempotency key runs a function once in 24 hours; an event without the key always runs", async () => {
  world = await createWorld(database.url, (inngest) => [
    inngest.createFunction(
      { id: "once", retries: 0, idempotency: "event.data.order", triggers: [{ event: "once/go" }] },
      ({ event }) => event.data,
    ),
  ]);
  const event = (data: Record<string, unknown>) => ({ name: "once/go", data });
  await world.client.send([
    event({ order: 1 }),
    event({ order: 1 }),
    event({ order: 2 }),
    event({}),
    event({}),
  ]);
  await world.client.send(event({ order: 1 }));
  await until(
    "every event to be routed",
    async () => (await readHealth(world.engine.url)).queue.unroutedEvents === 0,
  );
  expect(await runsOf("once")).toHaveLength(4);
  world.clock.advance(24 * 3_600_000);
  await world.client.send(event({ order: 1 }));
  await until("the run of the next day", async () => (await runsOf("once")).length === 5);
});

test("an option that the engine cannot honour refuses the function by name and serves the others", async () => {
  world = await createWorld(database.url, (inngest) => [
    inngest.createFunction({ id: "fine", retries: 0, triggers: [{ event: "fine/go" }] }, () => "served"),
    inngest.createFunction(
      {
        id: "bulk",
        retries: 0,
        batchEvents: { maxSize: 5, timeout: "5s" },
        triggers: [{ event: "fine/go" }],
      },
      () => "batched",
    ),
    inngest.createFunction(
      { id: "calm", retries: 0, debounce: { period: "5s" }, triggers: [{ event: "fine/go" }] },
      () => "calmed",
    ),
    inngest.createFunction(
      { id: "clever", retries: 0, triggers: [{ event: "fine/go", if: "steps.data.n > 5" }] },
      () => "clever",
    ),
  ]);
  const { app } = await readHealth(world.engine.url);
  expect(app.functions).toEqual(["app-fine"]);
  expect(app.refused.map(({ functionId, option }) => [functionId, option])).toEqual([
    ["app-bulk", "batchEvents"],
    ["app-calm", "debounce"],
    ["app-clever", "if"],
  ]);
  const message =
    'Function "app-bulk" is not served: its option "batchEvents" is not supported by this engine.';
  expect(app.refused[0]?.message).toBe(message);
  expect(world.logged.some((line) => line.includes(message))).toBe(true);
  await world.client.send({ name: "fine/go" });
  expect(await world.ended("fine")).toMatchObject({ output: "served" });
});

test("ended runs and their events are forgotten after the retention", async () => {
  world = await createWorld(
    database.url,
    (inngest) => [
      inngest.createFunction({ id: "old", retries: 0, triggers: [{ event: "old/go" }] }, () => "done"),
      inngest.createFunction(
        { id: "asleep", retries: 0, triggers: [{ event: "old/go" }] },
        async ({ step }) => {
          await step.sleep("long", "60d");
        },
      ),
    ],
    { retentionMs: 3_600_000 },
  );
  await world.client.send({ name: "old/go" });
  await world.ended("old");
  world.clock.advance(3_600_000);
  await until("the old run to go", async () => (await runsOf("old")).length === 0);
  expect(await runsOf("asleep")).toHaveLength(1);
});
