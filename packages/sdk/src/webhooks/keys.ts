/** Keys as Standard Webhooks writes them: a shared secret `whsec_…`, or a public key `whpk_…`. */

export interface VerifyingKey {
  /** `v1`: HMAC-SHA256 with the secret; `v1a`: Ed25519. */
  scheme: "v1" | "v1a";
  bytes: Uint8Array<ArrayBuffer>;
}

const SECRET_BYTES_MIN = 24;
const SECRET_BYTES_MAX = 64;
const ED25519_BYTES = 32;

/** Null: another kind of key, or a malformed one. */
export function readKey(text: string): VerifyingKey | null {
  const [, prefix, base64] = /^(whsec_|whpk_)([\s\S]*)$/.exec(text) ?? [];
  const bytes = base64 === undefined ? null : bytesOf(base64);
  if (!bytes) return null;
  if (prefix === "whpk_") return bytes.length === ED25519_BYTES ? { scheme: "v1a", bytes } : null;
  return bytes.length >= SECRET_BYTES_MIN && bytes.length <= SECRET_BYTES_MAX
    ? { scheme: "v1", bytes }
    : null;
}

/** Null: not base64, or not as it is written out of the same bytes. */
export function bytesOf(base64: string): Uint8Array<ArrayBuffer> | null {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(base64) || base64.length % 4 !== 0) return null;
  const text = atob(base64);
  if (btoa(text) !== base64) return null;
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}
