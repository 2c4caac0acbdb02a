import { bulkDecide } from "@/lib/gateway/decide/bulk-decide";
import { type BenchCompany, openBenchCompany } from "../company";
import { withOwnPostgres } from "../own-postgres";
import { elapsedMs, inRounds, median, report } from "../report";
import { decideEach } from "./decide-each";
import { startApp } from "./decide-over-http";

const rounds = 5;
const rowsPerRound = 500;
const singlesPerRound = 200;
const target = 0.2;

/**
 * The cost of one row in a bulk decision of 500, against the same decisions asked for one after the other: over HTTP at
 * the built app, which is what a client waits for, and beside it at the verbs alone. One Postgres, rounds interleaved.
 */
export async function benchBulk(): Promise<void> {
  await withOwnPostgres(async (url) => {
    const company = await openBenchCompany(url, (rounds + 1) * 2 * (rowsPerRound + singlesPerRound) * 2);
    const app = await startApp(company);
    // Milliseconds a row.
    const measured = await inRounds(rounds, async () => ({
      http: {
        single: await app.oneByOne(await company.takePending(singlesPerRound)),
        bulk: await app.inBulk(await company.takePending(rowsPerRound)),
      },
      verb: {
        single: await decideEach(company, await company.takePending(singlesPerRound), 1),
        bulk: await decideInBulk(company),
      },
    })).finally(app.stop);
    const overHttp = median(measured.map(({ http }) => http.bulk / http.single));
    const atTheVerbs = median(measured.map(({ verb }) => verb.bulk / verb.single));
    await report("bulk", {
      rows: measured.map(({ http, verb }) => ({
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
  const items = await company.takePending(rowsPerRound);
  const took = await elapsedMs(async () => {
    const { results } = await bulkDecide(company.person, { decision: "approve", items }, company.gateway);
    const lost = results.find(({ outcome }) => outcome !== "claimed");
    if (lost) throw new Error(`action ${lost.id} ended ${lost.outcome}: ${lost.message}`);
  });
  return took / rowsPerRound;
}
