import postgres from "postgres";
import { afterEach, beforeEach, expect, test } from "vitest";
import { callsInFlightMax } from "../src/limits";
import type { Barrier, Define, World } from "../testing/harness";
import { createBarrier, createDatabase, createWorld, until } from "../testing/harness";

let database: Awaited<ReturnType<typeof createDatabase>>;
let world: World;
let sql: postgres.Sql;
const gates = new Map<string, Barrier>();
const ran: string[] = [];
beforeEach(async () => {
  database = await createDatabase();
  sql = postgres(database.url, { max: 2 });
  gates.clear();
  ran.length = 0;
});
afterEach(async () => {
  for (const gate of gates.values()) gate.open();
  await world.close();
  await sql.end();
  await database.drop();
});

const start = async (define: Define): Promise<World> => (world = await createWorld(database.url, define));
const parked = async (): Promise<number> => {
  const rows =
    await sql`select count(*)::integer as jobs from inngest_engine.jobs where parked_on is not null`;
  return Number(rows[0]?.jobs);
};
/** Makes the run with this mark wait until the test lets it go on. */
function hold(mark: string): Barrier {
  const gate = createBarrier();
  gates.set(mark, gate);
  return gate;
}
const send = (...marks: string[]): Promise<unknown> =>
  world.client.send(
    marks.map((mark) => ({ name: "limited/go", data: { mark, lane: mark[0], size: mark[1] } })),
  );

interface Limit {
  limit: number;
  key?: string;
}

const limited =
  (...concurrency: Limit[]): Define =>
  (inngest) => [
    inngest.createFunction(
      {
        id: "limited",
        retries: 0,
        concurrency: concurrency as [Limit],
        triggers: [{ event: "limited/go" }],
      },
      async ({ event }) => {
        ran.push(event.data.mark);
        await gates.get(event.data.mark)?.pass();
      },
    ),
    inngest.createFunction({ id: "free", retries: 0, triggers: [{ event: "free/go" }] }, () => {
      ran.push("free");
    }),
  ];

test("jobs behind a full limit are parked, and come back oldest first as places become free", async () => {
  await start(limited({ limit: 1 }));
  const first = hold("a0");
  await send("a0");
  await first.reached;
  const marks = Array.from({ length: 2 * callsInFlightMax }, (_, at) => `a${at + 1}`);
  for (const mark of marks) await send(mark);
  await until("the queue to be parked", async () => (await parked()) === marks.length);
  await world.client.send({ name: "free/go" });
  await until("the other function", () => ran.includes("free"));
  first.open();
  await until("all of them", () => ran.length === marks.length + 2);
  expect(ran).toEqual(["a0", "free", ...marks]);
  expect(await parked()).toBe(0);
});

test("a job with two limits waits for both, and neither holds up jobs that have room in theirs", async () => {
  await start(limited({ limit: 1, key: "event.data.lane" }, { limit: 1, key: "event.data.size" }));
  const held = [hold("a1"), hold("b2")];
  await send("a1", "b2");
  await Promise.all(held.map((gate) => gate.reached));
  await send("a2", "c3");
  await until("the one that has room", () => ran.includes("c3"));
  await until("the other to be parked", async () => (await parked()) === 1);
  held[0]!.open();
  await until("its first limit to be seen free", async () => {
    const rows =
      await sql`select count(*)::integer as ended from inngest_engine.runs where ended_at is not null`;
    return rows[0]?.ended === 2;
  });
  expect(ran).not.toContain("a2");
  held[1]!.open();
  await until("it to run", () => ran.includes("a2"));
});

test("a raised limit lets parked jobs go on after the next sync, a lowered one holds back those that are queued", async () => {
  await start(limited({ limit: 1 }));
  const held = ["a1", "a2", "a3"].map(hold);
  await send("a1", "a2", "a3");
  await held[0]!.reached;
  await until("two to be parked", async () => (await parked()) === 2);
  await world.restart(limited({ limit: 3 }));
  await Promise.all(held.map((gate) => gate.reached));
  await send("a4", "a5");
  await until("two more to be parked", async () => (await parked()) === 2);
  await world.restart(limited({ limit: 1 }));
  const limits = await sql`select distinct limits from inngest_engine.jobs`;
  expect(limits.map((row) => row.limits)).toEqual([[1]]);
  for (const gate of gates.values()) gate.open();
  await until("all of them", async () => (await world.runs("?status=Completed")).length === 5);
});

test("jobs that a lost leader parked, and places it freed unseen, are found by the next", async () => {
  await start(limited({ limit: 1 }));
  const first = hold("a1");
  await send("a1", "a2", "a3");
  await first.reached;
  await until("two to be parked", async () => (await parked()) === 2);
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'inngest_engine_leader' and datname = current_database()`;
  await until("the end of the term", () => world.logged.some((line) => line.startsWith("no longer leading")));
  first.open();
  await until("all of them", async () => (await world.runs("?status=Completed")).length === 3);
  expect(await parked()).toBe(0);
});

test("a freed place that nobody told of is found by looking through the keys", async () => {
  await start(limited({ limit: 1 }));
  const first = hold("a1");
  await send("a1", "a2");
  await first.reached;
  await until("one to be parked", async () => (await parked()) === 1);
  // As if the run had ended while no leader knew of its limit.
  await sql`delete from inngest_engine.jobs where leased_until is not null`;
  world.clock.advance(60_000);
  await until("the parked one", () => ran.includes("a2"));
});
