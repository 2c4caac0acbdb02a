/**
 * Whether Inngest calls this installation, told by the sweep of every minute. `starting`: the process or the company is
 * so young that none can be expected yet. `never`: no function was ever registered, or none was ever called.
 */
export const SWEEP_STATES = ["running", "starting", "late", "never"] as const;
export type SweepState = (typeof SWEEP_STATES)[number];

const LATE_AFTER_MS = 3 * 60_000;

export function sweepStateOf(times: {
  now: Date;
  lastAt: Date | null;
  /** From then on a sweep could have run: the start of the process, or the founding of the tenant if that came later. */
  since: Date;
}): SweepState {
  const isYoung = (time: Date) => times.now.getTime() - time.getTime() <= LATE_AFTER_MS;
  if (times.lastAt && isYoung(times.lastAt)) return "running";
  if (isYoung(times.since)) return "starting";
  return times.lastAt ? "late" : "never";
}

/** Approved writes wait, and nothing says so by itself. */
export function isCarried(state: SweepState): boolean {
  return state === "running" || state === "starting";
}
