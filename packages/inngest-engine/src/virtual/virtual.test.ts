import net from "node:net";
import { Inngest, RetryAfterError } from "inngest";
import { serve } from "inngest/edge";
import { expect, test, vi } from "vitest";
import { createBarrier, on, onTick, until } from "../../testing/harness";
import { clientOptions } from "../../testing/keys";
import { useVirtualWorld } from "../../testing/virtual-world";

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

const world = useVirtualWorld();

test("a run that sleeps for 30 days is over in a moment, and each part of it ran at its own instant", async () => {
  const history: [string, number][] = [];
  const record = (entry: string): void => void history.push([entry, world.elapsed()]);
  await world.start([
    on("slow/go", "slow", async ({ step }) => {
      await step.run("begin", () => record("begin"));
      await step.sleep("long", "29d");
      await step.run("middle", () => record("middle"));
      await step.sleep("short", "1d");
      record("end");
    }),
  ]);
  await world.client.send({ name: "slow/go" });
  await world.engine.advance("29d");
  expect(history).toEqual([
    ["begin", 0],
    ["middle", 29 * day],
  ]);
  await world.engine.advance(day - 1);
  expect(await world.runs()).toMatchObject([{ status: "Running" }]);
  await world.engine.advance(1);
  expect(history.at(-1)).toEqual(["end", 30 * day]);
  expect(await world.runs()).toMatchObject([{ status: "Completed" }]);
});

test("attempts follow their waits to the millisecond, also those that the function asks for", async () => {
  const attempts: number[] = [];
  await world.start([
    on("stubborn/go", "stubborn", { retries: 4 }, () => {
      attempts.push(world.elapsed());
      if (attempts.length === 3) throw new RetryAfterError("later", "2h");
      throw new Error("not yet");
    }),
  ]);
  await world.client.send({ name: "stubborn/go" });
  await world.engine.advance("1d");
  const first = 15 * second;
  const second_ = first + 30 * second;
  const third = second_ + 2 * hour;
  expect(attempts).toEqual([0, first, second_, third, third + 2 * minute]);
  expect(await world.runs("?status=failed")).toHaveLength(1);
});

test("work that falls due at different times happens in that order, whichever was asked for first", async () => {
  const order: string[] = [];
  await world.start([
    on("order/go", "late", async ({ event, step }) => {
      await step.sleep("wait", event.data.wait);
      order.push(event.data.wait);
    }),
    onTick("0 */6 * * *", "tick", () => {
      order.push(new Date(world.engine.now()).toISOString().slice(11, 16));
    }),
  ]);
  for (const wait of ["10h", "1h", "5h"]) await world.client.send({ name: "order/go", data: { wait } });
  await world.engine.advance("12h");
  expect(order).toEqual(["1h", "12:00", "5h", "18:00", "10h"]);
});

test("every tick of 3 days fires once at its minute; by the hour, once for all that an hour missed", async () => {
  const ticks: { at: number; scheduledAt: string }[] = [];
  await world.start([
    onTick("*/30 * * * *", "often", ({ event }) => {
      const { scheduledAt } = event.data as { scheduledAt: string };
      ticks.push({ at: world.engine.now(), scheduledAt });
    }),
  ]);
  await world.engine.advance("1d");
  expect(ticks).toHaveLength(48);
  expect(ticks.every(({ at, scheduledAt }) => new Date(scheduledAt).getTime() === at)).toBe(true);
  ticks.length = 0;
  await world.engine.advance("2d", { by: "4h" });
  expect(ticks.map(({ at }) => (at - ticks[0]!.at) / hour)).toEqual([
    0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44,
  ]);
  expect(await world.runs("?status=failed")).toEqual([]);
});

test("retries keep their own time where schedules are coarse", async () => {
  const attempts: number[] = [];
  await world.start([
    on("retried/go", "retried", { retries: 1 }, () => {
      attempts.push(world.elapsed());
      throw new Error("no");
    }),
    onTick("* * * * *", "minutely", () => {}),
  ]);
  await world.client.send({ name: "retried/go" });
  await world.engine.advance("1d", { by: "6h" });
  expect(attempts).toEqual([0, 15 * second]);
  expect(await world.runs()).toHaveLength(1 + 4);
});

test("a month of events, steps and schedules opens no socket but those to Postgres", async () => {
  const keptMs = 60 * day;
  const connect = vi.spyOn(net.Socket.prototype, "connect");
  const listen = vi.spyOn(net.Server.prototype, "listen");
  try {
    await world.start(
      [
        onTick("0 9 * * *", "daily", ({ step }) => step.sendEvent("send", { name: "day/began" })),
        on("day/began", "listener", () => {}),
      ],
      { retentionMs: keptMs },
    );
    await world.engine.advance("30d");
    const listenerRuns = (await world.runs()).filter((run) => run.function_id === "app-listener");
    expect(listenerRuns.map((run) => run.status)).toEqual(Array.from({ length: 30 }, () => "Completed"));
    const port = Number(new URL(world.databaseUrl()).port);
    expect(connect.mock.calls.length).toBeGreaterThan(0);
    expect(connect.mock.calls.filter(([target]) => portOf(target) !== port)).toEqual([]);
    expect(listen).not.toHaveBeenCalled();
  } finally {
    connect.mockRestore();
    listen.mockRestore();
  }
});

/** The port in a socket's target, in either of Node's forms. */
function portOf(target: unknown): unknown {
  const first = Array.isArray(target) ? (target as unknown[])[0] : target;
  return typeof first === "object" && first !== null && "port" in first ? Number(first.port) : first;
}

test("its fetch reaches the engine and nothing else, and the engine's key is still asked for", async () => {
  await world.start([]);
  const { engine } = world;
  await expect(engine.fetch("http://127.0.0.1:1/e/key")).rejects.toThrow("is not the virtual engine");
  const refused = await engine.fetch(`${engine.url}/e/wrong`, { method: "POST", body: '{"name":"a/b"}' });
  expect(refused.status).toBe(401);
});

test("settling takes in what a function sends", async () => {
  await world.start([
    on("chain/go", "chain", async ({ event, step }) => {
      const n = Number(event.data.n);
      if (n > 0) await step.sendEvent("next", { name: "chain/go", data: { n: n - 1 } });
    }),
  ]);
  await world.send("chain/go", { n: 20 });
  expect(await world.runs("?status=completed&limit=200")).toHaveLength(21);
});

test("settling gives up on a call that does not end, says so, and can be asked again", async () => {
  const gate = createBarrier();
  await world.start([on("stuck/go", "stuck", () => gate.pass())]);
  await world.client.send({ name: "stuck/go" });
  await gate.reached;
  await expect(world.engine.settled(100)).rejects.toThrow("1 calls are in flight");
  gate.open();
  await world.engine.settled();
  expect(await world.runs("?status=completed")).toHaveLength(1);
});

test("an app that holds another key is not believed, and connecting says why", async () => {
  await world.start([]);
  const { url: baseUrl, fetch, connect } = world.engine;
  const stranger = new Inngest({
    id: "app",
    baseUrl,
    fetch,
    ...clientOptions,
    signingKey: "signkey-test-ffff",
  });
  const handler = serve({ client: stranger, functions: [], enableUnauthedSync: false });
  const reasonOf = () => connect(handler, 1_000).then(String, (error: Error) => error.message);
  await until("the reason", async () => (await reasonOf()).includes("another signing key"));
});

test("another app can be connected in the first one's place", async () => {
  await world.start([]);
  await world.serve([on("added/go", "added", () => "ran")]);
  await world.send("added/go");
  expect(await world.runs()).toMatchObject([{ function_id: "app-added", output: "ran" }]);
});

test("a clock that jumps a month ahead fires each schedule once, wakes every sleeper and repeats no step", async () => {
  const ran: string[] = [];
  await world.start([
    onTick("* * * * *", "minutely", () => void ran.push("tick")),
    on("sleeper/go", "sleeper", async ({ step }) => {
      await step.run("before", () => void ran.push("before"));
      await step.sleep("nap", "7d");
      ran.push("after");
    }),
  ]);
  await world.send("sleeper/go");
  await world.engine.jump(30 * day);
  expect(ran.toSorted()).toEqual(["after", "before", "tick"]);
  await world.engine.advance(minute);
  expect(ran.filter((what) => what === "tick")).toHaveLength(2);
});

test("a clock that jumps back a day repeats no tick and no event, and waits until its moments come again", async () => {
  const ticks: number[] = [];
  await world.start([
    onTick("0 * * * *", "hourly", () => void ticks.push(world.elapsed())),
    on("once/go", "once", ({ step }) => step.sleep("nap", "1h")),
  ]);
  await world.engine.advance("2h");
  await world.client.send({ id: "the-one", name: "once/go" });
  await world.engine.settled();
  expect(ticks).toHaveLength(2);
  await world.engine.jump(-day);
  await world.client.send({ id: "the-one", name: "once/go" });
  await world.engine.advance(day);
  expect(ticks).toHaveLength(2);
  await world.engine.advance("1h");
  expect(ticks).toHaveLength(3);
  const once = (await world.runs()).filter((run) => run.function_id === "app-once");
  expect(once).toMatchObject([{ status: "Completed" }]);
});
