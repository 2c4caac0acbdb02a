import { type KeyObject, createPublicKey } from "node:crypto";
import { type Checkpoint, fingerprintOf, keyIdOf } from "@/lib/core/ledger/checkpoint";
import { chainFaults, checkpointFaults, countComparable, inclusionFaults } from "./check-ledger";
import { rowFaults } from "./check-rows";
import { openEnvelope } from "./envelope";
import { type BundleFault, faultOf } from "./fault";
import { type Bundle, readBundle } from "./read-bundle";

export interface VerifiedBundle {
  /** Empty: it holds. */
  faults: BundleFault[];
  /** Null: it cannot be read. With faults it is not to be believed. */
  bundle: Bundle | null;
  /** How many of the exported checkpoints could be compared with those of the bundle. */
  compared: number;
}

/**
 * Verifies an evidence bundle with the public keys alone. Finds every changed bit of the file. What was signed is compared
 * with itself too: files with their hashes, rows with the events, events with their chains and with the signed checkpoints.
 * @param exported checkpoints that were exported earlier and kept elsewhere: they show a ledger that was rewritten under its
 *   own key.
 */
export function verifyBundle(
  file: Uint8Array,
  keys: ReadonlyMap<string, KeyObject>,
  exported: readonly Checkpoint[] = [],
): VerifiedBundle {
  const { fault, payload, keyId } = openEnvelope(file, keys);
  const faults = fault ? [faultOf(fault, "envelope")] : [];
  if (payload === null) return { faults, bundle: null, compared: 0 };
  const { bundle, faults: ofFiles } = readBundle(payload);
  faults.push(...ofFiles);
  // A bundle that was changed after signing is not compared further: the hashes of its files say where it was changed.
  if (!bundle || fault) return { faults, bundle, compared: 0 };
  const guarded = (at: string, find: () => BundleFault[]) => {
    try {
      faults.push(...find());
    } catch {
      faults.push(faultOf("file_unreadable", at));
    }
  };
  guarded("public-key.pem", () => keyFaults(bundle, keyId));
  guarded("checkpoints.json", () => checkpointFaults(bundle, keys, exported));
  guarded("events.json", () => chainFaults(bundle));
  guarded("events.json", () => inclusionFaults(bundle, keys));
  guarded("actions.json", () => rowFaults(bundle));
  return { faults, bundle, compared: faults.length > 0 ? 0 : countComparable(bundle, exported) };
}

function keyFaults({ publicKey, predicate: { key } }: Bundle, signedBy: string | null): BundleFault[] {
  const own = createPublicKey(publicKey);
  const isSame =
    [keyIdOf(own), key.id].every((id) => id === signedBy) && fingerprintOf(own) === key.fingerprint;
  return isSame ? [] : [faultOf("key_differs", "public-key.pem")];
}
