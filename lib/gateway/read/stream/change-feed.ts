import { nextChange } from "@/db/changes";
import { inTenant, inTenantPrepared } from "@/db/client";
import { type Change, type EventPosition, findNewestEventId, listChanges } from "@/db/queries/ledger/changes";
import type { Gateway } from "@/lib/gateway/context";
import { describeError, log } from "@/lib/log";

/**
 * The changes in a tenant, for everybody in this process who watches: one reader per tenant looks when a notice
 * comes, however many watch. It stops when nobody does.
 */

/** Is given the changes of one look, oldest event first. Must not throw. */
export type Watcher = (changes: readonly Change[]) => void;

interface Feed {
  watchers: Set<Watcher>;
  stop: AbortController;
  /** Resolves once changes from now on will be seen. */
  started: Promise<void>;
  /** The look that first saw each of the newest events, by the event's id. */
  lookOf: Map<number, number>;
}
const feeds = new WeakMap<Gateway, Map<number, Feed>>();

/** From look to look at least; what is committed in between comes with the next one. */
const betweenLooksMs = 30;
/** Should a notice be lost. */
const lookAgainMs = 5_000;
const changesPerLook = 1_000;
/** Of so many events a feed knows in which order they were committed. */
const rememberedMax = 4_000;

interface Watching {
  leave: () => void;
  /**
   * True: `seq` was seen in a look before the one that first saw `after`, so that it was committed first, and whoever has read
   * `after` has read it too. False: it may have come later.
   */
  cameBefore: (seq: number, after: number) => boolean;
}

/** Resolves once it watches. Every change that is committed from then on comes to `watcher`, until `leave` is called. */
export async function watchChanges(gateway: Gateway, tenantId: number, watcher: Watcher): Promise<Watching> {
  const byTenant = feeds.get(gateway) ?? new Map<number, Feed>();
  feeds.set(gateway, byTenant);
  const feed = byTenant.get(tenantId) ?? begin(gateway, tenantId, () => byTenant.delete(tenantId));
  byTenant.set(tenantId, feed);
  feed.watchers.add(watcher);
  const leave = () => {
    feed.watchers.delete(watcher);
    if (feed.watchers.size > 0) return;
    if (byTenant.get(tenantId) === feed) byTenant.delete(tenantId);
    feed.stop.abort();
  };
  try {
    await feed.started;
  } catch (error) {
    leave();
    throw error;
  }
  const { lookOf } = feed;
  const cameBefore = (seq: number, after: number) =>
    (lookOf.get(seq) ?? Infinity) < (lookOf.get(after) ?? -Infinity);
  return { leave, cameBefore };
}

function begin(gateway: Gateway, tenantId: number, onFailure: () => void): Feed {
  const stop = new AbortController();
  const watchers = new Set<Watcher>();
  const lookOf = new Map<number, number>();
  const start = startOf(gateway, tenantId);
  start.then(
    (from) => void follow(gateway, tenantId, { from, watchers, lookOf, signal: stop.signal }),
    // The next subscriber tries again.
    onFailure,
  );
  return { watchers, stop, lookOf, started: start.then(() => undefined) };
}

/** Ids so far below the newest may still come, from transactions that run as watching begins. */
const lateIds = 2_000;

/** Changes from before the start of watching count as seen. */
async function startOf(gateway: Gateway, tenantId: number): Promise<Start> {
  return inTenant(gateway.database, tenantId, async (tx) => {
    const newest = await findNewestEventId(tx, tenantId);
    const reading = { settled: Math.max(0, newest - lateIds), newest, candidate: null };
    const look = await listChanges(tx, tenantId, reading, { seen: [], limit: lateIds });
    return afterLook(reading, [], look);
  });
}

/** How far the reader has come, and which ids above `settled` it has seen. */
interface Start {
  reading: EventPosition;
  seen: number[];
}

interface Following {
  from: Start;
  watchers: ReadonlySet<Watcher>;
  lookOf: Map<number, number>;
  signal: AbortSignal;
}

async function follow(gateway: Gateway, tenantId: number, { from, watchers, lookOf, signal }: Following) {
  const { database } = gateway;
  let { reading, seen } = from;
  let lookNumber = 0;
  while (!signal.aborted) {
    // Taken before the look, so that no change falls between the two.
    const changed = nextChange(database, tenantId, lookAgainMs, signal);
    try {
      const look = await inTenantPrepared(database, tenantId, (tx) =>
        listChanges(tx, tenantId, reading, { seen, limit: changesPerLook }),
      );
      ({ reading, seen } = afterLook(reading, seen, look));
      remember(lookOf, look.changes, lookNumber);
      if (look.changes.length > 0) for (const watcher of watchers) watcher(look.changes);
      // The rest was there as well: one look in several pieces.
      if (look.changes.length === changesPerLook) continue;
      lookNumber += 1;
    } catch (error) {
      log.warn({ tenantId, error: describeError(error) }, "Changes could not be read for those who watch");
      await pause(1_000, signal);
    }
    const lookedAtMs = performance.now();
    await changed;
    // The first change after a rest is told at once.
    await pause(Math.max(0, lookedAtMs + betweenLooksMs - performance.now()), signal);
  }
}

function remember(lookOf: Map<number, number>, changes: readonly Change[], lookNumber: number): void {
  for (const { seq } of changes) lookOf.set(seq, lookNumber);
  for (const seq of lookOf.keys()) {
    if (lookOf.size <= rememberedMax) return;
    lookOf.delete(seq);
  }
}

/** Moves on what is settled, and forgets the ids that it covers. */
export function afterLook(
  { settled, newest, candidate }: EventPosition,
  seen: readonly number[],
  { changes, xid, candidateSettled }: Awaited<ReturnType<typeof listChanges>>,
): Start {
  const known = changes.at(-1)?.seq ?? 0;
  const reading = {
    settled: candidate && candidateSettled ? candidate.newest : settled,
    newest: Math.max(newest, known),
    candidate: candidateSettled ? null : candidate,
  };
  if (!reading.candidate && reading.newest > reading.settled)
    reading.candidate = { newest: reading.newest, xid };
  return {
    reading,
    seen: [...seen, ...changes.map(({ seq }) => seq)].filter((seq) => seq > reading.settled),
  };
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", finish);
      resolve();
    };
    const timer = setTimeout(finish, ms);
    signal.addEventListener("abort", finish);
  });
}
