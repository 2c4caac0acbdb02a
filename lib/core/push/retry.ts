/**
 * When a push tries again. Three attempts: at once, after 5 s, after 30 s, each with jitter, then it is dead.
 * Throttling has a schedule of its own and spends no attempt.
 */
export const PUSH_ATTEMPTS_MAX = 3;
const delaysMs = [5_000, 30_000] as const;
const jitterShare = 0.2;
const throttleDelayMsFirst = 2_000;
const throttleDelayMsMax = 60_000;

/** Milliseconds until the next try after `failedAttempts` failures, or null when none is left. `random` in [0, 1). */
export function nextAttemptDelayMs(failedAttempts: number, random: number): number | null {
  if (failedAttempts >= PUSH_ATTEMPTS_MAX) return null;
  const base = delaysMs[Math.max(0, failedAttempts - 1)] ?? delaysMs[delaysMs.length - 1]!;
  return Math.round(base * (1 + jitterShare * random));
}

/** Milliseconds to wait after NetSuite (or our own share of its limit) refused for load, doubling up to a minute. */
export function throttleDelayMs(leases: number, random: number, retryAfterSeconds: number | null): number {
  if (retryAfterSeconds !== null) return Math.min(retryAfterSeconds * 1000, throttleDelayMsMax);
  const base = Math.min(
    throttleDelayMsFirst * 2 ** Math.min(Math.max(leases - 1, 0), 10),
    throttleDelayMsMax,
  );
  return Math.round(base * (1 + jitterShare * random));
}

/** A dead push whose cause was transient is put back by reconciliation at most this often; then a person looks. */
export const RECONCILE_ROUNDS_MAX = 4;
