import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { type KeyRing, keyRing, keysOf } from "./key-ring";

const VERSION = "v1";
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Each kind of box, with the id of the row that it belongs to. A new one needs its place in lib/gateway/reseal/kinds.ts. */
export type BoxKind =
  | "password"
  | "totp"
  | "totp-enrolment"
  | "passkey"
  | "netsuite-account"
  | "workflow-secret"
  | "webhook-key"
  | "channel-account"
  | "webhook-endpoint";
export type BoundTo = `${BoxKind}:${number}`;

/**
 * Encrypts a secret for storage as `v1.<iv>.<tag>.<ciphertext>`, AES-256-GCM. `boundTo` names the row that the secret
 * belongs to: a ciphertext copied into another row does not open there.
 * @throws Error when COUNTERSIGN_SECRET_KEY is missing or is not 32 bytes.
 */
export function sealSecret(secret: string, boundTo: BoundTo, key: Buffer = keyRing().current): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv("aes-256-gcm", key, iv).setAAD(Buffer.from(boundTo));
  const sealed = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
  return [VERSION, ...[iv, cipher.getAuthTag(), sealed].map((part) => part.toString("base64url"))].join(".");
}

/** @throws Error for a box that was modified, belongs to another row, or was sealed with a key that the ring has not. */
export function openSecret(box: string, boundTo: BoundTo, keys: KeyRing = keyRing()): string {
  const opened = tryBox(box, boundTo, keys);
  if (opened === null) throw new Error("not a sealed secret of ours");
  return opened.secret;
}

/** The secret, and the key of the ring that opens the box. Null: none does. */
export function tryBox(
  box: string,
  boundTo: BoundTo,
  keys: KeyRing,
): { secret: string; under: keyof KeyRing } | null {
  for (const key of keysOf(keys)) {
    try {
      return { secret: openWith(key, box, boundTo), under: key === keys.current ? "current" : "previous" };
    } catch {
      // Sealed with the other key, for another row, or not at all.
    }
  }
  return null;
}

function openWith(key: Buffer, box: string, boundTo: BoundTo): string {
  const [version, iv, tag, sealed, ...rest] = box.split(".");
  if (version !== VERSION || !iv || !tag || !sealed || rest.length > 0)
    throw new Error("not a sealed secret of ours");
  // Base64 of another spelling holds the same bytes: a box that was replaced would come back under it.
  if ([iv, tag, sealed].some((part) => Buffer.from(part, "base64url").toString("base64url") !== part))
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
