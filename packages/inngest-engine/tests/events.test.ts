import http from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { requestBytesMax } from "../src/limits";
import type { World } from "../testing/harness";
import { createDatabase, createWorld, eventKey, readHealth, until } from "../testing/harness";

let database: Awaited<ReturnType<typeof createDatabase>>;
let world: World;
const seen: string[] = [];
beforeAll(async () => {
  database = await createDatabase();
  world = await createWorld(database.url, (inngest) => [
    inngest.createFunction({ id: "listen", retries: 0, triggers: [{ event: "note/*" }] }, ({ event }) => {
      seen.push(String(event.data.mark));
    }),
    inngest.createFunction(
      { id: "picky", retries: 0, triggers: [{ event: "picky/note", if: "event.data.wanted == true" }] },
      ({ event }) => event.data.mark,
    ),
  ]);
});
afterAll(async () => {
  await world.close();
  await database.drop();
});

async function post(body: string, options: { key?: string; headers?: Record<string, string> } = {}) {
  const response = await fetch(`${world.engine.url}/e/${options.key ?? eventKey}`, {
    method: "POST",
    body,
    headers: { "content-type": "application/json", ...options.headers },
  });
  return { status: response.status, body: (await response.json()) as { ids: string[]; error?: string } };
}

const settled = (): Promise<boolean> =>
  until("the queue to be empty", async () => {
    const { queue } = await readHealth(world.engine.url);
    return queue.depth === 0 && queue.unroutedEvents === 0;
  });
const count = (mark: string): number => seen.filter((found) => found === mark).length;

test("one event or a list of them is taken", async () => {
  const one = await post(JSON.stringify({ name: "note/one", data: { mark: "one" } }));
  expect(one).toMatchObject({ status: 200, body: { ids: [expect.any(String)], status: 200 } });
  const list = await post(JSON.stringify([{ name: "note/a", data: { mark: "a" } }, { name: "other" }]));
  expect(list.body.ids).toHaveLength(2);
  await settled();
  expect([count("one"), count("a")]).toEqual([1, 1]);
});

test("an event id starts its functions once in 24 hours, and again after them", async () => {
  const event = JSON.stringify({ id: "invoice-1", name: "note/dedupe", data: { mark: "dedupe" } });
  const first = await post(event);
  const second = await post(event);
  expect(second.body.ids).toEqual(first.body.ids);
  await settled();
  expect(count("dedupe")).toBe(1);
  world.clock.advance(24 * 3_600_000 - 1);
  await post(event);
  await settled();
  expect(count("dedupe")).toBe(1);
  world.clock.advance(1);
  const later = await post(event);
  expect(later.body.ids).not.toEqual(first.body.ids);
  await settled();
  expect(count("dedupe")).toBe(2);
});

test("an event id twice in one request starts its functions once", async () => {
  const event = { id: "invoice-2", name: "note/twin", data: { mark: "twin" } };
  const { body } = await post(JSON.stringify([event, event]));
  expect(body.ids[0]).toBe(body.ids[1]);
  await settled();
  expect(count("twin")).toBe(1);
});

test("a request repeated under the same seed starts nothing again", async () => {
  const headers = { "x-inngest-event-id-seed": `${world.clock.now()},c2VlZHNlZWQ=` };
  const body = JSON.stringify([{ name: "note/seed", data: { mark: "seed" } }]);
  const first = await post(body, { headers });
  const second = await post(body, { headers });
  expect(second.body.ids).toEqual(first.body.ids);
  await settled();
  expect(count("seed")).toBe(1);
});

test("a trigger's condition decides", async () => {
  const event = (wanted: boolean) => ({ name: "picky/note", data: { wanted, mark: `picky ${wanted}` } });
  await post(JSON.stringify([event(false), event(true)]));
  await settled();
  const runs = (await world.runs()).filter((run) => run.function_id === "app-picky");
  expect(runs.map((run) => run.output)).toEqual(["picky true"]);
});

test("a wrong event key is refused with 401 and stores nothing", async () => {
  const refused = await post(JSON.stringify({ name: "note/x", data: { mark: "intruder" } }), {
    key: "wrong",
  });
  expect(refused).toMatchObject({ status: 401, body: { ids: [], error: "Event key not found." } });
  expect((await readHealth(world.engine.url)).queue.unroutedEvents).toBe(0);
});

test.each([
  ["no JSON", "{"],
  ["no event", "42"],
  ["no name", JSON.stringify({ data: {} })],
  ["an empty name", JSON.stringify({ name: "" })],
  ["data that is no object", JSON.stringify({ name: "note/x", data: "text" })],
  ["a name the engine keeps for itself", JSON.stringify({ name: "inngest/function.failed", data: {} })],
  ["half a surrogate pair", '{"name":"note/x","data":{"text":"\\ud800"}}'],
  ["NUL in a name", JSON.stringify({ name: "note/\u0000" })],
])("%s is refused with 400", async (_what, body) => {
  expect(await post(body)).toMatchObject({ status: 400, body: { ids: [], error: expect.any(String) } });
});

test("NUL and other odd text inside data arrive unchanged", async () => {
  const mark = "a\u0000b\u2028\u{1F600}";
  await post(JSON.stringify({ id: "odd\u0000id", name: "note/odd", data: { mark } }));
  await settled();
  expect(count(mark)).toBe(1);
});

test("a request over the limit is refused with 413", async () => {
  const large = JSON.stringify({ name: "note/x", data: { text: "x".repeat(requestBytesMax) } });
  expect(await post(large)).toMatchObject({
    status: 413,
    body: { error: expect.stringContaining("524288") },
  });
});

test("runs are listed newest first, by status, up to a limit", async () => {
  const all = await world.runs("?limit=200");
  const ids = all.map((run) => run.run_id);
  expect(ids).toEqual(ids.toSorted().toReversed());
  expect(await world.runs("?status=Failed")).toEqual([]);
  expect(await world.runs("?limit=1")).toHaveLength(1);
  expect((await fetch(`${world.engine.url}/v1/runs?status=odd`)).status).toBe(400);
  expect((await fetch(`${world.engine.url}/v1/runs?limit=0`)).status).toBe(400);
  expect((await fetch(`${world.engine.url}/v1/nothing`, { method: "POST" })).status).toBe(404);
});

test("a page that reaches the engine under another name is refused", async () => {
  const status = await new Promise((resolve, reject) => {
    http
      .get(`${world.engine.url}/v1/runs`, { headers: { host: "evil.example" } }, (response) => {
        response.resume();
        resolve(response.statusCode);
      })
      .on("error", reject);
  });
  expect(status).toBe(403);
});
