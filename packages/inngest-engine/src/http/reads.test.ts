import http from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { outputShownBytesMax } from "../limits";
import { type Db, openPool } from "../store/connection";
import {
  type Barrier,
  type World,
  createBarrier,
  createDatabase,
  createWorld,
  on,
  onTick,
  readHealth,
  until,
} from "../../testing/harness";

let database: Awaited<ReturnType<typeof createDatabase>>;
let world: World;
let db: Db;
let gate: Barrier;
beforeAll(async () => {
  database = await createDatabase();
  db = openPool(database.url);
  gate = createBarrier();
  world = await createWorld(database.url, [
    on("doc/write", "write", ({ event }) => {
      if (event.data.fails) throw new Error("no paper left");
      return event.data.large ? "x".repeat(outputShownBytesMax) : { wrote: event.data.doc_id as number };
    }),
    on("doc/nap", "nap", async ({ step }) => {
      await step.run("lie-down", () => ({ bed: 1 }));
      await step.sleep("sleep", "1h");
      return "rested";
    }),
    on("doc/hold", "hold", { concurrency: { limit: 1 } }, () => gate.pass()),
    onTick("0 9 * * *", "tidy", () => "tidied"),
    on("doc/odd", "odd", { priority: { run: "1" } }, () => {}),
  ]);
});
afterAll(async () => {
  gate.open();
  await world.close();
  await db.end();
  await database.drop();
});

interface Row {
  run_id: string;
  [field: string]: unknown;
}
async function read(
  path: string,
): Promise<{ status: number; body: { data: Row[]; [part: string]: unknown } }> {
  const response = await fetch(`${world.engine.url}${path}`);
  return { status: response.status, body: (await response.json()) as { data: Row[] } };
}
async function readOne(id: string): Promise<Record<string, unknown>> {
  return (await read(`/v1/runs/${id}`)).body.data as unknown as Record<string, unknown>;
}

/** Sends one event, a second after the last, and waits for its run. */
async function start(name: string, data: Record<string, string | number | boolean>): Promise<string> {
  world.clock.advance(1_000);
  const { ids } = await world.client.send({ name, data });
  const run = await until("the run", async () => (await read(`/v1/events/${ids[0]}/runs`)).body.data[0]);
  expect(run.event_id).toBe(ids[0]);
  return run.run_id;
}
const ended = (id: string) =>
  until("the run to end", async () => (await readOne(id)).status !== "Running" && (await readOne(id)));

test("runs are found by status, function and labels, and by all of them at once", async () => {
  const good = await start("doc/write", { tenant_id: 1, doc_id: 7 });
  const bad = await start("doc/write", { tenant_id: 1, doc_id: 8, fails: true });
  const other = await start("doc/write", { tenant_id: 2, doc_id: 7 });
  for (const id of [good, bad, other]) await ended(id);
  const idsOf = async (query: string) => (await read(`/v1/runs?${query}`)).body.data.map((run) => run.run_id);
  expect(await idsOf("label=tenant_id=1")).toEqual([bad, good]);
  expect(await idsOf("label=tenant_id=1&label=doc_id=7")).toEqual([good]);
  expect(await idsOf("label=doc_id=7")).toEqual([other, good]);
  expect(await idsOf("status=Failed&function_id=app-write&label=tenant_id=1")).toEqual([bad]);
  expect(await idsOf("label=tenant_id=1&any_label=doc_id=7&any_label=doc_id=8")).toEqual([bad, good]);
  expect(await idsOf("label=tenant_id=1&any_label=doc_id=9")).toEqual([]);
  expect(await idsOf("label=tenant_id=1&status=Cancelled")).toEqual([]);
  expect(await idsOf("function_id=app-none")).toEqual([]);
  expect(await readOne(bad)).toMatchObject({
    status: "Failed",
    event_name: "doc/write",
    output: { message: "no paper left" },
    event: { name: "doc/write", data: { tenant_id: 1, doc_id: 8, fails: true } },
    cron: null,
    original_run_id: null,
    jobs: [],
  });
});

test("pages go on where the last one ended, and meet every run once", async () => {
  const expected: string[] = [];
  for (let count = 0; count < 5; count += 1) expected.unshift(await start("doc/write", { page: "yes" }));
  const ids: string[] = [];
  let cursor: string | null = "";
  let pages = 0;
  while (cursor !== null) {
    const { body } = await read(`/v1/runs?label=page=yes&limit=2${cursor && `&cursor=${cursor}`}`);
    ids.push(...body.data.map((run) => run.run_id));
    cursor = (body.metadata as { next_cursor: string | null }).next_cursor;
    pages += 1;
  }
  expect(ids).toEqual(expected);
  expect(pages).toBe(3);
});

test("a run shows its steps, what it waits for and when that comes", async () => {
  const id = await start("doc/nap", { doc_id: 1 });
  const run = await until("the sleep", async () => {
    const current = await readOne(id);
    return (current.jobs as { kind: string }[])[0]?.kind === "sleep" && current;
  });
  const wakesAt = new Date(world.clock.now() + 3_600_000).toISOString();
  expect(run.steps).toMatchObject([
    { name: "lie-down", status: "done", output: { bed: 1 }, output_truncated: false, error: null },
    { name: "sleep", status: "sleeping", ended_at: null },
  ]);
  expect(run.jobs).toMatchObject([
    { kind: "sleep", at: wakesAt, attempt: 0, in_flight: false, parked: null },
  ]);
  expect(run).toMatchObject({ status: "Running", ended_at: null, calls: expect.any(Array), reruns: [] });
});

test("calls, step times, a parked job, re-runs and callers are shown as they are stored", async () => {
  const id = await start("doc/write", { stored: 1 });
  await ended(id);
  const again = id.slice(0, 25) + (id.endsWith("0") ? "1" : "0");
  const at = new Date(world.clock.now());
  await db`
    insert into inngest_engine.runs (id, function_id, event_id, status, attempts_max, limit_keys, limits,
      started_at, rerun_of_run_id,
      invoked_by_run_id, invoked_by_step_id)
    select ${again}, function_id, event_id, 'running', 1, '{a,b}', '{5,2}', ${at}, id, id, 'ask'
    from inngest_engine.runs where id = ${id}`;
  await db`
    insert into inngest_engine.steps (run_id, step_id, name, status, kind, resumes_alone, finished_order,
      started_at, ended_at, until_at, data, error)
    values (${again}, 'one', 'first', 'failed', 'wait', false, 1, ${at}, ${at}, ${at}, null,
        '{"name":"E","message":"late","stack":"s"}'),
      (${again}, 'two', 'second', 'done', 'run', false, 2, ${new Date(at.getTime() + 1)}, ${at}, null,
        ${JSON.stringify("y".repeat(outputShownBytesMax))}, null)`;
  await db`
    insert into inngest_engine.calls (run_id, step_id, attempt, started_at, ended_at, outcome, error)
    values (${again}, null, 0, ${at}, ${at}, 'retried', 'RetryAfterError: not yet: busy'),
      (${again}, 'one', 1, ${at}, ${at}, 'lost', 'ECONNRESET')`;
  await db`
    insert into inngest_engine.jobs (run_id, kind, attempt, limit_keys, limits, run_at, parked_on)
    values (${again}, 'run', 2, '{a,b}', '{5,2}', ${at}, 'b')`;
  expect(await readOne(again)).toMatchObject({
    original_run_id: id,
    invoked_by: { run_id: id, step_id: "ask" },
    steps: [
      { id: "one", kind: "wait", until_at: at.toISOString(), error: { name: "E", message: "late" } },
      { id: "two", kind: "run", output: null, output_truncated: true, started_at: expect.any(String) },
    ],
    calls: [
      {
        step_id: null,
        attempt: 0,
        outcome: "retried",
        error: { name: "RetryAfterError", message: "not yet: busy" },
      },
      { step_id: "one", attempt: 1, outcome: "lost", error: { name: "Error", message: "ECONNRESET" } },
    ],
    calls_total: 2,
    jobs: [{ kind: "run", attempt: 2, parked: { limit: 2, key: null } }],
  });
  expect((await readOne(id)).reruns).toEqual([again]);
  expect(JSON.stringify(await readOne(again))).not.toContain('"stack"');
  await db`delete from inngest_engine.runs where id = ${again}`;
});

test("an output that is large is left out, and said to be", async () => {
  const id = await start("doc/write", { large: true });
  await ended(id);
  const [run] = (await read("/v1/runs?label=large=true")).body.data;
  expect(run).toMatchObject({ run_id: id, output: null, output_truncated: true });
});

test("functions are listed with their triggers, limits, next tick and figures, and refused ones with the reason", async () => {
  world.clock.advance(24 * 3_600_000);
  await until("the tick", async () => (await read("/v1/runs?trigger=cron&status=Completed")).body.data[0]);
  const mine = await start("doc/hold", { tenant_id: 5 });
  await gate.reached;
  await start("doc/hold", { tenant_id: 5 });
  await start("doc/hold", { tenant_id: 6 });
  const { body } = await read("/v1/functions?label=tenant_id=5");
  const entryOf = (id: string) => body.data.find((entry) => entry.id === `app-${id}`);
  expect(entryOf("hold")).toMatchObject({
    registered: true,
    triggers: [{ event: "doc/hold" }],
    attempts_max: 1,
    concurrency: [{ limit: 1, key: null }],
    runs: { running: 2, completed: 0, failed: 0, cancelled: 0 },
    queued: 1,
    in_flight: 1,
    waiting: 0,
    next_tick_at: null,
  });
  // A schedule serves everybody: it counts whatever labels are asked for.
  expect(entryOf("tidy")).toMatchObject({
    triggers: [{ cron: "0 9 * * *" }],
    runs: { completed: 1 },
    next_tick_at: "2026-01-06T09:00:00.000Z",
  });
  expect(body.refused).toMatchObject([{ id: "app-odd", option: "priority" }]);
  expect(body.metadata).toMatchObject({ complete: true, problem: null, synced_at: expect.any(String) });
  expect((await read("/v1/functions")).body.data.find((entry) => entry.id === "app-hold")).toMatchObject({
    runs: { running: 3 },
  });
  gate.open();
  await ended(mine);
});

test("scheduled runs and runs of events are told apart, and a tick names its schedule", async () => {
  const [tick] = (await read("/v1/runs?trigger=cron")).body.data;
  expect(tick).toMatchObject({ function_id: "app-tidy", cron: "0 9 * * *", output: "tidied" });
  const names = (await read("/v1/runs?trigger=event&limit=200")).body.data.map((run) => run.function_id);
  expect(names.length).toBeGreaterThan(5);
  expect(names).not.toContain("app-tidy");
});

test.each([
  ["/v1/runs?cursor=7", "cursor"],
  ["/v1/runs?limit=0", "limit"],
  ["/v1/runs?limit=201", "limit"],
  ["/v1/runs?limit=1.5", "limit"],
  ["/v1/runs?status=", "status"],
  ["/v1/runs?status=odd", "status"],
  ["/v1/runs?trigger=hand", "trigger"],
  ["/v1/runs?function_id=", "function_id"],
  ["/v1/runs?function_id=%00", "function_id"],
  ["/v1/runs?label=tenant_id", "label"],
  ["/v1/runs?label=a=%00", "label"],
  [`/v1/runs?${"label=a=1&".repeat(11)}`, "label"],
  ["/v1/runs?any_label=7", "any_label"],
  [`/v1/runs?${"any_label=a=1&".repeat(251)}`, "any_label"],
  ["/v1/functions?label==1", "label"],
  ["/v1/runs/7", "run ID"],
  ["/v1/events/%00/runs", "event id"],
])("%s is refused with 400 that names %s", async (path, field) => {
  const { status, body } = await read(path);
  expect(status).toBe(400);
  expect(body.error).toContain(field);
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

test("a run or a page that is not there is 404", async () => {
  expect((await read("/v1/runs/01ARZ3NDEKTSV4RRFFQ69G5FAV")).status).toBe(404);
  expect((await fetch(`${world.engine.url}/v1/nothing`, { method: "POST" })).status).toBe(404);
});

test("the engine says what it is, and looking has two connections of its own", async () => {
  expect(await readHealth(world.engine.url)).toMatchObject({ engine: "inngest-engine-embedded" });
  const settings = await db<{ count: number }[]>`
    select count(*)::integer as count from pg_stat_activity
    where application_name = 'inngest_engine_reads' and datname = current_database()`;
  expect(settings[0]?.count).toBeGreaterThan(0);
  expect(settings[0]?.count).toBeLessThanOrEqual(2);
});
