import { createHash } from "node:crypto";
import canonicalize from "canonicalize";

/**
 * Canonical bytes (RFC 8785) and their SHA-256: what is shown, approved, executed and audited is this text, and two
 * payloads are the same if and only if their hashes are.
 */
export function canonicalText(value: unknown): string {
  const text = canonicalize(value);
  if (text === undefined) throw new TypeError("a value without a JSON form has no canonical text");
  return text;
}

/** SHA-256 of the text's UTF-8 bytes, 64 lower-case hex digits. */
export function sha256Hex(text: string): string {
  return createHash("sha256").update(text, "utf8").digest("hex");
}

export function payloadHash(payload: unknown): string {
  return sha256Hex(canonicalText(payload));
}
