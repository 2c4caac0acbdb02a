import { setTimeout as sleep } from "node:timers/promises";
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

/** Each at another second of the minute, as a sweep of every minute wakes workers. */
const batches = Number(process.env.BENCH_ROUNDS ?? 13);
const runsABatch = 8;
const leasesMax = 2;
const minuteMs = 60_000;
const limitMs = 180_000;

/**
 * As `recovery`, with nobody who looks for lost steps at once: the whole app is killed (SIGKILL) and started again, and its steps wait
 * until the engine calls it, by the sweep of each minute or by trying the killed job again.
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
    const leases: number[] = [];
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
        await app.restart();
        await until("every run ends", async () => (await countOpen(bench.owner)) === 0);
        const taken = runs.map((run) => (againAtMs(witness, run) - killedAtMs) / 1_000 / LEASE_SECONDS);
        leases.push(...taken);
        console.log(`batch ${batch + 1} of ${batches}: ${Math.max(...taken).toFixed(2)} leases at most`);
      }
    } finally {
      await app.close();
      await bench.close();
      closeReceivers();
    }
    await tell(leases);
  });

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

/** When a run's request came the second time. */
function againAtMs({ requests }: RequestWitness, run: number): number {
  const asked = requests.filter(({ path }) => path === `/${run}`);
  if (asked.length !== 2) throw new Error(`run ${run} asked ${asked.length} times and not twice`);
  return asked[1]!.atMs;
}

async function tell(leases: readonly number[]): Promise<void> {
  const p99 = percentile(leases, 0.99);
  await report("recovery-by-wake", {
    rows: [
      { measured: "steps whose app was killed", value: leases.length },
      { measured: "leases until they are done again, p50", value: Number(median(leases).toFixed(2)) },
      { measured: "leases until they are done again, p99", value: Number(p99.toFixed(2)) },
      { measured: "seconds until they are done again, p99", value: Number((p99 * LEASE_SECONDS).toFixed(1)) },
    ],
    summary: `a killed app's step is done again within ${p99.toFixed(2)} leases of ${LEASE_SECONDS} s at p99 (target ≤ ${leasesMax})`,
    holds: p99 <= leasesMax,
    leases,
  });
}
