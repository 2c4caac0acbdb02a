import { type VirtualEngine, startVirtualEngine } from "@countersign/inngest-engine";
import postgres from "postgres";
import { withOwnPostgres } from "../own-postgres";
import { report } from "../report";

const eventsTotal = Number(process.env.BENCH_EVENTS ?? 1_000_000);
const eventsPerRequest = 2_000;
/** 20,000 events an hour of the engine's clock, so that a day's keys come and go within the million. */
const spanPerRequestMs = 6 * 60_000;
const retentionMs = 60 * 60_000;
const samples = 10;
/** Sizes after two samples are those of the steady state, but for keys, which are kept for 24 hours. */
const growthMax = 1.25;

interface TableSize {
  table: string;
  rows: number;
  tableKb: number;
  indexesKb: number;
}

/**
 * A million events through intake, routing, steps, waits, pruning by the virtual clock, with autovacuum as it comes but
 * for its pause, since the clock runs a few hundred times as fast. Prints what every table and its indexes take.
 */
export async function benchRetention(): Promise<void> {
  await withOwnPostgres(
    async (serverUrl) => {
      const sql = postgres(serverUrl, { max: 1, onnotice: () => {} });
      const engine = await startVirtualEngine({
        databaseUrl: serverUrl,
        startAt: "2031-01-01",
        eventKey: "",
        signingKey: "",
        unsignedDevMode: true,
        retentionMs,
        settleTimeoutMs: 300_000,
        log: (level, message, details) => {
          if (level === "error") console.error(message, details);
        },
      });
      try {
        await engine.connect(answerAsApp);
        await drive(engine, sql);
      } finally {
        await engine.stop();
        await sql.end();
      }
    },
    { autovacuum_naptime: "1s" },
  );
}

async function drive(engine: VirtualEngine, sql: postgres.Sql): Promise<void> {
  const beganMs = Date.now();
  const readings: { events: number; totalKb: number; sizes: TableSize[] }[] = [];
  for (let offset = 0; offset < eventsTotal; offset += eventsPerRequest) {
    const body = JSON.stringify(Array.from({ length: eventsPerRequest }, (_, at) => eventOf(offset + at)));
    const answer = await engine.fetch(`${engine.url}/e/any`, { method: "POST", body });
    if (answer.status !== 200) throw new Error(`the engine answered ${answer.status} to events`);
    await engine.advance(spanPerRequestMs);
    const events = offset + eventsPerRequest;
    if (events % (eventsTotal / samples) !== 0) continue;
    const sizes = await readSizes(sql);
    const totalKb = sizes.reduce((sum, { tableKb, indexesKb }) => sum + tableKb + indexesKb, 0);
    readings.push({ events, totalKb, sizes });
    console.log(`${events} events, ${Math.round((Date.now() - beganMs) / 1000)} s, ${totalKb} kB in all`);
    console.table(sizes.filter(({ rows, tableKb }) => rows > 0 || tableKb > 64));
  }
  const early = Math.max(...readings.slice(1, 5).map(({ totalKb }) => totalKb));
  const late = Math.max(...readings.slice(5).map(({ totalKb }) => totalKb));
  await report("retention", {
    rows: readings.map(({ events, totalKb }) => ({ events, totalKb })),
    samples: readings,
    summary: `${eventsTotal} events with a retention of an hour: ${late} kB at most in the second half, ${early} kB in the first`,
    holds: late <= early * growthMax,
  });
}

/** One in 100 starts a run with a step, one in 200 a run that waits in vain; one in 20 has an id of its own. */
function eventOf(n: number): object {
  const name = n % 200 === 0 ? "bench/wait" : n % 100 === 1 ? "bench/step" : "bench/noise";
  return { name, data: { n, order: `order-${n % 5_000}` }, ...(n % 20 === 0 ? { id: `event-${n}` } : {}) };
}

async function readSizes(sql: postgres.Sql): Promise<TableSize[]> {
  const tables = await sql<{ table: string; tableKb: number; indexesKb: number }[]>`
    select relname as table, (pg_table_size(oid) / 1024)::int as "tableKb",
      (pg_indexes_size(oid) / 1024)::int as "indexesKb"
    from pg_class where relnamespace = 'inngest_engine'::regnamespace and relkind = 'r' order by relname`;
  const sizes: TableSize[] = [];
  for (const { table, ...size } of tables) {
    const [counted] = await sql`select count(*)::int as rows from inngest_engine.${sql(table)}`;
    sizes.push({ table, rows: counted!.rows as number, ...size });
  }
  return sizes;
}

/** Answers as an app would, without the cost of one: a step or a wait at first, then the end. */
async function answerAsApp(request: Request): Promise<Response> {
  const headers = { "x-inngest-req-version": "2" };
  if (request.method === "PUT")
    return Response.json({ app_id: "bench", functions: ["step", "wait"].map(configOf) }, { headers });
  const { steps } = (await request.json()) as { steps: object };
  if (Object.keys(steps).length > 0) return Response.json({ ok: true }, { headers });
  const waits = new URL(request.url).searchParams.get("fnId") === "bench-wait";
  const opts = { event: "bench/never", timeout: "30m" };
  const op = waits
    ? { id: "waited", op: "WaitForEvent", name: opts.event, displayName: "waited", opts }
    : { id: "worked", op: "StepRun", name: "worked", displayName: "worked", data: { ok: true } };
  return Response.json([op], { status: 206, headers });
}

function configOf(name: string): object {
  const runtime = { type: "http", url: "http://app.virtual" };
  const step = { id: "step", name: "step", retries: { attempts: 0 }, runtime };
  return { id: `bench-${name}`, name, triggers: [{ event: `bench/${name}` }], steps: { step } };
}
