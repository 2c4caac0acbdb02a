import postgres from "postgres";
import { afterEach, beforeEach, expect, test } from "vitest";
import { referenceFunction } from "inngest";
import { type FunctionBody, on } from "../../testing/harness";
import { useVirtualWorld } from "../../testing/virtual-world";

const world = useVirtualWorld();
let sql: postgres.Sql;
beforeEach(() => void (sql = postgres(world.databaseUrl(), { max: 1 })));
afterEach(() => sql.end());

/** Rows of every table that the engine has, also of those that are yet to come. */
async function rowsByTable(): Promise<Record<string, number>> {
  const tables = await sql<{ name: string }[]>`
    select relname as name from pg_class
    where relnamespace = 'inngest_engine'::regnamespace and relkind = 'r' order by relname`;
  const rows: Record<string, number> = {};
  for (const { name } of tables) {
    const [counted] = await sql<{ count: number }[]>`
      select count(*)::int as count from inngest_engine.${sql(name)}`;
    rows[name] = counted!.count;
  }
  return rows;
}

/** Tables that are no memory of the past: the schema's version, who leads, and the schedules of the app. */
const lasting = new Set(["migrations", "leadership", "crons"]);
const memory = (rows: Record<string, number>): Record<string, number> =>
  Object.fromEntries(Object.entries(rows).filter(([table]) => !lasting.has(table)));

test("everything that runs leave behind, in any table, is gone when the retention has passed, and not before", async () => {
  const parent: FunctionBody = async ({ step, attempt }) => {
    await step.run("work", () => {
      if (attempt === 0) throw new Error("not at first");
    });
    await step.sleep("nap", "1h");
    await step.waitForEvent("in-vain", { event: "never/sent", timeout: "2h" });
    await step.invoke("ask", { function: referenceFunction({ functionId: "child" }), data: {} });
  };
  const fail: FunctionBody = () => {
    throw new Error("always");
  };
  await world.start(
    [
      on("child/go", "child", () => "done"),
      on("parent/go", "parent", { retries: 1, idempotency: "event.data.key" }, parent),
      on("parent/go", "failing", fail),
    ],
    { retentionMs: 3 * 24 * 3_600_000 },
  );
  await world.client.send({ id: "once", name: "parent/go", data: { key: "one" } });
  await world.engine.advance("1d");
  const runs = await world.runs();
  expect(runs.map((run) => run.status).sort()).toEqual(["Completed", "Completed", "Failed"]);
  const before = memory(await rowsByTable());
  for (const table of ["runs", "events", "steps", "calls"]) expect(before[table]).toBeGreaterThan(0);
  expect(before.jobs).toBe(0);
  await world.engine.advance("1d");
  expect(await world.runs()).toHaveLength(3);
  await world.engine.advance("2d");
  await world.engine.advance("10m");
  expect(memory(await rowsByTable())).toEqual(
    Object.fromEntries(Object.keys(before).map((name) => [name, 0])),
  );
});

test("a run that goes on for longer than the retention keeps its event and its steps", async () => {
  const results: unknown[] = [];
  await world.start([
    on("long/go", "long", async ({ event, step }) => {
      const first = await step.run("first", () => "kept");
      await step.sleep("nap", "30d");
      results.push(event.data.n, first);
    }),
  ]);
  await world.client.send({ name: "long/go", data: { n: 7 } });
  await world.engine.advance("30d");
  expect(results).toEqual([7, "kept"]);
});
