import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Db, openPool } from "../src/store/connection";
import { migrate } from "../src/store/schema";
import { createDatabase } from "../testing/harness";
import { installWitnesses, judge } from "./judge";

let database: Awaited<ReturnType<typeof createDatabase>>;
let sql: Db;
let eventIds: string[];
beforeEach(async () => {
  database = await createDatabase();
  sql = openPool(database.url);
  await migrate(sql);
  await installWitnesses(sql);
  eventIds = [];
  await sql`update inngest_engine.leadership set epoch = 1`;
});
afterEach(async () => {
  await sql.end();
  await database.drop();
});

const steps = ["first", "left", "right", "last"];
const faults = async () => (await judge(sql, eventIds)).faults;
const execute = (run: string, step: string) =>
  sql`insert into torture.executions (run_id, step) values (${run}, ${step})`;

/** A run as the engine leaves it: each step executed, then remembered, its job claimed and settled by epoch 1. */
async function honestRun(): Promise<string> {
  const run = randomUUID();
  eventIds.push(run);
  await sql`insert into inngest_engine.events (id, name, payload, received_at, routed_at)
    values (${run}, 'a', '{}', now(), now())`;
  await sql`
    insert into inngest_engine.runs (id, function_id, event_id, status, attempts_max, limit_keys, limits, started_at)
    values (${run}, 'work', ${run}, 'running', 1, '{}', '{}', now())`;
  await sql`insert into inngest_engine.jobs (run_id, kind, run_at) values (${run}, 'run', now())`;
  await claim(run, 1);
  for (const [order, step] of steps.entries()) {
    await execute(run, step);
    await sql`
      insert into inngest_engine.steps (run_id, step_id, name, status, resumes_alone, finished_order)
      values (${run}, ${step}, ${step}, 'done', false, ${order})`;
  }
  return run;
}
const claim = (run: string, epoch: number) =>
  sql`update inngest_engine.jobs set leased_by_epoch = ${epoch}, leased_until = now(), dispatch = dispatch + 1
    where run_id = ${run}`;
async function complete(run: string): Promise<void> {
  await sql`delete from inngest_engine.jobs where run_id = ${run}`;
  await sql`
    update inngest_engine.runs set status = 'completed', ended_at = now(), output = ${JSON.stringify({ steps })}
    where id = ${run}`;
}

test("runs that went well are found without fault, also where a step in flight was repeated once", async () => {
  const run = await honestRun();
  await complete(run);
  expect(await faults()).toEqual([]);
  await sql`
    insert into torture.executions (run_id, step, began_at)
    values (${run}, 'last', clock_timestamp() - interval '1 minute')`;
  expect(await faults()).toEqual([]);
});

test("an event without a run, and a run that does not end, are faults", async () => {
  await honestRun();
  eventIds.push("an event that started nothing");
  expect(await faults()).toEqual(["2 events started 1 runs", "1 of 1 runs did not complete with every step"]);
});

test("a step that begins again once it is remembered is a fault", async () => {
  const run = await honestRun();
  await complete(run);
  await execute(run, "first");
  expect(await faults()).toEqual([expect.stringContaining(`run ${run} executed first again`)]);
});

test("a step that is repeated twice in one loss is a fault", async () => {
  const run = await honestRun();
  await complete(run);
  await sql`
    insert into torture.executions (run_id, step, began_at)
    select ${run}, 'left', clock_timestamp() - interval '1 minute' from generate_series(1, 2)`;
  expect(await faults()).toEqual([`run ${run} executed left 3 times`]);
});

test.each([
  ["claims", "claim", (run: string) => claim(run, 1)],
  ["settles", "settlement", (run: string) => sql`delete from inngest_engine.jobs where run_id = ${run}`],
])(
  "an epoch that %s after the next began is a fault, by what led and by the time",
  async (_does, what, act) => {
    const run = await honestRun();
    await sql`update inngest_engine.leadership set epoch = 2`;
    await act(run);
    const all = await faults();
    expect(all).toContain(`epoch 1 made a ${what} while epoch 2 led`);
    expect(all).toContainEqual(expect.stringMatching(`^epoch 1 made a ${what} .* after epoch 2 began$`));
  },
);
