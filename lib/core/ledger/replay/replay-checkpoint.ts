import type { KeyObject } from "node:crypto";
import {
  type Checkpoint,
  type CheckpointBody,
  bodyOf,
  findSignatureFault,
} from "@/lib/core/ledger/checkpoint";
import type { MerkleTree } from "@/lib/core/ledger/merkle";
import type { Fault } from "./fault";

export interface StoredCheckpoint extends Checkpoint {
  seq: number;
  eventIds: string;
  eventCount: number;
}

const words: Readonly<Record<string, string>> = {
  checkpoint_hash_differs: "Its text does not have the hash that its row names.",
  checkpoint_key_unknown: "Nobody here knows the key that signed it.",
  checkpoint_signature_wrong: "Its signature does not hold.",
  checkpoint_columns_differ: "Its columns say something else than its signed text.",
  checkpoint_missing: "It does not follow the checkpoint before it: one is missing, or was put in.",
  checkpoint_events_missing: "Events that it covers are gone.",
  checkpoint_root_differs: "The events that it covers are not those that were signed.",
  head_not_of_this_ledger: "The exported checkpoint is of another ledger.",
  head_missing: "The ledger ends before the exported checkpoint: it was truncated.",
  head_differs: "The ledger holds another checkpoint of that number than the exported one: it was rewritten.",
};

const faultOf = (kind: string, seq: number): Fault => ({
  kind,
  entity_type: "audit_checkpoint",
  entity_id: seq,
  seq: 0,
  text: words[kind]!,
});

/** A checkpoint against its signature, the one before it, and the events that it covers as they are now. */
export function checkpointFaults(
  checkpoint: StoredCheckpoint,
  previous: Pick<StoredCheckpoint, "seq" | "hash"> | null,
  tree: MerkleTree,
  keys: ReadonlyMap<string, KeyObject>,
): Fault[] {
  const { seq } = checkpoint;
  const signature = findSignatureFault(checkpoint, keys);
  if (signature) return [faultOf(signature, seq)];
  const body = bodyOf(checkpoint);
  const repeats =
    body.seq === seq && body.events === checkpoint.eventIds && body.count === checkpoint.eventCount;
  if (!repeats) return [faultOf("checkpoint_columns_differ", seq)];
  const kinds: string[] = [];
  if (body.seq !== (previous?.seq ?? 0) + 1 || body.prev_hash !== (previous?.hash ?? ""))
    kinds.push("checkpoint_missing");
  if (tree.size !== body.count) kinds.push("checkpoint_events_missing");
  else if (tree.root() !== body.root) kinds.push("checkpoint_root_differs");
  return kinds.map((kind) => faultOf(kind, seq));
}

/** In a file, where each checkpoint says itself whose it is. */
export const tenantFaults = (checkpoint: StoredCheckpoint, tenantId: number | null): Fault[] =>
  bodyOf(checkpoint).tenant_id === tenantId ? [] : [faultOf("checkpoint_columns_differ", checkpoint.seq)];

/** The ids of the events that it names as unsealed, as a multirange. Nothing that is not signed is believed. */
export function unsealedIn(checkpoint: Checkpoint, keys: ReadonlyMap<string, KeyObject>): string {
  const names = checkpoint.body.includes('"unsealed":"{[');
  return names && findSignatureFault(checkpoint, keys) === null ? bodyOf(checkpoint).unsealed! : "{}";
}

/** An exported checkpoint against the one of its number in the ledger. */
export function compareWithHead(compared: {
  head: Checkpoint;
  body: CheckpointBody | null;
  signature: ReturnType<typeof findSignatureFault>;
  tenantId: number;
  /** Null: there is none of that number. */
  stored: Pick<Checkpoint, "hash"> | null;
}): Fault[] {
  const { head, body, signature, tenantId, stored } = compared;
  const seq = body?.seq ?? 0;
  if (signature || !body) return [faultOf(signature ?? "checkpoint_hash_differs", seq)];
  if (body.tenant_id !== tenantId) return [faultOf("head_not_of_this_ledger", seq)];
  if (!stored) return [faultOf("head_missing", seq)];
  return stored.hash === head.hash ? [] : [faultOf("head_differs", seq)];
}
