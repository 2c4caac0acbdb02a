import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import { systemClock } from "@/lib/clock";
import { createSender } from "@/lib/outbound";
import { startRun } from "@/lib/runtime/runs/start-run";
import type { DyingOptions } from "@/lib/runtime/testing/dying/dying-worker";
import { work } from "@/lib/runtime/work/work";
import { withOwnPostgres } from "../own-postgres";
import { median, percentile, report } from "../report";
import { openTenantWith } from "./fill-runs";
import { openOwnDatabase } from "./own-database";

const leaseSeconds = 5;
const workersAtOnce = 8;
const batches = Number(process.env.BENCH_ROUNDS ?? 13);
const leasesMax = 2;
const program = fileURLToPath(new URL("../../lib/runtime/testing/dying/dying-worker.ts", import.meta.url));

/**
 * The wait, in leases, of a step whose worker was killed (SIGKILL) until another worker does it. The killed one had sent a request
 * that got no answer; its successor, which is there already, sends it again. `recovery-by-wake` measures it with what wakes one.
 */
export async function benchRecovery(): Promise<void> {
  await withOwnPostgres(async (url) => {
    const witness = await startWitness();
    const bench = await openOwnDatabase(url, "bench_recovery");
    const openAddresses = [{ host: "127.0.0.1", port: witness.port }];
    Object.assign(bench.gateway, {
      sender: createSender({ ownUrls: [], openAddresses, clock: systemClock }),
    });
    const person = await openTenantWith(
      `workflow: asks
limits: { writes: 1 }
steps:
  - { id: call, tool: http.request, with: { method: POST, url: "http://127.0.0.1:${witness.port}/", honours_key: true } }`,
      { ...bench, slug: "recovery" },
    );
    const options: DyingOptions = {
      databaseUrl: bench.urls.app,
      simulatorUrl: "http://127.0.0.1:9",
      account: "none",
      credentials: { consumerKey: "none", consumerSecret: "none", tokenId: "none", tokenSecret: "none" },
      openAddresses,
      point: null,
      leaseSeconds,
      parallel: 1,
    };
    const leases: number[] = [];
    for (let batch = 0; batch < batches; batch += 1) {
      for (let n = 0; n < workersAtOnce; n += 1)
        await startRun(person, { workflow: "asks", inputs: {} }, bench.gateway);
      const workers = Array.from({ length: workersAtOnce }, () => startWorker(options));
      await witness.untilAsked(workersAtOnce);
      await Promise.all(workers.map(kill));
      const killedAt = performance.now();
      await work({ parallel: workersAtOnce, forMs: 60_000, leaseSeconds }, bench.gateway);
      leases.push(...witness.takeSecond().map((at) => (at - killedAt) / 1_000 / leaseSeconds));
    }
    await bench.close();
    witness.close();
    await tell(leases);
  });
}

const startWorker = (options: DyingOptions): ChildProcess =>
  spawn(process.execPath, ["--import", "tsx", program, JSON.stringify(options)], {
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, LOG_LEVEL: "silent" },
  });

async function kill(child: ChildProcess): Promise<void> {
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
}

/** Answers a request the second time that it comes, by its key. */
async function startWitness() {
  const keys = new Set<string>();
  let second: number[] = [];
  let onAsked = (): void => {};
  const server = createServer((request, response) => {
    request.resume().on("end", () => {
      const key = String(request.headers["idempotency-key"]);
      if (keys.has(key)) {
        second.push(performance.now());
        response.end("{}");
        return;
      }
      keys.add(key);
      onAsked();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the witness has no port");
  return {
    port: address.port,
    untilAsked: (count: number) =>
      new Promise<void>((resolve) => {
        const goal = keys.size + count;
        onAsked = () => {
          if (keys.size >= goal) resolve();
        };
      }),
    takeSecond: () => {
      const taken = second;
      second = [];
      return taken;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function tell(leases: readonly number[]): Promise<void> {
  const killed = batches * workersAtOnce;
  const p99 = percentile(leases, 0.99);
  await report("recovery", {
    rows: [
      { measured: "workers killed", value: killed },
      { measured: "their steps done again", value: leases.length },
      { measured: "leases until then, p50", value: Number(median(leases).toFixed(2)) },
      { measured: "leases until then, p99", value: Number(p99.toFixed(2)) },
    ],
    summary: `a killed worker's step is done again within ${p99.toFixed(2)} leases at p99 (target ≤ ${leasesMax})`,
    holds: leases.length === killed && p99 <= leasesMax,
    leases,
  });
}
