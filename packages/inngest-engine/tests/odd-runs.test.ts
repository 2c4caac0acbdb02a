import { afterEach, beforeEach, expect, test } from "vitest";
import { errorTextLengthMax } from "../src/limits";
import type { Define, World } from "../testing/harness";
import { createBarrier, createDatabase, createWorld, until } from "../testing/harness";

let database: Awaited<ReturnType<typeof createDatabase>>;
let world: World;
beforeEach(async () => void (database = await createDatabase()));
afterEach(async () => {
  await world.close();
  await database.drop();
});

const start = async (define: Define): Promise<World> => (world = await createWorld(database.url, define));

test("a race goes on with its first step; the SDK ends the run when the other has finished too", async () => {
  const gate = createBarrier();
  const after: string[] = [];
  const { client, ended } = await start((inngest) => [
    inngest.createFunction(
      { id: "race", retries: 0, triggers: [{ event: "race/go" }] },
      async ({ step, group }) => {
        const winner = await group.parallel({ mode: "race" }, () =>
          Promise.race([
            step.run("slow", async () => (await gate.pass(), "slow")),
            step.run("fast", async () => (await gate.reached, "fast")),
          ]),
        );
        await step.run("after", () => void after.push(String(winner)));
        return winner;
      },
    ),
  ]);
  await client.send({ name: "race/go" });
  await until("the step after the race", () => after.length === 1);
  gate.open();
  expect(await ended("race")).toMatchObject({ status: "Completed", output: "fast" });
  expect(after).toEqual(["fast"]);
});

test("an error text that ends in half a character still reaches onFailure", async () => {
  const { client, ended } = await start((inngest) => [
    inngest.createFunction(
      {
        id: "odd",
        retries: 0,
        triggers: [{ event: "odd/go" }],
        onFailure: ({ error }) => error.message.length,
      },
      () => {
        throw new Error(`\ud83d${"x".repeat(20_000)}`);
      },
    ),
  ]);
  await client.send({ name: "odd/go" });
  expect(await ended("odd-failure")).toMatchObject({ status: "Completed", output: errorTextLengthMax });
});

test("a step whose result cannot be signed again fails the run and says so", async () => {
  const { client, ended } = await start((inngest) => [
    inngest.createFunction({ id: "half", retries: 5, triggers: [{ event: "half/go" }] }, async ({ step }) => {
      await step.run("half a character", () => "\ud83d");
      await step.sleepUntil("it is called again", new Date(0));
    }),
  ]);
  await client.send({ name: "half/go" });
  expect(await ended("half")).toMatchObject({
    status: "Failed",
    output: { message: expect.stringContaining("Lone surrogate") },
  });
});

test("a step that this engine does not support fails the run and says which", async () => {
  const { client, ended } = await start((inngest) => [
    inngest.createFunction(
      { id: "waiter", retries: 3, triggers: [{ event: "eleven/wait" }] },
      async ({ step }) => {
        await step.waitForSignal("for approval", { signal: "approved", timeout: "1d", onConflict: "fail" });
      },
    ),
  ]);
  await client.send({ name: "eleven/wait" });
  expect(await ended("waiter")).toMatchObject({
    status: "Failed",
    output: { message: 'Step "for approval" is a WaitForSignal, which this engine does not support.' },
  });
});
