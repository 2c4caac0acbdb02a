/**
 * This room holds secrets at rest: sealing them, and hashes that need a key which the database does not have. Whoever
 * holds the database alone reads no secret and makes no credential, role or vote that the app accepts (docs/adr/0060).
 */

import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import { storageKey } from "./secret-box";

/** Each purpose has a key of its own, so that a hash made for one is worth nothing for another. */
export type HashPurpose = "token" | "role" | "sign-in" | "vote" | "intake" | "verification";

const KEY_BYTES = 32;
const keys = new Map<string, Buffer>();

/** HMAC-SHA-256, hex. @throws Error when COUNTERSIGN_SECRET_KEY is missing or is not 32 bytes. */
export function keyedHash(purpose: HashPurpose, text: string): string {
  return createHmac("sha256", keyOf(purpose)).update(text, "utf8").digest("hex");
}

/** True where `hash` is the keyed hash of `text`; takes the same time for every wrong one. */
export function matchesKeyedHash(
  purpose: HashPurpose,
  text: string,
  hash: string | null | undefined,
): boolean {
  const expected = Buffer.from(keyedHash(purpose, text));
  const given = Buffer.from(hash ?? "");
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function keyOf(purpose: HashPurpose): Buffer {
  const secret = storageKey();
  const name = `${purpose}:${secret.toString("base64")}`;
  let key = keys.get(name);
  if (!key) {
    key = Buffer.from(hkdfSync("sha256", secret, Buffer.alloc(0), `countersign ${purpose}`, KEY_BYTES));
    keys.set(name, key);
  }
  return key;
}
