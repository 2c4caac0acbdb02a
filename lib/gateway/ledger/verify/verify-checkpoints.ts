import { type TenantTransaction, inSnapshot } from "@/db/client";
import {
  type CheckpointRow,
  findHead,
  listCheckpointsAfter,
  listHashes,
  listPlaces,
  listUncovered,
  listWaiting,
} from "@/db/queries/ledger/checkpoints";
import { type Base, takeTimeToVerify } from "@/db/queries/ledger/verifications";
import type { ExportedCheckpoint } from "@/lib/contract/monitoring/audit";
import { bodyOf, findSignatureFault, rangesOf } from "@/lib/core/ledger/checkpoint";
import { CheckpointTrees } from "@/lib/core/ledger/replay/checkpoint-trees";
import { checkpointFaults, compareWithHead, unsealedIn } from "@/lib/core/ledger/replay/replay-checkpoint";
import { unsealedFault } from "@/lib/core/ledger/replay/unsealed";
import { findSeal } from "@/lib/gateway/ledger/seals/event-seals";
import type { Findings } from "./findings";

const checkpointsPerPage = 200;
const hashesPerPage = 20_000;
const waitingPerPage = 500;
const uncoveredMax = 100;

/** The chains of checkpoints: the tenant's own and the global switches'. After an earlier verification, those after it. */
export async function verifyCheckpoints(findings: Findings, base: Base | null): Promise<void> {
  findings.headSeq = await verifyChain(findings, findings.of.tenantId, base);
  await verifyChain(findings, null, null);
  await verifyWaiting(findings);
}

/** The seals of the events that no checkpoint vouches for yet. */
async function verifyWaiting(findings: Findings): Promise<void> {
  const { gateway, tenantId } = findings.of;
  for (let afterId = 0; ;) {
    const page = await inSnapshot(gateway.database, tenantId, (tx) =>
      listWaiting(tx, tenantId, { afterId, limit: waitingPerPage }),
    );
    const missing = page.filter(({ bodyText }) => findSeal(tenantId, bodyText) === "missing");
    findings.add(missing.map(unsealedFault));
    if (page.length < waitingPerPage) return;
    afterId = page.at(-1)!.id;
  }
}

/** Returns the number of the newest one; null: there is none. */
async function verifyChain(
  findings: Findings,
  tenantId: number | null,
  base: Base | null,
): Promise<number | null> {
  const { gateway } = findings.of;
  const read = <T>(work: (tx: TenantTransaction) => Promise<T>) =>
    inSnapshot(gateway.database, findings.of.tenantId, async (tx) => {
      await takeTimeToVerify(tx);
      return work(tx);
    });
  let after = base?.headSeq ?? 0;
  let previous =
    after === 0 ? null : ((await read((tx) => listCheckpointsAfter(tx, tenantId, after - 1, 1)))[0] ?? null);
  if (after > 0 && previous?.seq !== after) {
    const text = "The checkpoint up to which everything was intact is gone.";
    const entity = { entity_type: "audit_checkpoint", entity_id: after, seq: 0 };
    findings.add([{ kind: "checkpoint_missing", ...entity, text }]);
  }
  for (;;) {
    const page = await read((tx) => listCheckpointsAfter(tx, tenantId, after, checkpointsPerPage));
    if (page.length === 0) break;
    const trees = await readTrees(read, tenantId, page);
    for (const checkpoint of page) {
      const tree = trees.of(checkpoint.seq);
      findings.add(checkpointFaults(checkpoint, previous, tree, gateway.ledgerKeys.known));
      const unsealed = unsealedIn(checkpoint, gateway.ledgerKeys.known);
      if (unsealed !== "{}")
        findings.add((await read((tx) => listPlaces(tx, tenantId, unsealed))).map(unsealedFault));
      findings.checked.checkpoints += 1;
      previous = checkpoint;
    }
    after = page.at(-1)!.seq;
    await findings.noteProgress();
  }
  const uncovered = await read((tx) => listUncovered(tx, tenantId, base?.marks.events ?? 0, uncoveredMax));
  findings.add(
    uncovered.map(({ entityType, entityId, seq }) => ({
      kind: "event_outside_checkpoints",
      entity_type: entityType,
      entity_id: entityId,
      seq,
      text: "An event stands outside every checkpoint and waits for none.",
    })),
  );
  return previous?.seq ?? null;
}

/** The trees of these checkpoints, from the events as they are now, in one walk over their ids. */
async function readTrees(
  read: <T>(work: (tx: TenantTransaction) => Promise<T>) => Promise<T>,
  tenantId: number | null,
  checkpoints: readonly CheckpointRow[],
): Promise<CheckpointTrees> {
  const trees = new CheckpointTrees(
    checkpoints.map(({ seq, eventIds }) => ({ seq, ranges: rangesOf(eventIds) })),
  );
  for (const range of trees.spans()) {
    for (let afterId = 0; ;) {
      const hashes = await read((tx) => listHashes(tx, tenantId, { range, afterId, limit: hashesPerPage }));
      for (const event of hashes) trees.add(event);
      if (hashes.length < hashesPerPage) break;
      afterId = hashes.at(-1)!.id;
    }
  }
  return trees;
}

/** Whether the ledger still leads to a checkpoint that was exported earlier. */
export async function compareHead(findings: Findings, head: ExportedCheckpoint): Promise<void> {
  const { gateway, tenantId } = findings.of;
  const signature = findSignatureFault(head, gateway.ledgerKeys.known);
  const body = signature === "checkpoint_hash_differs" ? null : bodyOf(head);
  const stored =
    body &&
    (await inSnapshot(gateway.database, tenantId, async (tx) => {
      const newest = await findHead(tx, tenantId);
      const [same] = await listCheckpointsAfter(tx, tenantId, body.seq - 1, 1);
      return { newestSeq: newest?.seq ?? 0, same: same?.seq === body.seq ? same : null };
    }));
  findings.add(compareWithHead({ head, body, signature, tenantId, stored: stored?.same ?? null }));
}
