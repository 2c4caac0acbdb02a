import { bulkDecide } from "@/lib/gateway/decide/bulk-decide";
import { type BenchCompany, openBenchCompany } from "../company";
import { withOwnPostgres } from "../own-postgres";
import { median, report } from "../report";
import { decideEach } from "./decide-each";
import { startApp } from "./decide-over-http";

const rounds = 5;
const rowsPerRound = 500;
const singlesPerRound = 200;
const target = 0.2;

interface Round {
  round: number;
  /** Milliseconds a row. */
  http: { single: number; bulk: number };
  verb: { single: number; bulk: number };
}

/**
 * The cost of one row in a bulk decision of 500, against the same decisions asked for one after the other: over HTTP at
 * the built app, which is what a client waits for, and beside it at the verbs alone. One Postgres, rounds interleaved.
 */
export async function benchBulk(): Promise<void> {
  await withOwnPostgres(async (url) => {
    const company = await openBenchCompany(url, (rounds + 1) * 2 * (rowsPerRound + singlesPerRound) * 2);
    const app = await startApp(company);
    const measured: Round[] = [];
    try {
      // The first round warms all of them up and is not counted.
      for (let round = 0; round <= rounds; round += 1) {
        const http = {
          single: await app.oneByOne(await company.takePending(singlesPerRound)),
          bulk: await app.inBulk(await company.takePending(rowsPerRound)),
        };
        const verb = {
          single: await decideEach(company, await company.takePending(singlesPerRound), 1),
          bulk: await decideInBulk(company),
        };
        if (round > 0) measured.push({ round, http, verb });
      }
    } finally {
      await app.stop();
    }
    const overHttp = median(measured.map(({ http }) => http.bulk / http.single));
    const atTheVerbs = median(measured.map(({ verb }) => verb.bulk / verb.single));
    await report("bulk", {
      rows: measured.map(({ round, http, verb }) => ({
        round,
        "HTTP ms/row, single": http.single.toFixed(2),
        "HTTP ms/row, bulk": http.bulk.toFixed(2),
        "HTTP ratio": (http.bulk / http.single).toFixed(2),
        "verb ms/row, single": verb.single.toFixed(2),
        "verb ms/row, bulk": verb.bulk.toFixed(2),
        "verb ratio": (verb.bulk / verb.single).toFixed(2),
      })),
      summary: `a row in bulk costs ${overHttp.toFixed(2)} of a single decision over HTTP (target ≤ ${target}), ${atTheVerbs.toFixed(2)} at the verbs`,
      holds: overHttp <= target,
      rowsPerRound,
      singlesPerRound,
      measured,
    });
    await company.close();
  });
}

async function decideInBulk(company: BenchCompany): Promise<number> {
  const work = await company.takePending(rowsPerRound);
  const items = work.map(({ id, payloadHash }) => ({ id, payload_hash: payloadHash }));
  const began = process.hrtime.bigint();
  const { results } = await bulkDecide(company.person, { decision: "approve", items }, company.gateway);
  const took = Number(process.hrtime.bigint() - began) / 1e6;
  const lost = results.find(({ outcome }) => outcome !== "claimed");
  if (lost) throw new Error(`action ${lost.id} ended ${lost.outcome}: ${lost.message}`);
  return took / rowsPerRound;
}
