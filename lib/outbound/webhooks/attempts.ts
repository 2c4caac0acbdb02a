import type { SendResult } from "@/lib/outbound/sender";

/** When a webhook is sent again, and which results end its attempts. Pure. */

/** The wait before each attempt, counted from the end of the one before: 75 hours and a half in all. */
export const ATTEMPT_WAITS_SECONDS = [
  0,
  5,
  5 * 60,
  30 * 60,
  2 * 3_600,
  5 * 3_600,
  10 * 3_600,
  14 * 3_600,
  20 * 3_600,
  24 * 3_600,
] as const;

/** A wait grows by up to a tenth, so that deliveries that failed together do not return together. */
const JITTER = 0.1;
const RETRY_AFTER_SECONDS_MAX = 24 * 3_600;
const GONE = 410;
/** RFC 9110: `Sun, 06 Nov 1994 08:49:37 GMT`. The two older forms are ignored. */
const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

export type NextAttempt =
  | { kind: "delivered" }
  | { kind: "send_again"; at: Date }
  /** The endpoint says that it is gone for good: nothing more may be sent to it until a person enables it. */
  | { kind: "disable_endpoint" }
  /** `refused`: a rule of ours forbids the address. `attempts`: all of them failed. */
  | { kind: "give_up"; reason: "refused" | "attempts" };

export interface AttemptEnd {
  result: SendResult;
  /** With the one that ended: 1 after the first. */
  attempts: number;
  now: Date;
  /** From 0 to below 1, for the jitter. */
  chance: number;
}

/** Every answer outside 2xx is a failure, a redirect too. An unknown result is sent again under the same webhook id. */
export function nextAttempt({ result, attempts, now, chance }: AttemptEnd): NextAttempt {
  if (result.kind === "refused") return { kind: "give_up", reason: "refused" };
  if (isDelivered(result)) return { kind: "delivered" };
  if (result.kind === "answered" && result.status === GONE) return { kind: "disable_endpoint" };
  const waitSeconds = ATTEMPT_WAITS_SECONDS[attempts];
  if (waitSeconds === undefined) return { kind: "give_up", reason: "attempts" };
  const seconds = Math.max(waitSeconds * (1 + JITTER * chance), retryAfterSeconds(result, now));
  return { kind: "send_again", at: new Date(now.getTime() + Math.round(seconds * 1_000)) };
}

function isDelivered(result: SendResult): boolean {
  return result.kind === "answered" && result.status >= 200 && result.status < 300;
}

/** The wait that the answer asks for, in seconds or as a time; 0 without one that can be read. */
function retryAfterSeconds(result: SendResult, now: Date): number {
  const text = result.kind === "answered" ? result.headers["retry-after"]?.trim() : undefined;
  if (text === undefined) return 0;
  const asked = HTTP_DATE.test(text) ? (Date.parse(text) - now.getTime()) / 1_000 : secondsIn(text);
  // An impossible date is NaN.
  return Math.min(Math.max(asked || 0, 0), RETRY_AFTER_SECONDS_MAX);
}

function secondsIn(text: string): number {
  return /^\d{1,10}$/.test(text) ? Number(text) : 0;
}
