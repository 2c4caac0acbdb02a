import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import getPort from "get-port";
import { startEmbeddedPostgres } from "@/db/embedded/server";
import type { Gateway } from "@/lib/gateway/context";
import { decideAction } from "@/lib/gateway/decide-action";
import { findPgbench, runPgbench } from "./pgbench";
import { type BenchCompany, openBenchCompany } from "./bench-company";

const clients = 8;
const rounds = 5;
const decisionsPerRound = 2_000;
const target = 0.5;

/**
 * The decide verb against pgbench calling the very same SQL function with the very same arguments: one Postgres, eight
 * clients each, rounds interleaved. What is left between the two is our read, the policy and Node itself.
 */
export async function benchDecide(): Promise<void> {
  const pgbench = findPgbench();
  const folder = await mkdtemp(path.join(tmpdir(), "countersign-bench-"));
  const server = await startEmbeddedPostgres({
    dataDir: path.join(folder, "data"),
    port: await getPort(),
    password: "bench",
    settings: { max_connections: "100", shared_buffers: "256MB" },
  });
  try {
    const company = await openBenchCompany(server.url, (rounds + 1) * decisionsPerRound * 2);
    const script = path.join(folder, "decide.sql");
    // One statement and one round trip: the request is found by its key on the way.
    await writeFile(
      script,
      `WITH next AS MATERIALIZED (SELECT nextval('bench_next') AS n)
       SELECT d.outcome FROM next JOIN bench_requests r USING (n) CROSS JOIN LATERAL decide_action(r.request) AS d;\n`.replaceAll(
        /\s+/g,
        " ",
      ),
    );

    const rows: { round: number; verbPerSecond: number; pgbenchPerSecond: number; ratio: number }[] = [];
    // The first round warms both up and is not counted.
    for (let round = 0; round <= rounds; round += 1) {
      const pgbenchPerSecond = await runPgbench({
        pgbench,
        url: company.appUrl,
        script,
        clients,
        transactions: decisionsPerRound,
      });
      const verbPerSecond = await runVerb(company);
      if (round > 0)
        rows.push({ round, verbPerSecond, pgbenchPerSecond, ratio: verbPerSecond / pgbenchPerSecond });
    }
    await company.assertAllClaimed();
    await report(rows);
    await company.close();
  } finally {
    await server.stop();
    // Where Postgres cannot enter the folder, its data lies elsewhere.
    await rm(server.dataDir, { recursive: true, force: true });
    await rm(folder, { recursive: true, force: true });
  }
}

async function runVerb(company: BenchCompany): Promise<number> {
  const work = await company.takePending(decisionsPerRound);
  const queue = work.values();
  const gateway: Gateway = company.gateway;
  const began = process.hrtime.bigint();
  const client = async () => {
    for (const { id, payloadHash } of queue) {
      const command = {
        actionId: id,
        decision: "approve",
        payloadHash,
        comment: null,
        confirmed: false,
        editToken: null,
        channel: "api",
      } as const;
      const { outcome } = await decideAction(company.person, command, gateway);
      if (outcome !== "claimed") throw new Error(`action ${id} ended ${outcome}`);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return decisionsPerRound / (Number(process.hrtime.bigint() - began) / 1e9);
}

async function report(
  rows: { round: number; verbPerSecond: number; pgbenchPerSecond: number; ratio: number }[],
): Promise<void> {
  console.table(
    rows.map((row) => ({
      round: row.round,
      "verb / s": Math.round(row.verbPerSecond),
      "pgbench / s": Math.round(row.pgbenchPerSecond),
      ratio: row.ratio.toFixed(2),
    })),
  );
  const ratios = rows.map((row) => row.ratio).sort((a, b) => a - b);
  const median = ratios[Math.floor(ratios.length / 2)]!;
  console.log(
    `median ratio ${median.toFixed(2)} (target ≥ ${target}): ${median >= target ? "holds" : "DOES NOT HOLD"}`,
  );
  const folder = path.resolve(".local", "bench");
  await mkdir(folder, { recursive: true });
  await writeFile(
    path.join(folder, "decide.json"),
    `${JSON.stringify({ clients, decisionsPerRound, target, median, rows }, null, 2)}\n`,
  );
  if (median < target) process.exitCode = 1;
}
