import { openDatabase } from "@/db/client";
import { type Clock, systemClock } from "@/lib/clock";
import { ledgerKeysOf } from "@/lib/core/ledger/checkpoint";
import { createRestletClient } from "@/lib/destinations/netsuite/restlet-client";
import { afterCommitsDone } from "@/lib/gateway/after-commit";
import { type Gateway, createDetachedGateway } from "@/lib/gateway/context";
import type { StartedParts } from "../local/start-product";

/** The verbs on the demo's parts, before the app runs. Whoever opens it closes it. */
export function openGateway(parts: StartedParts, clock: Clock = systemClock): Gateway {
  const { account, ...credentials } = parts.secrets.netsuite;
  const { COUNTERSIGN_SIGNING_KEY: signingKey } = parts.env;
  return createDetachedGateway({
    database: openDatabase(parts.env.DATABASE_URL!, { poolMax: 4 }),
    clock,
    ledgerKeys: ledgerKeysOf(signingKey, undefined),
    netsuite: createRestletClient({
      account,
      baseUrl: parts.simulatorUrl!,
      credentials,
      timeoutMs: 5_000,
      maxConcurrency: 8,
      clock,
    }),
  });
}

export async function closeGateway(gateway: Gateway): Promise<void> {
  gateway.netsuite.close();
  await afterCommitsDone(gateway);
  await gateway.database.end();
}
