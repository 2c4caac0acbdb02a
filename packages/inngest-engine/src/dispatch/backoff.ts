import { jitterMsMax, retryDelayMsMax, retryDelaysMs } from "../limits";

/** Milliseconds to wait after a failed attempt. Attempts count from zero. */
export type Backoff = (attempt: number) => number;

/** Inngest's own delays, each with up to 30 s of jitter. `random` gives numbers from 0 to 1. */
export function inngestBackoff(random: () => number): Backoff {
  return (attempt) => (retryDelaysMs[attempt] ?? retryDelayMsMax) + Math.floor(random() * jitterMsMax);
}

/** A first delay that doubles with each further attempt, without jitter. */
export function doublingBackoff(retryMs: number): Backoff {
  return (attempt) => Math.min(retryMs * 2 ** attempt, retryDelayMsMax);
}
