/**
 * Our own share of the account's concurrency limit. Reads get only part of it, so that live reads for proposals never
 * starve approved writes.
 */
export interface RequestSlots {
  /** Resolves to a release function, or to null if no slot came free in time; the caller then sends nothing. */
  take(kind: "read" | "write", waitMsMax: number): Promise<(() => void) | null>;
}

const WAITING_MAX = 1_000;

interface Waiter {
  kind: "read" | "write";
  give: (release: (() => void) | null) => void;
}

export function createRequestSlots(limit: { total: number; reads: number }): RequestSlots {
  const used = { total: 0, reads: 0 };
  const waiting: Waiter[] = [];

  const isFree = (kind: "read" | "write") =>
    used.total < limit.total && (kind === "write" || used.reads < limit.reads);

  const occupy = (kind: "read" | "write"): (() => void) => {
    used.total += 1;
    if (kind === "read") used.reads += 1;
    let released = false;
    return () => {
      if (released) return;
      released = true;
      used.total -= 1;
      if (kind === "read") used.reads -= 1;
      serveWaiting();
    };
  };

  const serveWaiting = () => {
    for (;;) {
      const index = waiting.findIndex((waiter) => isFree(waiter.kind));
      const next = index < 0 ? undefined : waiting.splice(index, 1)[0];
      if (!next) return;
      next.give(occupy(next.kind));
    }
  };

  return {
    take(kind, waitMsMax) {
      if (isFree(kind)) return Promise.resolve(occupy(kind));
      if (waiting.length >= WAITING_MAX) return Promise.resolve(null);
      return new Promise((resolve) => {
        const waiter: Waiter = {
          kind,
          give(release) {
            clearTimeout(deadline);
            resolve(release);
          },
        };
        const deadline = setTimeout(() => {
          waiting.splice(waiting.indexOf(waiter), 1);
          waiter.give(null);
        }, waitMsMax);
        waiting.push(waiter);
      });
    },
  };
}
