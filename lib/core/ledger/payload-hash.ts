import { createHash } from "node:crypto";
import canonicalize from "canonicalize";

/**
 * Canonical JSON (RFC 8785). This text is shown, approved, sent and audited; two payloads are equal exactly when their
 * hashes are.
 * @throws TypeError for a value without a JSON form.
 */
export function canonicalText(value: unknown): string {
  const text = formOf(value);
  if (text === undefined) throw noForm();
  return text;
}

function formOf(value: unknown): string | undefined {
  try {
    return canonicalize(value);
  } catch (cause) {
    throw noForm(cause);
  }
}

const noForm = (cause?: unknown) =>
  new TypeError("a value without a JSON form has no canonical text", { cause });

/** SHA-256 of the text's UTF-8 bytes, as 64 lower-case hex digits. */
export function sha256Hex(text: string): string {
  return createHash("sha256").update(text, "utf8").digest("hex");
}

/** SHA-256 of the value's canonical JSON, in hex. */
export function canonicalHash(value: unknown): string {
  return sha256Hex(canonicalText(value));
}
