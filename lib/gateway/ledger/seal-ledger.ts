import { inTenant } from "@/db/client";
import {
  type WaitingEvent,
  findHead,
  insertCheckpoint,
  listUnsealed,
  lockSealing,
} from "@/db/queries/ledger/checkpoints";
import {
  type CheckpointBody,
  type SigningKey,
  multirangeOf,
  signCheckpoint,
} from "@/lib/core/ledger/checkpoint";
import { MerkleTree, leafOf } from "@/lib/core/ledger/merkle";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { sumOverTenants } from "@/lib/gateway/each-tenant";
import { findSeal } from "./seals/event-seals";

const eventsPerCheckpointMax = 50_000;
/** The next run goes on. */
const checkpointsPerRunMax = 40;

/**
 * Takes a checkpoint of every tenant's ledger, and of the global switches': the Merkle root over the events that wait,
 * chained to the checkpoint before and signed, with the ids of those that lack the app's seal (docs/adr/0065). A ledger without new events gets none. Returns how many checkpoints
 * there are more. Without a key nothing is sealed.
 */
export async function sealLedger(gateway: Gateway = getGateway()): Promise<number> {
  const { signing } = gateway.ledgerKeys;
  if (!signing) return 0;
  const failure = "One tenant's ledger was not sealed; the others go on";
  const ofTenants = await sumOverTenants(gateway, failure, (tenantId) => sealOne(tenantId, signing, gateway));
  return ofTenants + (await sealOne(null, signing, gateway));
}

async function sealOne(tenantId: number | null, key: SigningKey, gateway: Gateway): Promise<number> {
  for (let count = 0; count < checkpointsPerRunMax; count += 1)
    if (!(await sealNext(tenantId, key, gateway))) return count;
  return checkpointsPerRunMax;
}

/** The ids of those that ought to carry a seal and do not. The global switches' carry none. */
const withoutSeal = (tenantId: number | null, events: readonly WaitingEvent[]): number[] =>
  tenantId === null
    ? []
    : events.filter(({ bodyText }) => findSeal(tenantId, bodyText) === "missing").map(({ id }) => id);

/** No tenant has this id: the transaction sees the rows that belong to none. */
const nobody = 0;

/** False: no event waits. */
function sealNext(tenantId: number | null, key: SigningKey, gateway: Gateway): Promise<boolean> {
  return inTenant(gateway.database, tenantId ?? nobody, async (tx) => {
    await lockSealing(tx, tenantId);
    const events = await listUnsealed(tx, tenantId, eventsPerCheckpointMax);
    if (events.length === 0) return false;
    const head = await findHead(tx, tenantId);
    const tree = new MerkleTree();
    for (const event of events) tree.add(leafOf(event));
    const eventIds = multirangeOf(events.map(({ id }) => id));
    const vouches = !events[0]!.predatesSeals;
    const body: CheckpointBody = {
      v: 1,
      tenant_id: tenantId,
      seq: (head?.seq ?? 0) + 1,
      prev_hash: head?.hash ?? "",
      events: eventIds,
      count: events.length,
      root: tree.root(),
      ...(vouches ? { unsealed: multirangeOf(withoutSeal(tenantId, events)) } : {}),
      sealed_at: gateway.clock.now().toISOString(),
      key_id: key.id,
    };
    const { body: text, signature } = signCheckpoint(body, key);
    await insertCheckpoint(tx, tenantId, { body: text, signature, eventIds });
    return true;
  });
}
