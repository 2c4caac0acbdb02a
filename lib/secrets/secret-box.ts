import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { getEnv } from "@/lib/env";

const VERSION = "v1";
const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts a secret for storage as `v1.<iv>.<tag>.<ciphertext>`, AES-256-GCM. `boundTo` names the row that the secret
 * belongs to: a ciphertext copied into another row does not open there.
 * @throws Error when COUNTERSIGN_SECRET_KEY is missing or is not 32 bytes.
 */
export function sealSecret(secret: string, boundTo: string, key: Buffer = storageKey()): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv("aes-256-gcm", key, iv).setAAD(Buffer.from(boundTo));
  const sealed = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
  return [VERSION, ...[iv, cipher.getAuthTag(), sealed].map((part) => part.toString("base64url"))].join(".");
}

/** @throws Error for a box that was modified, belongs to another row, or was sealed with another key. */
export function openSecret(box: string, boundTo: string, key: Buffer = storageKey()): string {
  const [version, iv, tag, sealed, ...rest] = box.split(".");
  if (version !== VERSION || !iv || !tag || !sealed || rest.length > 0)
    throw new Error("not a sealed secret of ours");
  const tagBytes = Buffer.from(tag, "base64url");
  // GCM accepts shorter tags, which are easier to forge.
  if (tagBytes.length !== TAG_BYTES) throw new Error("not a sealed secret of ours");
  const decipher = createDecipheriv("aes-256-gcm", key, Buffer.from(iv, "base64url"))
    .setAAD(Buffer.from(boundTo))
    .setAuthTag(tagBytes);
  return Buffer.concat([decipher.update(Buffer.from(sealed, "base64url")), decipher.final()]).toString(
    "utf8",
  );
}

/** @throws Error when the key is missing or is not 32 bytes in base64. */
export function parseStorageKey(base64: string | undefined): Buffer {
  if (!base64) throw new Error("COUNTERSIGN_SECRET_KEY is not set");
  const key = Buffer.from(base64, "base64");
  if (key.length !== KEY_BYTES) throw new Error("COUNTERSIGN_SECRET_KEY must be 32 bytes in base64");
  return key;
}

/** @throws Error when the key is missing or is not 32 bytes. */
export function storageKey(): Buffer {
  return parseStorageKey(getEnv().COUNTERSIGN_SECRET_KEY);
}
