/** About 25 days. Node sets a timer that is longer to one millisecond. */
const TIMER_MS_MAX = 2 ** 31 - 1;

/**
 * Aborts after this time, or as soon as `lost` does. By a controller of its own: in Node 20 an `AbortSignal.timeout` that only an
 * `AbortSignal.any` listens to is collected as garbage and never aborts.
 */
export function startTimeLimit(ms: number, lost: AbortSignal): { signal: AbortSignal; cancel: () => void } {
  const over = new AbortController();
  const timer = setTimeout(() => over.abort(), Math.min(ms, TIMER_MS_MAX));
  const end = () => over.abort(lost.reason);
  if (lost.aborted) end();
  else lost.addEventListener("abort", end, { once: true });
  return { signal: over.signal, cancel: () => clearTimeout(timer) };
}
