import { createHmac, timingSafeEqual } from "node:crypto";

/** Slack's signature over a request (https://docs.slack.dev/authentication/verifying-requests-from-slack). */

export interface SignedRequest {
  /** The header `X-Slack-Signature`. Null: there is none. */
  signature: string | null;
  /** The header `X-Slack-Request-Timestamp`. Null: there is none. */
  timestamp: string | null;
  /** As it came: a body that was parsed and written again has another signature. */
  rawBody: string;
}

export type SignatureFault = "missing" | "malformed" | "too_old" | "too_new" | "wrong";

/** A request counts for so long before and after its time: its provider's clock and ours may differ. */
export const SIGNATURE_SECONDS = 300;
const SIGNATURE = /^v0=[0-9a-f]{64}$/;
const SECONDS = /^[1-9]\d{0,11}$/;

/**
 * Null: Slack sent it, within the last five minutes. It says nothing of who pressed.
 * @param signingSecret Of our app at Slack; an empty one verifies nothing.
 */
export function findSignatureFault(
  { signature, timestamp, rawBody }: SignedRequest,
  signingSecret: string,
  now: Date,
): SignatureFault | null {
  if (signature === null || timestamp === null) return "missing";
  if (!SIGNATURE.test(signature) || !SECONDS.test(timestamp)) return "malformed";
  const age = Math.floor(now.getTime() / 1_000) - Number(timestamp);
  if (age > SIGNATURE_SECONDS) return "too_old";
  if (age < -SIGNATURE_SECONDS) return "too_new";
  if (signingSecret === "") return "wrong";
  const expected = createHmac("sha256", signingSecret).update(`v0:${timestamp}:${rawBody}`).digest();
  return timingSafeEqual(expected, Buffer.from(signature.slice(3), "hex")) ? null : "wrong";
}
