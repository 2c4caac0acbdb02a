import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import type { OwnerSql } from "@/db/client";
import { LEASE_SECONDS } from "@/lib/core/run/run";
import { closeReceivers } from "@/lib/outbound/testing/receiver";
import { startRun } from "@/lib/runtime/runs/start-run";
import { type RequestWitness, startRequestWitness } from "@/lib/runtime/testing/request-witness";
import { withOwnPostgres } from "../own-postgres";
import { median, percentile, report } from "../report";
import { openTenantWith } from "./fill-runs";
import { openOwnDatabase } from "./own-database";
import { serveApp } from "./served-app";

/** Batches, each at another second of the minute. */
const batches = Number(process.env.BENCH_ROUNDS ?? 16);
/** Delays in leases, by the call that woke the workers. */
type Measured = Record<"retried" | "swept", number[]>;

const runsABatch = 8;
const leasesMax = 2;
const minuteMs = 60_000;
const limitMs = 180_000;

/**
 * As `recovery`, with nobody who looks for lost steps at once: the whole app is killed (SIGKILL) and started again, and its steps wait
 * until the engine calls it. In every second batch the engine tries the killed job again; in the others it has lost that job, so that
 * the sweep of each minute alone wakes workers.
 */
export const benchRecoveryByWake = (): Promise<void> =>
  withOwnPostgres(async (url, folder) => {
    const witness = await startRequestWitness();
    const address = `127.0.0.1:${witness.port}`;
    const bench = await openOwnDatabase(url, "bench_wake");
    const app = await serveApp({
      databaseUrl: bench.urls.app,
      engineDatabaseUrl: bench.urls.engine,
      folder,
      outboundAllow: address,
    });
    Object.assign(bench.gateway, { sendEvents: app.client.send.bind(app.client) });
    const person = await openTenantWith(
      `workflow: asks
limits: { writes: 1 }
steps:
  - { id: call, tool: http.request, with: { method: POST, url: "http://${address}/\${{ run.id }}", honours_key: true } }`,
      { ...bench, slug: "wake" },
    );
    const engine = postgres(bench.urls.engine, { max: 1 });
    const measured: Measured = { retried: [], swept: [] };
    try {
      for (let batch = 0; batch < batches; batch += 1) {
        await untilSecond((batch * minuteMs) / batches);
        witness.hold();
        const runs: number[] = [];
        for (let n = 0; n < runsABatch; n += 1)
          runs.push((await startRun(person, { workflow: "asks", inputs: {} }, bench.gateway)).run.id);
        await until(`${runsABatch} steps ask`, () => witness.heldCount() === runsABatch);
        app.kill();
        const killedAtMs = performance.now();
        witness.release();
        const by = batch % 2 === 0 ? "retried" : "swept";
        if (by === "swept") await loseJobs(engine);
        await app.restart();
        await until("every run ends", async () => (await countOpen(bench.owner)) === 0);
        const taken = runs.map((run) => (againAtMs(witness, run) - killedAtMs) / 1_000 / LEASE_SECONDS);
        measured[by].push(...taken);
        console.log(
          `batch ${batch + 1} of ${batches}, ${by}: ${Math.max(...taken).toFixed(2)} leases at most`,
        );
      }
    } finally {
      await Promise.all([app.close(), engine.end()]);
      await bench.close();
      closeReceivers();
    }
    await tell(measured);
  });

/** Jobs of the function that does the steps. The app is dead, so none of them runs. */
const loseJobs = (engine: postgres.Sql) => engine`
  DELETE FROM inngest_engine.jobs j USING inngest_engine.runs r WHERE r.id = j.run_id AND r.function_id = 'countersign-work'`;

/** Of the current minute or the next one. */
const untilSecond = (ms: number) => sleep((ms - (Date.now() % minuteMs) + minuteMs) % minuteMs);

async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  for (const deadline = Date.now() + limitMs; Date.now() < deadline; await sleep(50))
    if (await holds()) return;
  throw new Error(`not within ${limitMs} ms: ${what}`);
}

const countOpen = async (owner: OwnerSql): Promise<number> =>
  (await owner<{ count: number }[]>`SELECT count(*)::int AS count FROM runs WHERE ended_at IS NULL`)[0]!
    .count;

/** The time at which a run's request came again. */
function againAtMs({ requests }: RequestWitness, run: number): number {
  const ofRun = requests.filter(({ path }) => path === `/${run}`);
  if (ofRun.length !== 2) throw new Error(`run ${run} ofRun ${ofRun.length} times and not twice`);
  return ofRun[1]!.atMs;
}

async function tell(measured: Measured): Promise<void> {
  const rows = Object.entries(measured).map(([by, leases]) => ({
    by,
    steps: leases.length,
    "leases p50": Number(median(leases).toFixed(2)),
    "leases p99": Number(percentile(leases, 0.99).toFixed(2)),
    "seconds p99": Number((percentile(leases, 0.99) * LEASE_SECONDS).toFixed(1)),
  }));
  const p99Of = (by: keyof Measured) => percentile(measured[by], 0.99);
  await report("recovery-by-wake", {
    rows,
    summary:
      `a killed app's step is done again within ${p99Of("retried").toFixed(2)} leases of ${LEASE_SECONDS} s at p99 (target ≤ ${leasesMax}), ` +
      `and within ${p99Of("swept").toFixed(2)} where the engine lost its job as well (no target)`,
    holds: p99Of("retried") <= leasesMax,
    measured,
  });
}
