/** This room seals the evidence bundles of runs and actions that have ended, and hands them out. */

import { inSnapshot, inTenant } from "@/db/client";
import { type WaitingBundle, listBundlesToSeal, sealBundleRow } from "@/db/queries/ledger/bundles";
import { makeBundle } from "@/lib/core/ledger/bundle/make-bundle";
import type { SigningKey } from "@/lib/core/ledger/checkpoint";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { sumOverTenants } from "@/lib/gateway/each-tenant";
import { describeError, log } from "@/lib/log";
import { CheckpointIndex } from "./checkpoint-index";
import { gatherBundle } from "./gather-bundle";

const perPage = 100;
/** The most bundles of a tenant in one run. The next run continues. */
const bundlesPerRunMax = 2_000;

/**
 * Seals the bundle of everything that has ended and whose events a checkpoint covers: once, and nothing changes it
 * afterwards. Comes after sealLedger. Returns how many bundles there are more. Without a key nothing is sealed.
 */
export async function sealEvidence(gateway: Gateway = getGateway()): Promise<number> {
  const { signing } = gateway.ledgerKeys;
  if (!signing) return 0;
  const failure = "One tenant's evidence was not sealed; the others go on";
  return sumOverTenants(gateway, failure, (tenantId) => sealTenant(tenantId, signing, gateway));
}

async function sealTenant(tenantId: number, key: SigningKey, gateway: Gateway): Promise<number> {
  const index = new CheckpointIndex(tenantId);
  let sealed = 0;
  for (let afterId = 0; sealed < bundlesPerRunMax;) {
    const page = await inTenant(gateway.database, tenantId, (tx) =>
      listBundlesToSeal(tx, tenantId, afterId, perPage),
    );
    for (const waiting of page)
      try {
        if (await sealOne(tenantId, waiting, index, key, gateway)) sealed += 1;
      } catch (error) {
        const { subjectType, subjectId } = waiting;
        log.error(
          { tenantId, subjectType, subjectId, error: describeError(error) },
          "One evidence bundle was not sealed; the others go on",
        );
      }
    if (page.length < perPage) break;
    afterId = page.at(-1)!.id;
  }
  return sealed;
}

/** False: an event of it waits for its checkpoint, or another worker sealed it. */
async function sealOne(
  tenantId: number,
  waiting: WaitingBundle,
  index: CheckpointIndex,
  key: SigningKey,
  { database, clock }: Gateway,
): Promise<boolean> {
  const sealedAt = clock.now().toISOString();
  const contents = await inSnapshot(database, tenantId, (tx) =>
    gatherBundle(tx, tenantId, waiting, { index, sealedAt }),
  );
  if (!contents) return false;
  const checkpointSeq = contents.checkpoints.checkpoints.at(-1)!.seq;
  const bundle = { ...makeBundle(contents, key), checkpointSeq, sealedAt };
  return inTenant(database, tenantId, (tx) => sealBundleRow(tx, tenantId, waiting.id, bundle));
}
