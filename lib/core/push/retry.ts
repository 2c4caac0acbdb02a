/**
 * The retry schedule of a push: three attempts (at once, after 5 s, after 30 s, each with jitter), then it is dead.
 * Throttling has its own schedule and spends no attempt.
 */
export const PUSH_ATTEMPTS_MAX = 3;
const delaysMs = [5_000, 30_000] as const;
const jitterShare = 0.2;
const throttleDelayMsFirst = 2_000;
const throttleDelayMsMax = 60_000;
/** An account that says "at once" while it refuses for load is not believed. */
const throttleDelayMsMin = 1_000;

/** Milliseconds until the next attempt after `failedAttempts` failures; null if none is left. `random` in [0, 1). */
export function nextAttemptDelayMs(failedAttempts: number, random: number): number | null {
  if (failedAttempts >= PUSH_ATTEMPTS_MAX) return null;
  const base = delaysMs[Math.max(0, failedAttempts - 1)] ?? delaysMs[delaysMs.length - 1]!;
  return Math.round(base * (1 + jitterShare * random));
}

/** The same for each number of failures after which there is another attempt, beginning with one. */
export const attemptDelaysMs = (random: number): number[] =>
  delaysMs.map((_, index) => nextAttemptDelayMs(index + 1, random)!);

/** Milliseconds to wait after NetSuite (or our own share of its limit) refused for load. Doubles up to a minute. */
export function throttleDelayMs(leases: number, random: number, retryAfterSeconds: number | null): number {
  if (retryAfterSeconds !== null)
    return Math.min(Math.max(retryAfterSeconds * 1000, throttleDelayMsMin), throttleDelayMsMax);
  const base = Math.min(
    throttleDelayMsFirst * 2 ** Math.min(Math.max(leases - 1, 0), 10),
    throttleDelayMsMax,
  );
  return Math.round(base * (1 + jitterShare * random));
}

/** Our RESTlet's own code: by its clock the request's time is over. */
export const TOO_LATE = "TOO_LATE";
/** Our RESTlet's own code: by its clock the request has not been sent yet. */
export const TOO_EARLY = "TOO_EARLY";
/**
 * One such answer means that the write was delayed on the way; it is no failure. Five in a row mean that NetSuite's clock is
 * ahead by more than a lease, or behind by more than a minute. From then on each spends an attempt, so that a person hears of
 * it.
 */
export const CLOCK_ANSWERS_IN_A_ROW_MAX = 5;

/** Reconciliation puts a dead push with a transient cause back at most this often. Then a person must handle it. */
export const RECONCILE_ROUNDS_MAX = 4;
