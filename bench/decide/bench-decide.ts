import { writeFile } from "node:fs/promises";
import path from "node:path";
import { type BenchCompany, openBenchCompany } from "../company";
import { withOwnPostgres } from "../own-postgres";
import { inRounds, median, report } from "../report";
import { decideEach } from "./decide-each";
import { findPgbench, runPgbench } from "./pgbench";

const clients = 8;
const rounds = 5;
const decisionsPerRound = 2_000;
const target = 0.5;

/**
 * The decide verb against pgbench calling the very same SQL function with the very same arguments: one Postgres, eight
 * clients each, rounds interleaved. The difference between the two is our read, the policy and Node itself.
 */
export async function benchDecide(): Promise<void> {
  const pgbench = findPgbench();
  await withOwnPostgres(async (url, folder) => {
    const company = await openBenchCompany(url, (rounds + 1) * decisionsPerRound * 2);
    const script = path.join(folder, "decide.sql");
    // One statement and one round trip: the request is found by its key on the way.
    await writeFile(
      script,
      `WITH next AS MATERIALIZED (SELECT nextval('bench_next') AS n)
       SELECT d.outcome FROM next JOIN bench_requests r USING (n)
       CROSS JOIN LATERAL decide_action(r.request) AS d;\n`.replaceAll(/\s+/g, " "),
    );
    const load = { pgbench, url: company.appUrl, script, clients, transactions: decisionsPerRound };
    const measured = await inRounds(rounds, async () => {
      const pgbenchPerSecond = await runPgbench(load);
      const verbPerSecond = await verbsPerSecond(company);
      return { verbPerSecond, pgbenchPerSecond, ratio: verbPerSecond / pgbenchPerSecond };
    });
    await company.assertAllClaimed();
    const middle = median(measured.map(({ ratio }) => ratio));
    await report("decide", {
      rows: measured.map(({ verbPerSecond, pgbenchPerSecond, ratio }) => ({
        "verb / s": Math.round(verbPerSecond),
        "pgbench / s": Math.round(pgbenchPerSecond),
        ratio: ratio.toFixed(2),
      })),
      summary: `median ratio ${middle.toFixed(2)} (target ≥ ${target})`,
      holds: middle >= target,
      clients,
      decisionsPerRound,
      measured,
    });
    await company.close();
  });
}

async function verbsPerSecond(company: BenchCompany): Promise<number> {
  const work = await company.takePending(decisionsPerRound);
  return 1_000 / (await decideEach(company, work, clients));
}
