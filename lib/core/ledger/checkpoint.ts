import { type KeyObject, createHash, createPrivateKey, createPublicKey, sign, verify } from "node:crypto";
import { canonicalText, sha256Hex } from "./payload-hash";

/** A checkpoint of the ledger: its signed bytes and the signature over them. An exported one is this object. */
export interface Checkpoint {
  body: string;
  /** SHA-256 of the body; the next checkpoint names it. */
  hash: string;
  /** Ed25519 over the body's bytes, base64. */
  signature: string;
}

/** Everything that the signature covers. */
export interface CheckpointBody {
  v: 1;
  /** Null: the chain of the global switches. */
  tenant_id: number | null;
  seq: number;
  /** The hash of the checkpoint before. Empty for the first. */
  prev_hash: string;
  /** The ids of the events that it covers, as Postgres writes a multirange: `{[1,5),[7,9)}`. */
  events: string;
  count: number;
  /** Merkle root over them, in the order of their ids. */
  root: string;
  /**
   * The ids of those that lack the app's seal where they ought to carry one: the signature vouches for all others. Absent:
   * it vouches for none of them, because they are older than the seals.
   */
  unsealed?: string;
  sealed_at: string;
  key_id: string;
}

export interface SigningKey {
  id: string;
  privateKey: KeyObject;
  /** SPKI, PEM. */
  publicPem: string;
}

/** The start of every PKCS #8 form of an Ed25519 key; the 32 bytes of the key follow. */
const pkcs8Prefix = Buffer.from("302e020100300506032b657004220420", "hex");
const spkiPrefix = Buffer.from("302a300506032b6570032100", "hex");

/** @param base64 32 random bytes. @throws Error for anything else. */
export function signingKeyOf(base64: string): SigningKey {
  const seed = Buffer.from(base64, "base64");
  if (seed.length !== 32) throw new Error("COUNTERSIGN_SIGNING_KEY must be 32 bytes in base64");
  const key = Buffer.concat([pkcs8Prefix, seed]);
  const privateKey = createPrivateKey({ key, format: "der", type: "pkcs8" });
  const publicKey = createPublicKey(privateKey);
  const publicPem = publicKey.export({ format: "pem", type: "spki" }).toString();
  return { id: keyIdOf(publicKey), privateKey, publicPem };
}

export function keyIdOf(key: KeyObject): string {
  return fingerprintOf(key).slice(0, 16);
}

/** SHA-256 of the SPKI bytes, in hex: published elsewhere, so that nobody can put another key in the place of this one. */
export function fingerprintOf(key: KeyObject): string {
  return createHash("sha256")
    .update(key.export({ format: "der", type: "spki" }))
    .digest("hex");
}

/** The public keys of a text, by their ids: PEM blocks, or 32 bytes in base64 a line. @throws Error for anything else. */
export function publicKeysOf(text: string): Map<string, KeyObject> {
  const blocks = text.match(/-----BEGIN PUBLIC KEY-----[^-]+-----END PUBLIC KEY-----/g);
  const keys = blocks
    ? blocks.map((pem) => createPublicKey(pem))
    : text.split(/[\s,]+/).flatMap((word) => (word === "" ? [] : [rawPublicKey(word)]));
  return new Map(keys.map((key) => [keyIdOf(key), key]));
}

function rawPublicKey(base64: string): KeyObject {
  const bytes = Buffer.from(base64, "base64");
  const key = bytes.length === 32 ? Buffer.concat([spkiPrefix, bytes]) : bytes;
  return createPublicKey({ key, format: "der", type: "spki" });
}

export function signCheckpoint(body: CheckpointBody, key: SigningKey): Checkpoint {
  const text = canonicalText(body);
  const signature = sign(null, Buffer.from(text, "utf8"), key.privateKey).toString("base64");
  return { body: text, hash: sha256Hex(text), signature };
}

/** Null: it holds. Otherwise the kind of its fault. */
export function findSignatureFault(
  { body, hash, signature }: Checkpoint,
  keys: ReadonlyMap<string, KeyObject>,
): "checkpoint_hash_differs" | "checkpoint_key_unknown" | "checkpoint_signature_wrong" | null {
  if (sha256Hex(body) !== hash) return "checkpoint_hash_differs";
  const key = keys.get(bodyOf({ body }).key_id);
  if (!key) return "checkpoint_key_unknown";
  const holds = verify(null, Buffer.from(body, "utf8"), key, Buffer.from(signature, "base64"));
  return holds ? null : "checkpoint_signature_wrong";
}

export function bodyOf({ body }: Pick<Checkpoint, "body">): CheckpointBody {
  return JSON.parse(body) as CheckpointBody;
}

export interface LedgerKeys {
  /** Null: nothing is sealed. Production refuses to start without it. */
  signing: SigningKey | null;
  /** Public keys by their ids: the present one, and former ones whose checkpoints still hold. */
  known: ReadonlyMap<string, KeyObject>;
}

/** @param signing 32 bytes in base64. @param former public keys as `publicKeysOf` reads them. @throws Error for others. */
export function ledgerKeysOf(signing: string | undefined, former: string | undefined): LedgerKeys {
  const key = signing === undefined ? null : signingKeyOf(signing);
  const pems = [key?.publicPem, former?.replaceAll("\\n", "\n")];
  return { signing: key, known: new Map(pems.flatMap((pem) => (pem ? [...publicKeysOf(pem)] : []))) };
}

/** Half open, ascending. */
export type IdRange = readonly [from: number, to: number];

export function rangesOf(text: string): IdRange[] {
  return [...text.matchAll(/\[(\d+),(\d+)\)/g)].map(([, from, to]) => [Number(from), Number(to)]);
}

export function countIds(text: string): number {
  return rangesOf(text).reduce((sum, [from, to]) => sum + to - from, 0);
}

/** @param ids ascending. */
export function multirangeOf(ids: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const id of ids) {
    const last = ranges.at(-1);
    if (last && last[1] === id) last[1] = id + 1;
    else ranges.push([id, id + 1]);
  }
  return `{${ranges.map(([from, to]) => `[${from},${to})`).join(",")}}`;
}
