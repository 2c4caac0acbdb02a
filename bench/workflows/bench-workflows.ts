import { Logger, makeWorkerUtils, run } from "graphile-worker";
import { leaseSteps } from "@/db/queries/workflows/turns";
import type { Person } from "@/lib/core/access/principal";
import { work } from "@/lib/runtime/work/work";
import { withOwnPostgres } from "../own-postgres";
import { elapsedMs, inRounds, median, report } from "../report";
import { STEPS_OF_A_RUN, fillReady, openTenant, startRuns } from "./fill-runs";
import { type OwnDatabase, openOwnDatabase } from "./own-database";

const concurrency = 8;
const tenants = 16;
const runsEach = Number(process.env.BENCH_RUNS ?? 6);
const jobs = tenants * runsEach * STEPS_OF_A_RUN;
const rounds = Number(process.env.BENCH_ROUNDS ?? 5);
const shareMin = 0.5;
const [few, many] = [1_000, 200_000];
const growthMax = 1.5;

/**
 * Steps that do nothing, beside jobs of Graphile Worker that do nothing, on the same Postgres and eight at once; and one lease
 * where 200,000 steps are ready, beside one where 1,000 are.
 */
export async function benchWorkflows(): Promise<void> {
  await withOwnPostgres(async (url) => {
    const steps = await benchSteps(url);
    const leases = await benchLeases(url);
    await report("workflows", {
      rows: [...steps.rows, ...leases.rows],
      summary:
        `Steps a second are ${steps.share.toFixed(2)} of Graphile Worker's jobs (${shareMin} at least), and a lease of ` +
        `${many.toLocaleString("en-US")} ready takes ${leases.growth.toFixed(2)} times one of ${few.toLocaleString("en-US")} (${growthMax} at most)`,
      holds: steps.share >= shareMin && leases.holds,
      concurrency,
      tenants,
      jobs,
      rounds,
    });
  });
}

async function openTenants({ owner, gateway }: OwnDatabase): Promise<Person[]> {
  const people: Person[] = [];
  for (let n = 0; n < tenants; n += 1) people.push(await openTenant(owner, gateway, `bench-${n}`));
  return people;
}

async function benchSteps(url: string) {
  const bench = await openOwnDatabase(url, "bench_steps");
  const people = await openTenants(bench);
  const measured = await inRounds(rounds, async () => {
    for (const person of people) await startRuns(person, runsEach, bench.gateway);
    const ours = await elapsedMs(() =>
      work({ parallel: concurrency, forMs: 600_000, patienceMs: 0 }, bench.gateway),
    );
    const [left] = await bench.owner`SELECT count(*)::int AS n FROM runs WHERE status <> 'succeeded'`;
    if (left!.n !== 0) throw new Error(`${left!.n} runs did not succeed`);
    const theirs = await timeJobs(bench.urls.owner);
    return { ours: (jobs / ours) * 1_000, theirs: (jobs / theirs) * 1_000 };
  });
  await bench.close();
  const [ours, theirs] = [median(measured.map((one) => one.ours)), median(measured.map((one) => one.theirs))];
  return {
    share: median(measured.map((one) => one.ours / one.theirs)),
    rows: [
      { measured: "our steps a second", value: Math.round(ours) },
      { measured: "Graphile Worker's jobs a second", value: Math.round(theirs) },
    ],
  };
}

/** All jobs are stored before the first is taken. */
async function timeJobs(connectionString: string): Promise<number> {
  let done = 0;
  let finish: () => void;
  const all = new Promise<void>((resolve) => (finish = resolve));
  const utils = await makeWorkerUtils({ connectionString });
  await utils.migrate();
  await utils.withPgClient((client) =>
    client.query(
      "SELECT graphile_worker.add_job('nothing', json_build_object('n', n)) FROM generate_series(1, $1) n",
      [jobs],
    ),
  );
  await utils.release();
  const began = performance.now();
  const runner = await run({
    connectionString,
    concurrency,
    noHandleSignals: true,
    logger: new Logger(() => () => {}),
    taskList: {
      nothing: async () => {
        done += 1;
        if (done === jobs) finish();
      },
    },
  });
  await all;
  const ms = performance.now() - began;
  await runner.stop();
  return ms;
}

async function benchLeases(url: string) {
  const times = new Map<number, number[]>();
  for (const ready of [few, many]) {
    const bench = await openOwnDatabase(url, `bench_leases_${ready}`);
    const people = await openTenants(bench);
    for (const person of people) await startRuns(person, 1, bench.gateway);
    // Half of them are one tenant's.
    const rest = Math.floor(ready / 2 / (tenants - 1));
    for (const [n, person] of people.entries())
      await fillReady(bench.owner, person, n === 0 ? ready / 2 : rest);
    await bench.owner`VACUUM ANALYZE steps`;
    const one: number[] = [];
    for (let n = -5; n < 60; n += 1) {
      const ms = await elapsedMs(() =>
        leaseSteps(bench.gateway.database, { owner: "bench", count: concurrency, seconds: 30 }),
      );
      if (n >= 0) one.push(ms);
    }
    times.set(ready, one);
    await bench.close();
  }
  const [small, large] = [median(times.get(few)!), median(times.get(many)!)];
  return {
    growth: large / small,
    holds: large <= small * growthMax,
    rows: [
      { measured: `ms a lease of ${concurrency}, ${few} ready`, value: Number(small.toFixed(2)) },
      { measured: `ms a lease of ${concurrency}, ${many} ready`, value: Number(large.toFixed(2)) },
    ],
  };
}
