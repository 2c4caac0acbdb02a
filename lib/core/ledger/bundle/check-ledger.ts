import type { KeyObject } from "node:crypto";
import {
  type Checkpoint,
  type CheckpointBody,
  bodyOf,
  findSignatureFault,
  rangesOf,
} from "@/lib/core/ledger/checkpoint";
import { findLinkFault } from "@/lib/core/ledger/hash-chain";
import { leafOf } from "@/lib/core/ledger/merkle";
import { isIncluded } from "@/lib/core/ledger/merkle-proof";
import { readBody } from "@/lib/core/ledger/replay/event-body";
import { type BundleFault, faultOf } from "./fault";
import type { BundledCheckpoint, BundledEvent, ChainEnd } from "./files";
import type { Bundle } from "./read-bundle";

/** The events of a bundle against their chains, and against the signed checkpoints that cover them. */

const atCheckpoint = (seq: number) => `checkpoint ${seq}`;
export const atSubject = (type: string, id: number) => `${type} ${id}`;
const atEvent = ({ entity_type: type, entity_id: id, seq }: BundledEvent) =>
  `${atSubject(type, id)}, event ${seq}`;

/** In the order that they have. */
export function bySubject<Row extends { entity_type: string; entity_id: number }>(
  rows: readonly Row[],
): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const at = atSubject(row.entity_type, row.entity_id);
    const group = groups.get(at);
    if (group) group.push(row);
    else groups.set(at, [row]);
  }
  return groups;
}

/** The chains that the bundle must hold, with their ends, by subject. */
function chainsOf({ run, actions, questions }: Bundle): Map<string, ChainEnd> {
  return new Map([
    ...(run ? [[atSubject("run", run.id), run.chain] as const] : []),
    ...actions.map(({ id, chain }) => [atSubject("proposed_action", id), chain] as const),
    ...questions.map(({ id, chain }) => [atSubject("interaction", id), chain] as const),
  ]);
}

export function chainFaults(bundle: Bundle): BundleFault[] {
  const faults: BundleFault[] = [];
  const ends = chainsOf(bundle);
  const chains = bySubject(bundle.events);
  for (const at of chains.keys()) if (!ends.has(at)) faults.push(faultOf("chain_unexpected", at));
  for (const [at, end] of ends) {
    const events = chains.get(at);
    if (!events) {
      faults.push(faultOf("chain_missing", at));
      continue;
    }
    let before = { hash: "", seq: 0 };
    for (const event of events) {
      const kind = linkFault(event, before, bundle.predicate.subject.tenant_id);
      if (kind) faults.push(faultOf(kind, atEvent(event)));
      before = { hash: event.hash, seq: event.seq };
    }
    if (before.seq !== end.seq || before.hash !== end.hash) faults.push(faultOf("truncated", at));
  }
  return faults;
}

function linkFault(event: BundledEvent, before: ChainEnd, tenantId: number) {
  const body = readBody(event.body);
  if (!body) return "wrong_hash";
  const fault = findLinkFault(
    {
      id: event.id,
      seq: event.seq,
      prevHash: event.prev_hash,
      hash: event.hash,
      bodyText: event.body,
      eventType: body.type,
      actorKind: body.actor.kind,
      actorLabel: body.actor.label,
    },
    before,
  );
  if (fault) return fault.kind;
  const isOwn =
    body.tenant_id === tenantId &&
    body.entity_type === event.entity_type &&
    body.entity_id === event.entity_id;
  return isOwn ? null : "columns_differ";
}

/** Signatures, numbers and links of the checkpoints, the head, and the exported ones beside them. */
export function checkpointFaults(
  { predicate, checkpoints: { links, checkpoints } }: Bundle,
  keys: ReadonlyMap<string, KeyObject>,
  exported: readonly Checkpoint[],
): BundleFault[] {
  const faults: BundleFault[] = [];
  const tenantId = predicate.subject.tenant_id;
  let previous: BundledCheckpoint | null = null;
  for (const checkpoint of checkpoints) {
    const at = atCheckpoint(checkpoint.seq);
    const signature = findSignatureFault(checkpoint, keys);
    if (signature) faults.push(faultOf(signature, at));
    else {
      const body = bodyOf(checkpoint);
      if (body.seq !== checkpoint.seq || body.tenant_id !== tenantId)
        faults.push(faultOf("checkpoint_differs", at));
      if (previous && !follows(body, previous, links)) faults.push(faultOf("checkpoint_missing", at));
    }
    previous = checkpoint;
  }
  const { head } = predicate;
  if (previous?.seq !== head.seq || previous.hash !== head.hash)
    faults.push(faultOf("head_differs", atCheckpoint(head.seq)));
  return [...faults, ...exportedFaults(checkpoints, exported, tenantId, keys)];
}

/** True if one checkpoint follows another: a neighbour names the one before it; where links were left out, numbers only ascend. */
function follows(body: CheckpointBody, previous: BundledCheckpoint, links: string): boolean {
  if (body.seq === previous.seq + 1) return body.prev_hash === previous.hash;
  return links === "left_out" && body.seq > previous.seq;
}

function exportedFaults(
  own: readonly BundledCheckpoint[],
  exported: readonly Checkpoint[],
  tenantId: number,
  keys: ReadonlyMap<string, KeyObject>,
): BundleFault[] {
  const bySeq = new Map(own.map((checkpoint) => [checkpoint.seq, checkpoint]));
  return exported.flatMap((checkpoint) => {
    const signature = findSignatureFault(checkpoint, keys);
    if (signature) return [faultOf(signature, "exported checkpoint")];
    const body = bodyOf(checkpoint);
    const at = `exported checkpoint ${body.seq}`;
    if (body.tenant_id !== tenantId) return [faultOf("head_not_of_this_ledger", at)];
    const before = bySeq.get(body.seq - 1);
    const after = bySeq.get(body.seq + 1);
    const isSame = (bySeq.get(body.seq)?.hash ?? checkpoint.hash) === checkpoint.hash;
    const links =
      (!before || body.prev_hash === before.hash) && (!after || bodyOf(after).prev_hash === checkpoint.hash);
    return isSame && links ? [] : [faultOf("head_differs", at)];
  });
}

/** How many of the exported checkpoints can be compared with the bundle's. */
export function countComparable({ checkpoints }: Bundle, exported: readonly Checkpoint[]): number {
  const near = new Set(checkpoints.checkpoints.flatMap(({ seq }) => [seq - 1, seq, seq + 1]));
  return exported.filter((checkpoint) => near.has(bodyOf(checkpoint).seq)).length;
}

/** Each event against the checkpoint that is named for it. A checkpoint whose signature does not hold proves nothing. */
export function inclusionFaults(
  { events, checkpoints: { checkpoints } }: Bundle,
  keys: ReadonlyMap<string, KeyObject>,
): BundleFault[] {
  const trees = new Map(
    checkpoints.flatMap((checkpoint) =>
      findSignatureFault(checkpoint, keys) === null ? [[checkpoint.seq, treeOf(checkpoint)] as const] : [],
    ),
  );
  return events.flatMap((event) => {
    const tree = trees.get(event.checkpoint);
    const index = tree?.indexOf(event.id) ?? -1;
    if (!tree || index < 0) return [faultOf("event_not_covered", atEvent(event))];
    const { body, isUnsealed } = tree;
    if (isUnsealed(event.id)) return [faultOf("event_unsealed", atEvent(event))];
    const place = { leaf: leafOf(event), index, size: body.count };
    return isIncluded(place, event.proof, body.root) ? [] : [faultOf("inclusion_wrong", atEvent(event))];
  });
}

/** The ids that a checkpoint covers: an event's index in its tree is its id's place among them. */
function treeOf(checkpoint: BundledCheckpoint) {
  const body = bodyOf(checkpoint);
  const ranges = rangesOf(body.events);
  const unsealed = rangesOf(body.unsealed ?? "{}");
  return {
    body,
    indexOf(id: number): number {
      let before = 0;
      for (const [from, to] of ranges) {
        if (id < from) return -1;
        if (id < to) return before + id - from;
        before += to - from;
      }
      return -1;
    },
    isUnsealed: (id: number) => unsealed.some(([from, to]) => id >= from && id < to),
  };
}
