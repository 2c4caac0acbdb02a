import { sha256Hex } from "@/lib/core/ledger/payload-hash";

/**
 * Admits the requests of one key one after the other. Each waits until the one before has charged its try, and then for as long again.
 * To charge a try costs far more than to refuse one from memory: without this, the hundred tries of a full bucket would all be
 * charged in one second, in which no other caller is answered.
 */

const REST_MS_MAX = 100;
/** After this time the next request is admitted although this one is still held up, by its body or by the database. */
export const INSIDE_MS_MAX = 1_000;
/** The most waiting requests of one key in this process. */
export const WAITING_MAX = 1_000;
/** The most waiting requests of all keys, invalid keys included. Beyond it requests are admitted at once. */
export const WAITING_OF_ALL_MAX = 5_000;

interface Line {
  /** Admits the next request. Null during the rest before it. */
  leave: (() => void) | null;
  waiting: (() => void)[];
}

interface Entrance {
  /** Lines by the key of their requests. */
  lines: Map<string, Line>;
  /** Requests that wait, over all lines. */
  waiting: number;
}

/** On globalThis: Next gives start-up code and routes separate instances of this module. */
const holder = globalThis as typeof globalThis & { countersignEntrance?: Entrance };
const entrance = (holder.countersignEntrance ??= { lines: new Map(), waiting: 0 });
const { lines } = entrance;

/** The hash of the header that names the agent, in one spelling: a key has one line however its scheme is written. */
export const callerKeyOf = (authorization: string): string =>
  sha256Hex(authorization.replace(/^bearer +/i, "Bearer "));

/** Admits the next request. May be called more than once. */
type Leave = () => void;

/** Admits the request at once, or after the earlier ones of its key. Null: too many wait, so refuse it. */
export function enter(authorization: string): Leave | Promise<Leave> | null {
  const key = callerKeyOf(authorization);
  const line = lines.get(key);
  if (!line) {
    const opened: Line = { leave: null, waiting: [] };
    lines.set(key, opened);
    return begin(key, opened);
  }
  if (line.waiting.length >= WAITING_MAX) return null;
  if (entrance.waiting >= WAITING_OF_ALL_MAX) return () => {};
  entrance.waiting += 1;
  return new Promise((resolve) => line.waiting.push(() => resolve(begin(key, line))));
}

/** Called when the admitted request of this key has charged its try or was refused. */
export const letNextIn = (authorization: string): void => lines.get(callerKeyOf(authorization))?.leave?.();

function begin(key: string, line: Line): Leave {
  const began = performance.now();
  const leave = () => {
    if (line.leave !== leave) return;
    clearTimeout(patience);
    line.leave = null;
    const next = line.waiting.shift();
    if (!next) return void lines.delete(key);
    entrance.waiting -= 1;
    setTimeout(next, Math.min(performance.now() - began, REST_MS_MAX));
  };
  const patience = setTimeout(leave, INSIDE_MS_MAX);
  line.leave = leave;
  return leave;
}
