import { readRetryAfter } from "@/lib/core/values/retry-after";
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
const GONE = 410;

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
  const seconds = Math.max(waitSeconds * (1 + JITTER * chance), askedSeconds(result, now));
  return { kind: "send_again", at: new Date(now.getTime() + Math.round(seconds * 1_000)) };
}

function isDelivered(result: SendResult): boolean {
  return result.kind === "answered" && result.status >= 200 && result.status < 300;
}

const askedSeconds = (result: SendResult, now: Date): number =>
  (result.kind === "answered" && readRetryAfter(result.headers["retry-after"], now)) || 0;
