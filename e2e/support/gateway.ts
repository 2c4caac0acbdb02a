import { openDatabase } from "@/db/client";
import { systemClock } from "@/lib/clock";
import { ledgerKeysOf } from "@/lib/core/ledger/checkpoint";
import { createRestletClient } from "@/lib/destinations/netsuite/restlet-client";
import { afterCommitsDone } from "@/lib/gateway/after-commit";
import { type Gateway, createDetachedGateway } from "@/lib/gateway/context";
import { installation, signingKey } from "./installation";

/** Calls verbs of the installation that no route calls. Nothing is asked of its NetSuite. */
export async function withGateway<Result>(work: (gateway: Gateway) => Promise<Result>): Promise<Result> {
  const { databaseUrl, netsuite } = installation();
  const { account, ...credentials } = netsuite;
  const database = openDatabase(databaseUrl, { poolMax: 2 });
  try {
    const gateway = createDetachedGateway({
      database,
      ledgerKeys: ledgerKeysOf(signingKey(), undefined),
      netsuite: createRestletClient({
        account,
        credentials,
        timeoutMs: 1_000,
        maxConcurrency: 1,
        clock: systemClock,
      }),
    });
    const result = await work(gateway);
    await afterCommitsDone(gateway);
    return result;
  } finally {
    await database.end();
  }
}
