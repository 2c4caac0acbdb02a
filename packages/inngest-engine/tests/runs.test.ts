import { NonRetriableError, RetryAfterError } from "inngest";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Define, World } from "../testing/harness";
import { createDatabase, createWorld, until } from "../testing/harness";

let database: Awaited<ReturnType<typeof createDatabase>>;
let world: World;
beforeEach(async () => void (database = await createDatabase()));
afterEach(async () => {
  await world.close();
  await database.drop();
});

const start = async (define: Define): Promise<World> => (world = await createWorld(database.url, define));

test("an event starts the functions that listen to it, once, with its data", async () => {
  const seen: unknown[] = [];
  const { client, ended } = await start((inngest) => [
    inngest.createFunction(
      { id: "greet", retries: 0, triggers: [{ event: "one/greet" }] },
      ({ event, runId }) => {
        seen.push(event.data);
        return { greeted: event.data.name, runId };
      },
    ),
  ]);
  const { ids } = await client.send({ name: "one/greet", data: { name: "Ada" } });
  const run = await ended("greet");
  expect(run).toMatchObject({
    status: "Completed",
    event_id: ids[0],
    output: { greeted: "Ada", runId: run.run_id },
  });
  expect(seen).toEqual([{ name: "Ada" }]);
  const ofEvent = await fetch(`${world.engine.url}/v1/events/${ids[0]}/runs`);
  expect(await ofEvent.json()).toMatchObject({ data: [{ run_id: run.run_id, status: "Completed" }] });
});

test("a finished step is remembered and never run again", async () => {
  const ran: string[] = [];
  const { client, ended } = await start((inngest) => [
    inngest.createFunction(
      { id: "memo", retries: 0, triggers: [{ event: "two/memo" }] },
      async ({ step }) => {
        const first = await step.run("first", () => (ran.push("first"), { n: 1 }));
        const second = await step.run("second", () => (ran.push("second"), first.n + 1));
        await step.run("nothing", () => void ran.push("nothing"));
        return { first, second };
      },
    ),
  ]);
  await client.send({ name: "two/memo" });
  expect(await ended("memo")).toMatchObject({ status: "Completed", output: { first: { n: 1 }, second: 2 } });
  expect(ran).toEqual(["first", "second", "nothing"]);
});

test("a failing step is tried again by its own count, and the next step counts from zero", async () => {
  const attempts: string[] = [];
  const { client, ended } = await start((inngest) => [
    inngest.createFunction(
      { id: "flaky", retries: 2, triggers: [{ event: "three/flaky" }] },
      async ({ step, attempt }) => {
        await step.run("a", () => {
          attempts.push(`a${attempt}`);
          if (attempt < 2) throw new Error("not yet");
        });
        await step.run("b", () => {
          attempts.push(`b${attempt}`);
          if (attempt < 1) throw new Error("not yet");
        });
      },
    ),
  ]);
  await client.send({ name: "three/flaky" });
  world.clock.advance(0);
  await until("the retries", async () => {
    world.clock.advance(20);
    return attempts.length === 5;
  });
  expect(await ended("flaky")).toMatchObject({ status: "Completed" });
  expect(attempts).toEqual(["a0", "a1", "a2", "b0", "b1"]);
});

test("RetryAfterError waits as long as it says", async () => {
  let calls = 0;
  const { client, ended, clock } = await start((inngest) => [
    inngest.createFunction(
      { id: "later", retries: 1, triggers: [{ event: "four/later" }] },
      ({ attempt }) => {
        calls += 1;
        if (attempt === 0) throw new RetryAfterError("busy", "1h");
        return "done";
      },
    ),
  ]);
  await client.send({ name: "four/later" });
  const scheduled = (): Promise<boolean> => scheduledJobs(1);
  await until("the retry to be scheduled", scheduled);
  clock.advance(3_599_000);
  await until("a poll that finds nothing due", async () => (await scheduledJobs(1)) && calls === 1);
  clock.advance(2_000);
  expect(await ended("later")).toMatchObject({ status: "Completed", output: "done" });
  expect(calls).toBe(2);
});

test("NonRetriableError fails the run at the first attempt", async () => {
  let calls = 0;
  const { client, ended } = await start((inngest) => [
    inngest.createFunction({ id: "never", retries: 5, triggers: [{ event: "five/never" }] }, () => {
      calls += 1;
      throw new NonRetriableError("no use");
    }),
  ]);
  await client.send({ name: "five/never" });
  expect(await ended("never")).toMatchObject({ status: "Failed", output: { message: "no use" } });
  expect(calls).toBe(1);
});

test("a run out of attempts fails and starts onFailure with its error and its event", async () => {
  const attempts: number[] = [];
  const { client, ended } = await start((inngest) => [
    inngest.createFunction(
      {
        id: "doomed",
        retries: 2,
        triggers: [{ event: "six/doomed" }],
        onFailure: ({ event, error }) => ({
          from: event.data.function_id,
          run: event.data.run_id,
          original: event.data.event.data,
          message: error.message,
        }),
      },
      ({ attempt }) => {
        attempts.push(attempt);
        throw new Error(`attempt ${attempt}`);
      },
    ),
  ]);
  await client.send({ name: "six/doomed", data: { action: 7 } });
  await until("the attempts", () => {
    world.clock.advance(20);
    return attempts.length === 3;
  });
  const failed = await ended("doomed");
  expect(failed).toMatchObject({ status: "Failed", output: { message: "attempt 2" } });
  const handled = await ended("doomed-failure");
  expect(handled).toMatchObject({
    status: "Completed",
    output: { from: "app-doomed", run: failed.run_id, original: { action: 7 }, message: "attempt 2" },
  });
  expect(attempts).toEqual([0, 1, 2]);
});

test("an error that a function catches from a step is remembered too", async () => {
  const { client, ended } = await start((inngest) => [
    inngest.createFunction(
      { id: "catcher", retries: 0, triggers: [{ event: "seven/catch" }] },
      async ({ step }) => {
        const caught = await step
          .run("breaks", () => {
            throw new Error("broken");
          })
          .catch((error: Error) => error.message);
        return await step.run("after", () => `caught ${String(caught)}`);
      },
    ),
  ]);
  await client.send({ name: "seven/catch" });
  expect(await ended("catcher")).toMatchObject({ status: "Completed", output: "caught broken" });
});

test("parallel steps run side by side, each once, and the function goes on when all have finished", async () => {
  const running = new Set<string>();
  const ran: string[] = [];
  let together = 0;
  const { client, ended } = await start((inngest) => [
    inngest.createFunction(
      { id: "fan", retries: 0, triggers: [{ event: "eight/fan" }] },
      async ({ step }) => {
        const body = async (name: string): Promise<string> => {
          ran.push(name);
          running.add(name);
          together = Math.max(together, running.size);
          await until("the others", () => together === 3);
          running.delete(name);
          return name;
        };
        const results = await Promise.all(["x", "y", "z"].map((name) => step.run(name, () => body(name))));
        const last = await step.run("join", () => results.join(""));
        return last;
      },
    ),
  ]);
  await client.send({ name: "eight/fan" });
  expect(await ended("fan")).toMatchObject({ status: "Completed", output: "xyz" });
  expect(ran.toSorted()).toEqual(["x", "y", "z"]);
});

test("a function sleeps by the engine's clock and remembers what it did before", async () => {
  const ran: string[] = [];
  const { client, ended, clock } = await start((inngest) => [
    inngest.createFunction(
      { id: "sleeper", retries: 0, triggers: [{ event: "nine/sleep" }] },
      async ({ step }) => {
        await step.run("before", () => void ran.push("before"));
        await step.sleep("a month", "30d");
        await step.run("after", () => void ran.push("after"));
      },
    ),
  ]);
  await client.send({ name: "nine/sleep" });
  await until("the sleep", () => scheduledJobs(1));
  clock.advance(30 * 24 * 3_600_000 - 1_000);
  expect(await scheduledJobs(1)).toBe(true);
  expect(ran).toEqual(["before"]);
  clock.advance(1_000);
  expect(await ended("sleeper")).toMatchObject({ status: "Completed" });
  expect(ran).toEqual(["before", "after"]);
});

test("a step may send events, and they start other functions", async () => {
  const { client, ended } = await start((inngest) => [
    inngest.createFunction(
      { id: "sender", retries: 0, triggers: [{ event: "ten/send" }] },
      async ({ step }) => {
        return await step.sendEvent("forward", [{ name: "ten/forwarded", data: { n: 1 } }]);
      },
    ),
    inngest.createFunction(
      { id: "receiver", retries: 0, triggers: [{ event: "ten/forwarded" }] },
      ({ event }) => event.data,
    ),
  ]);
  await client.send({ name: "ten/send" });
  expect(await ended("receiver")).toMatchObject({ status: "Completed", output: { n: 1 } });
});

async function scheduledJobs(count: number): Promise<boolean> {
  const response = await fetch(`${world.engine.url}/health`);
  const health = (await response.json()) as { queue: { scheduled: number } };
  return health.queue.scheduled === count;
}
