import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { signatureAgeMsMax } from "../limits";

/**
 * The value of x-inngest-signature for a body. Both sides judge a signature's age by their own wall clock, so this takes
 * real time and never the engine's injected clock.
 */
export function sign(body: string, signingKey: string, wallMs: number): string {
  const seconds = String(Math.floor(wallMs / 1_000));
  return `t=${seconds}&s=${digest(body, signingKey, seconds)}`;
}

/** True where the header was made with our key over exactly this body, at most five minutes ago. */
export function isSignatureValid(
  header: string | undefined,
  body: string,
  signingKey: string,
  wallMs: number,
): boolean {
  const fields = new URLSearchParams(header ?? "");
  const seconds = fields.get("t") ?? "";
  const age = Math.abs(wallMs - Number(seconds) * 1_000);
  if (!seconds || !(age <= signatureAgeMsMax)) return false;
  return sameText(fields.get("s") ?? "", digest(body, signingKey, seconds));
}

/** Compares secrets without telling by its duration where they differ. */
export function sameText(actual: string, expected: string): boolean {
  const [first, second] = [Buffer.from(actual), Buffer.from(expected)];
  return first.length === second.length && timingSafeEqual(first, second);
}

function digest(body: string, signingKey: string, seconds: string): string {
  const key = signingKey.replace(/^signkey-\w+-/, "");
  return createHmac("sha256", key).update(body).update(seconds).digest("hex");
}

/** The SDK's bearer token: the key's prefix, and SHA-256 of the bytes that the rest names in hex. */
export function hashSigningKey(signingKey: string): string {
  const prefix = /^signkey-\w+-/.exec(signingKey)?.[0] ?? "";
  const secret = Buffer.from(signingKey.slice(prefix.length), "hex");
  return prefix + createHash("sha256").update(secret).digest("hex");
}
