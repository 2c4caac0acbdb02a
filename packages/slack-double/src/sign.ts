import { createHmac } from "node:crypto";

/** The headers by which an app knows that a request comes from Slack. */
export interface SignedHeaders {
  "x-slack-request-timestamp": string;
  "x-slack-signature": string;
}

/** https://docs.slack.dev/authentication/verifying-requests-from-slack: `v0=` and the hex HMAC-SHA256 of `v0:<seconds>:<body>`. */
export function signRequest(signingSecret: string, body: string, at: Date): SignedHeaders {
  const seconds = String(Math.floor(at.getTime() / 1_000));
  const digest = createHmac("sha256", signingSecret).update(`v0:${seconds}:${body}`).digest("hex");
  return { "x-slack-request-timestamp": seconds, "x-slack-signature": `v0=${digest}` };
}
