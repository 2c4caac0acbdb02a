import { afterEach, beforeEach, expect, test } from "vitest";
import { startEngine } from "../src";
import type { World } from "../testing/harness";
import { createDatabase, createWorld, engineOptions, readHealth, until } from "../testing/harness";

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
