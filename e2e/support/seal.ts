import { openDatabase } from "@/db/client";
import { systemClock } from "@/lib/clock";
import { ledgerKeysOf } from "@/lib/core/ledger/checkpoint";
import { createDetachedGateway } from "@/lib/gateway/context";
import { sealEvidence } from "@/lib/gateway/evidence/seal-evidence";
import { sealLedger } from "@/lib/gateway/ledger/seal-ledger";
import { createRestletClient } from "@/lib/destinations/netsuite/restlet-client";
import { installation, signingKey } from "./installation";

/** Takes a checkpoint and seals the evidence that it covers, as the installation does every five minutes. */
export async function sealNow(): Promise<void> {
  const { databaseUrl, netsuite } = installation();
  const { account, ...credentials } = netsuite;
  const database = openDatabase(databaseUrl, { poolMax: 2 });
  try {
    const gateway = createDetachedGateway({
      database,
      ledgerKeys: ledgerKeysOf(signingKey(), undefined),
      // Nothing is asked of it.
      netsuite: createRestletClient({
        account,
        credentials,
        timeoutMs: 1_000,
        maxConcurrency: 1,
        clock: systemClock,
      }),
    });
    await sealLedger(gateway);
    await sealEvidence(gateway);
  } finally {
    await database.end();
  }
}
