import type { Wake } from "../wake";

/**
 * Knows when nothing is due or in flight. A round that finds nothing is no proof where a call was still going on as it
 * began, or a request came in meanwhile: what those left behind only the next round sees.
 */
export function createQuiet(options: {
  /** Null where nothing is in flight and the app is there to be called; else what is missing, for people. */
  busyWith: () => string | null;
  wake: () => Wake;
}) {
  const waiting = new Set<() => void>();
  let requests = 0;
  let requestsTotal = 0;
  /** Counts what a round that began earlier may have missed. */
  let changes = 0;
  const isIdle = (): boolean => requests === 0 && options.busyWith() === null;
  return {
    /** For the leader's loop: called as a round begins; its result is told what the round did. */
    watchPass: () => {
      const changesBefore = changes;
      const wasIdle = isIdle();
      return (worked: number | "fault"): void => {
        if (worked !== 0 || !wasIdle || !isIdle() || changes !== changesBefore) return;
        for (const resolve of waiting) resolve();
        waiting.clear();
      };
    },
    /** A request to the engine begins; the result ends it. */
    beginRequest: (): (() => void) => {
      requests += 1;
      requestsTotal += 1;
      changes += 1;
      return () => {
        requests -= 1;
        options.wake().signal();
      };
    },
    /** How many requests have come in so far. */
    requestsSeen: (): number => requestsTotal,
    /** Resolves at the end of a round that began after this call and found nothing to do. */
    reached: (timeoutMs: number): Promise<void> =>
      new Promise((resolve, reject) => {
        const settle = (): void => {
          clearTimeout(timer);
          resolve();
        };
        const timer = setTimeout(() => {
          waiting.delete(settle);
          const reason = options.busyWith() ?? `${requests} requests are being answered`;
          reject(new Error(`The engine did not settle within ${timeoutMs} ms: ${reason}.`));
        }, timeoutMs);
        waiting.add(settle);
        changes += 1;
        options.wake().signal();
      }),
  };
}
