import type { SendResult } from "@/lib/outbound";
import { readRetryAfter } from "@/lib/core/values/retry-after";

/** How a call of Slack's Web API ended, as a sender can act on it. */
export type SlackResult =
  | { kind: "done"; body: Readonly<Record<string, unknown>> }
  /** Slack refuses it, and the same call never passes. Nothing was done. */
  | { kind: "refused"; code: string }
  /** Nothing was done, and the same call may pass later. `afterSeconds`: as Slack asks; null: it does not say. */
  | { kind: "later"; code: string; afterSeconds: number | null }
  /** The outcome is unknown: Slack may have done it. */
  | { kind: "unknown"; code: string };

/** Slack says of these that nothing happened and that it passes. */
const PASSING = new Set([
  "ratelimited",
  "rate_limited",
  "message_limit_exceeded",
  "service_unavailable",
  "team_added_to_org",
  "external_channel_migrating",
  "request_timeout",
  "update_failed",
]);

/** Slack says of these that some of it may have happened. */
const PERHAPS_DONE = new Set(["internal_error", "fatal_error"]);

/** Codes after which an installation sends nothing more until an administrator connects it again. */
const OF_INSTALLATION = new Set([
  "token_revoked",
  "account_inactive",
  "invalid_auth",
  "not_authed",
  // Of a token that rotates, this one is renewed before anybody reads it here.
  "token_expired",
  "invalid_refresh_token",
  // Ours: the account holds none.
  "no_token",
  "missing_scope",
  "no_permission",
  "org_login_required",
  "team_access_not_granted",
  "ekm_access_denied",
]);

export const endsInstallation = (code: string): boolean => OF_INSTALLATION.has(code);

export function resultOf(sent: SendResult): SlackResult {
  switch (sent.kind) {
    case "refused":
      return { kind: "refused", code: sent.rule };
    case "not_sent":
      return { kind: "later", code: sent.code, afterSeconds: null };
    case "unknown":
      return { kind: "unknown", code: sent.code };
    case "answered":
      return resultOfAnswer(sent);
  }
}

function resultOfAnswer({
  status,
  headers,
  body,
  bodyState,
}: Extract<SendResult, { kind: "answered" }>): SlackResult {
  if (status === 429)
    return { kind: "later", code: "ratelimited", afterSeconds: readRetryAfter(headers["retry-after"]) };
  if (status >= 500) return { kind: "unknown", code: `HTTP_${status}` };
  if (status !== 200) return { kind: "refused", code: `HTTP_${status}` };
  const answer = bodyState === "whole" ? objectOf(body) : null;
  if (answer?.ok === true) return { kind: "done", body: answer };
  const code = answer?.ok === false && typeof answer.error === "string" ? answer.error : null;
  if (code === null) return { kind: "unknown", code: "NO_ANSWER_OF_SLACK" };
  if (PASSING.has(code)) return { kind: "later", code, afterSeconds: null };
  return { kind: PERHAPS_DONE.has(code) ? "unknown" : "refused", code: shortCode(code) };
}

/** It goes into rows and logs. */
const shortCode = (code: string) => (/^[a-z0-9_]{1,64}$/.test(code) ? code : "unnamed");

function objectOf(body: Uint8Array): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(body).toString("utf8"));
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}
