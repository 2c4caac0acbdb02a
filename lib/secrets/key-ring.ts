import { hkdfSync } from "node:crypto";
import { getEnv } from "@/lib/env";

/**
 * The keys of COUNTERSIGN_SECRET_KEY. Everything new is made with `current`; `previous`, which is set while a company
 * changes its key, opens and checks values from before and makes none (docs/adr/0063).
 */
export interface KeyRing {
  current: Buffer;
  /** Null: no change is under way. */
  previous: Buffer | null;
}

const KEY_BYTES = 32;
const KEY_ID_BYTES = 4;

/** @throws Error when COUNTERSIGN_SECRET_KEY is missing, or a key is not 32 bytes. */
export function keyRing(): KeyRing {
  const { COUNTERSIGN_SECRET_KEY: current, COUNTERSIGN_SECRET_KEY_PREVIOUS: previous } = getEnv();
  return {
    current: parseStorageKey(current),
    previous: previous === undefined ? null : parseStorageKey(previous, "COUNTERSIGN_SECRET_KEY_PREVIOUS"),
  };
}

/** The current key first: nearly every value is under it. */
export function keysOf({ current, previous }: KeyRing): Buffer[] {
  return previous === null ? [current] : [current, previous];
}

/** @throws Error when the key is missing or is not 32 bytes in base64. */
export function parseStorageKey(base64: string | undefined, name = "COUNTERSIGN_SECRET_KEY"): Buffer {
  if (!base64) throw new Error(`${name} is not set`);
  const key = Buffer.from(base64, "base64");
  if (key.length !== KEY_BYTES) throw new Error(`${name} must be 32 bytes in base64`);
  return key;
}

const derived = new Map<string, Buffer>();

/** A key for one purpose, so that a value made for one is worth nothing for another. */
export function keyFor(purpose: string, secret: Buffer, bytes = KEY_BYTES): Buffer {
  const name = `${purpose}:${secret.toString("base64")}`;
  let key = derived.get(name);
  if (!key) {
    key = Buffer.from(hkdfSync("sha256", secret, Buffer.alloc(0), `countersign ${purpose}`, bytes));
    derived.set(name, key);
  }
  return key;
}

/** Names a key and says nothing about it: eight hex digits. */
export function keyIdOf(secret: Buffer): string {
  return keyFor("key id", secret, KEY_ID_BYTES).toString("hex");
}
