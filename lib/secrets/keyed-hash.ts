/**
 * This room holds secrets at rest: sealing them, and hashes that need a key which the database does not have. Whoever
 * holds the database alone reads no secret and makes no credential, role or vote that the app accepts (docs/adr/0060).
 */

import { createHmac, timingSafeEqual } from "node:crypto";
import { type KeyRing, keyFor, keyRing, keysOf } from "./key-ring";

/** Each purpose has a key of its own. A new one needs its place in lib/gateway/reseal/kinds.ts. */
export type HashPurpose =
  | "token"
  | "session"
  | "role"
  | "sign-in"
  | "standing-authorisation"
  | "policy"
  | "thresholds"
  | "switch-release"
  | "administrator-word"
  | "workflow"
  | "vote"
  | "intake"
  | "run"
  | "interaction"
  | "channel-link"
  | "reply-address"
  | "settlement"
  | "verification";

/** HMAC-SHA-256, hex. @throws Error when COUNTERSIGN_SECRET_KEY is missing or is not 32 bytes. */
export function keyedHash(purpose: HashPurpose, text: string, secret: Buffer = keyRing().current): string {
  return createHmac("sha256", keyFor(purpose, secret)).update(text, "utf8").digest("hex");
}

/** True where `hash` is the keyed hash of `text` under a key of the ring; takes the same time for every wrong one. */
export function matchesKeyedHash(
  purpose: HashPurpose,
  text: string,
  hash: string | null | undefined,
  keys: KeyRing = keyRing(),
): boolean {
  return findHashKey(purpose, text, hash, keys) !== null;
}

/** The key of the ring under which `hash` is the keyed hash of `text`. Null: none, or there is no hash. */
export function findHashKey(
  purpose: HashPurpose,
  text: string,
  hash: string | null | undefined,
  keys: KeyRing,
): keyof KeyRing | null {
  const given = Buffer.from(hash ?? "");
  const fits = keysOf(keys).map((secret) => {
    const expected = Buffer.from(keyedHash(purpose, text, secret));
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  return fits[0] ? "current" : fits[1] ? "previous" : null;
}
