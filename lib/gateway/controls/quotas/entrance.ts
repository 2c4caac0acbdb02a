import { sha256Hex } from "@/lib/core/ledger/payload-hash";

/**
 * The requests of one key come in one after the other, each once the one before it has taken its try and has rested for as long as
 * that took. Taking a try costs the process and the database more than refusing the next one from memory: without this the hundred
 * tries that a full bucket holds would all be taken in one second, in which nobody else is answered.
 */

const REST_MS_MAX = 100;
/** After that the next one comes in, though this one is held up: by its body, for which Next waits first, or by the database. */
export const INSIDE_MS_MAX = 1_000;
/** By key, in this process. */
export const WAITING_MAX = 1_000;
/** Of all keys, invented ones among them: beyond that nobody waits, and requests cost again what they cost without lines. */
export const WAITING_OF_ALL_MAX = 5_000;

interface Line {
  /** Lets the next one in; null while the one before it rests. */
  leave: (() => void) | null;
  waiting: (() => void)[];
}

interface Entrance {
  /** By the key of the agent's requests. */
  lines: Map<string, Line>;
  /** In all lines together. */
  waiting: number;
}

/** On globalThis: Next gives start-up code and routes separate instances of this module. */
const holder = globalThis as typeof globalThis & { countersignEntrance?: Entrance };
const entrance = (holder.countersignEntrance ??= { lines: new Map(), waiting: 0 });
const { lines } = entrance;

/** The hash of the header that names the agent, in one spelling: a key has one line however its scheme is written. */
export const callerKeyOf = (authorization: string): string =>
  sha256Hex(authorization.replace(/^bearer +/i, "Bearer "));

/** The way to let the next one in, which may be called more than once. */
type Leave = () => void;

/** Comes in at once, or after those of its key that came before it. Null: so many wait that this one has to be refused. */
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

/** Says that the request of this key which is inside has taken its try, or was refused one. */
export const tryTaken = (authorization: string): void => lines.get(callerKeyOf(authorization))?.leave?.();

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
