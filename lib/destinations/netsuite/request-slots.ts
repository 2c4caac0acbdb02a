/**
 * Our own share of the account's concurrency limit. Reads get only part of it, so that live reads for proposals never
 * starve approved writes. Askers take turns, so that the burst of one never starves the others.
 */
export interface RequestSlots {
  /**
   * Resolves to a release function, or to null if no slot came free in time or too much of this asker waits already; the
   * caller then sends nothing. Writes are one asker together.
   */
  take(kind: Kind, waitMsMax: number, asker?: string): Promise<(() => void) | null>;
}

type Kind = "read" | "write";
type Give = (release: (() => void) | null) => void;

const WAITING_MAX = 1_000;
const WAITING_OF_ASKER_MAX = 100;

export function createRequestSlots(limit: { total: number; reads: number }): RequestSlots {
  const used = { total: 0, reads: 0 };
  /** Queues by asker, in the order of their last turns, oldest first. Each queue is first come, first served. */
  const queues = new Map<string, { kind: Kind; waiting: Give[] }>();
  let waiting = 0;

  const isFree = (kind: Kind) => used.total < limit.total && (kind === "write" || used.reads < limit.reads);

  const occupy = (kind: Kind): (() => void) => {
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

  const leave = (key: string, give: Give) => {
    const queue = queues.get(key)!;
    queue.waiting.splice(queue.waiting.indexOf(give), 1);
    waiting -= 1;
    if (queue.waiting.length === 0) queues.delete(key);
  };

  const serveWaiting = () => {
    for (;;) {
      const next = [...queues].find(([, { kind }]) => isFree(kind));
      if (!next) return;
      const [key, queue] = next;
      const give = queue.waiting[0]!;
      // Its next turn comes after everybody else's.
      queues.delete(key);
      queues.set(key, queue);
      leave(key, give);
      give(occupy(queue.kind));
    }
  };

  return {
    take(kind, waitMsMax, asker = "") {
      const key = `${kind} ${kind === "read" ? asker : ""}`;
      const queue = queues.get(key) ?? { kind, waiting: [] };
      if (queue.waiting.length === 0 && isFree(kind)) return Promise.resolve(occupy(kind));
      const ofAskerMax = kind === "read" ? WAITING_OF_ASKER_MAX : WAITING_MAX;
      if (waiting >= WAITING_MAX || queue.waiting.length >= ofAskerMax) return Promise.resolve(null);
      return new Promise((resolve) => {
        const give: Give = (release) => {
          clearTimeout(deadline);
          resolve(release);
        };
        const deadline = setTimeout(() => {
          leave(key, give);
          give(null);
        }, waitMsMax);
        queues.set(key, queue);
        queue.waiting.push(give);
        waiting += 1;
      });
    },
  };
}

const READ_SHARE = 0.25;

export const readsOfShare = (maxConcurrency: number): number =>
  Math.max(1, Math.floor(maxConcurrency * READ_SHARE));

const slotsByAccount = new Map<string, RequestSlots>();

/** One account has one share in this process, whoever's credentials sign: NetSuite counts by account. */
export function slotsFor(account: string, maxConcurrency: number): RequestSlots {
  const key = account.trim().toUpperCase().replaceAll("-", "_");
  const slots =
    slotsByAccount.get(key) ??
    createRequestSlots({ total: maxConcurrency, reads: readsOfShare(maxConcurrency) });
  slotsByAccount.set(key, slots);
  return slots;
}
