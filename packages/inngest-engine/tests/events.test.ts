import { afterAll, beforeAll, expect, test } from "vitest";
import type { World } from "../testing/harness";
import { createDatabase, createWorld, eventKey, readHealth, until } from "../testing/harness";

let database: Awaited<ReturnType<typeof createDatabase>>;
let world: World;
let runs = 0;
beforeAll(async () => {
  database = await createDatabase();
  world = await createWorld(database.url, (inngest) => [
    inngest.createFunction({ id: "listen", retries: 0, triggers: [{ event: "note/*" }] }, () => {
      runs += 1;
    }),
    inngest.createFunction({ id: "half", retries: 5, triggers: [{ event: "half/go" }] }, async ({ step }) => {
      await step.run("half a character", () => "\ud83d");
      await step.sleepUntil("it is called again", new Date(0));
    }),
  ]);
});
afterAll(async () => {
  await world.close();
  await database.drop();
});

async function post(body: unknown, key = eventKey) {
  const response = await fetch(`${world.engine.url}/e/${key}`, {
    method: "POST",
    body: JSON.stringify(body),
    headers: { "content-type": "application/json" },
  });
  return { status: response.status, body: (await response.json()) as { ids: string[]; error?: string } };
}

const settled = (): Promise<boolean> =>
  until("the queue to be empty", async () => {
    const { queue } = await readHealth(world.engine.url);
    return queue.depth === 0 && queue.unroutedEvents === 0;
  });

test("an event id is answered with its first event's id for 24 hours, starts its functions once, and again after them", async () => {
  const event = { id: "invoice-1", name: "note/dedupe" };
  const first = await post([event, event]);
  expect(first.body.ids[0]).toBe(first.body.ids[1]);
  const second = await post([event, event]);
  expect(second.body.ids).toEqual(first.body.ids);
  world.clock.advance(24 * 3_600_000 - 1);
  await post(event);
  await settled();
  expect(runs).toBe(1);
  world.clock.advance(1);
  const later = await post(event);
  expect(later.body.ids[0]).not.toBe(first.body.ids[0]);
  await settled();
  expect(runs).toBe(2);
});

test("a wrong event key is refused with 401 and stores nothing", async () => {
  const refused = await post({ name: "note/x" }, "wrong");
  expect(refused).toMatchObject({ status: 401, body: { ids: [], error: "Event key not found." } });
  expect((await readHealth(world.engine.url)).queue.unroutedEvents).toBe(0);
});

test("a step whose result cannot be signed again fails the run and says so", async () => {
  await post({ name: "half/go" });
  expect(await world.ended("half")).toMatchObject({
    status: "Failed",
    output: { message: expect.stringContaining("Lone surrogate") },
  });
});
