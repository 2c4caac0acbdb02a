/** When a message that was not sent is tried again. Pure. */

/** The wait after each failure; from then on the last. A question waits a day at most, and a provider comes back. */
const WAITS_SECONDS = [5, 30, 120, 300, 600, 1_800] as const;
/** A wait grows by up to a tenth, so that messages that failed together do not return together. */
const JITTER = 0.1;
const ATTEMPTS_MAX = 60;
const ASKED_SECONDS_MAX = 24 * 3_600;

export interface FailedAttempt {
  /** With the one that failed: 1 after the first. */
  attempts: number;
  /** That the provider asked for. Null: it asked for nothing. */
  retryAfterSeconds: number | null;
  now: Date;
  /** From 0 to below 1. */
  chance: number;
}

/** Null: it has failed too often. Never earlier than the provider asked for. */
export function nextAttemptAt({ attempts, retryAfterSeconds, now, chance }: FailedAttempt): Date | null {
  if (attempts >= ATTEMPTS_MAX) return null;
  const own = WAITS_SECONDS[Math.min(attempts, WAITS_SECONDS.length) - 1]! * (1 + JITTER * chance);
  const asked = Math.min(retryAfterSeconds ?? 0, ASKED_SECONDS_MAX);
  return new Date(now.getTime() + Math.round(Math.max(own, asked) * 1_000));
}
