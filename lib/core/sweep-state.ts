/**
 * Whether Inngest carries the work of this installation: it calls the sweep of every minute and takes our events.
 *
 * starting  the process or the company is so young that no sweep can be expected yet
 * refusing  Inngest calls, but an event has waited for long: a revoked event key, or no way from here to Inngest
 * late      it called once, and does not any more
 * never     no function was ever registered, or none was ever called
 *
 * The gravest last.
 */
export const SWEEP_STATES = ["running", "starting", "refusing", "late", "never"] as const;
export type SweepState = (typeof SWEEP_STATES)[number];

const LATE_AFTER_MS = 3 * 60_000;
/** An event goes out at once, and otherwise with the next sweep. */
const UNSENT_MAX_MS = 3 * 60_000;
/** A sweep comes every minute. Not longer: a process that keeps restarting would excuse itself forever. */
const FIRST_SWEEP_WITHIN_MS = 90_000;

export function sweepStateOf(times: {
  now: Date;
  /** The start of this process. */
  startedAt: Date;
  /** The founding of the company, for which no sweep can have run before. */
  foundedAt: Date;
  lastAt: Date | null;
  /** The oldest event that Inngest has not taken; null: it has taken all. */
  unsentSince: Date | null;
}): SweepState {
  const { lastAt, unsentSince } = times;
  const isWithin = (limitMs: number, time: Date) => times.now.getTime() - time.getTime() <= limitMs;
  if (lastAt && isWithin(LATE_AFTER_MS, lastAt)) {
    return unsentSince && !isWithin(UNSENT_MAX_MS, unsentSince) ? "refusing" : "running";
  }
  if (isWithin(FIRST_SWEEP_WITHIN_MS, times.startedAt)) return "starting";
  if (lastAt) return "late";
  return isWithin(LATE_AFTER_MS, times.foundedAt) ? "starting" : "never";
}

/** Otherwise approved writes wait, and nothing else says so. */
export function isCarried(state: SweepState): boolean {
  return state === "running" || state === "starting";
}
