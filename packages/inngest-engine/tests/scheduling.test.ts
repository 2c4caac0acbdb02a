import { expect, test } from "vitest";
import { startEngine } from "../src";
import { engineOptions, on, onTick, readHealth, until } from "../testing/harness";
import { useWorld } from "../testing/world";

const world = useWorld();

test("a schedule fires once per tick, also where two engines run, and once for the ticks it missed", async () => {
  const fired: unknown[] = [];
  const { app, clock, runs } = await world.start([
    onTick("0 * * * *", "hourly", ({ event }) => void fired.push(event.data)),
  ]);
  const standby = await startEngine({ ...engineOptions(world.databaseUrl, app.url), now: clock.now });
  world.cleanUp(standby.stop);
  expect((await readHealth(standby.url)).leader).toBe(false);
  expect(fired).toEqual([]);
  for (const [before, hours] of [1, 1, 5, 1].entries()) {
    clock.advance(hours * 3_600_000);
    await until("the tick", () => fired.length === before + 1);
  }
  expect(fired[0]).toMatchObject({ cron: "0 * * * *", scheduledAt: "2026-01-05T09:00:00.000Z" });
  expect(await runs()).toHaveLength(4);
});

test("an idempotency key runs a function once in 24 hours; an event without the key always runs", async () => {
  const { client, clock, engine, runs } = await world.start([
    on("once/go", "once", { idempotency: "event.data.order" }, ({ event }) => event.data as object),
  ]);
  const events = [{ order: 1 }, { order: 1 }, { order: 2 }, {}, {}].map((data) => ({
    name: "once/go",
    data,
  }));
  await client.send(events);
  await client.send(events[0]!);
  await until("routing", async () => (await readHealth(engine.url)).queue.unroutedEvents === 0);
  expect(await runs()).toHaveLength(4);
  clock.advance(24 * 3_600_000);
  await client.send(events[0]!);
  await until("the run of the next day", async () => (await runs()).length === 5);
});
