import { setMaxListeners } from "node:events";
import type { App } from "./app/app-call";
import { type CronClock, createCronClock } from "./routing/cron";
import { type Judge, createJudge } from "./expressions/judge";
import type { Backoff } from "./dispatch/backoff";
import { type Dispatcher, createDispatcher } from "./dispatch/dispatcher";
import type { Term } from "./leader";
import type { Lead } from "./routing/intake";
import { callsInFlightMax, faultPauseMs, pollMs, pruneEveryMs } from "./limits";
import { type Log, messageOf } from "./log";
import type { Probe } from "./probe";
import { type Registry, emptyRegistry } from "./app/registry";
import { listensToFinished, routeEvents } from "./routing/router";
import { createWaker } from "./routing/waker";
import { adoptLimits } from "./store/runs";
import type { Db } from "./store/connection";
import { listenForEvents } from "./store/events";
import { setSendsFinished } from "./store/leader";
import { prune } from "./store/upkeep";
import { type Sync, createSync } from "./app/sync";
import type { Wake } from "./wake";

export interface TermOptions {
  db: Db;
  app: App;
  registry: Registry;
  wake: Wake;
  now: () => number;
  checkpointing: boolean;
  backoff: Backoff;
  retentionMs: number;
  stopGraceMs: number;
  log: Log;
  probe: Probe;
  /** Aborts when the engine stops: nothing new is started, calls in flight get their grace. */
  stopping: AbortSignal;
  /** Told of the term once it dispatches; null when it ends. */
  onLead: (lead: Lead | null) => void;
  /** Called as each round begins, and what it returns with what the round did: a virtual clock then knows when to go on. */
  watchPass?: (() => (worked: number | "fault") => void) | undefined;
  /** Told who keeps the registry now; null when the term ends. */
  onSync?: ((sync: Sync | null) => void) | undefined;
}

/** Everything a leader does, until its term ends: sync, schedules, routing, dispatch and the removal of old rows. */
export async function serveTerm(options: TermOptions, term: Term): Promise<void> {
  const { db, app, registry, wake, now, log } = options;
  const ended = AbortSignal.any([term.lost, options.stopping]);
  const cutCalls = new AbortController();
  // Every call in flight listens to it; Node would take that for a leak.
  setMaxListeners(callsInFlightMax + 2, cutCalls.signal);
  const cut = (): void => cutCalls.abort();
  term.lost.addEventListener("abort", cut, { once: true });
  ended.addEventListener("abort", wake.signal, { once: true });
  Object.assign(registry, emptyRegistry());

  const crons = createCronClock(db, now);
  const onSynced = async (): Promise<void> => {
    await crons.replace(registry.functions);
    await adoptLimits(db, registry.functions);
    dispatcher.limitsChanged();
    await setSendsFinished(db, registry.functions.some(listensToFinished));
  };
  const sync = createSync({ app, registry, now, log, signal: ended, onSynced, onFound: wake.signal });
  const dispatcher = createDispatcher({ ...options, sync, epoch: term.epoch, signal: cutCalls.signal });
  const unlisten = await listenForEvents(db, wake.signal);
  const judge = createJudge(now, log);
  options.onLead({ epoch: term.epoch, judge, dispatcher });
  options.onSync?.(sync);
  const syncing = sync.run();
  await loop(
    options,
    {
      crons,
      dispatcher,
      judge,
      wakeWaiting: createWaker({ db, now, judge, log }),
      upkeep: createUpkeep(options),
    },
    ended,
  );
  const grace = setTimeout(cut, options.stopGraceMs);
  await Promise.all([dispatcher.drained(), syncing]);
  clearTimeout(grace);
  options.onLead(null);
  options.onSync?.(null);
  await unlisten().catch(() => {});
}

interface Parts {
  crons: CronClock;
  dispatcher: Dispatcher;
  judge: Judge;
  wakeWaiting: (routed: number) => Promise<number>;
  /** Returns how many old rows it removed. */
  upkeep: () => Promise<number>;
}

async function loop(options: TermOptions, parts: Parts, ended: AbortSignal): Promise<void> {
  while (!ended.aborted) {
    const passed = options.watchPass?.();
    const worked = await pass(options, parts).catch((error: unknown) => {
      options.log("error", "a pass of the engine failed", { problem: messageOf(error) });
      return "fault" as const;
    });
    passed?.(worked);
    if (ended.aborted) return;
    if (worked === "fault") await new Promise((resolve) => setTimeout(resolve, faultPauseMs));
    else if (worked === 0) await options.wake.wait(pollMs);
  }
}

/** One round; returns how much it did, so that the next follows at once while there is more. */
async function pass(options: TermOptions, parts: Parts): Promise<number> {
  const { db, registry, now, probe } = options;
  const pruned = await parts.upkeep();
  if (pruned > 0) await probe("pruned");
  // Before the first sync nobody knows which functions an event starts: it waits.
  if (registry.syncedAtMs === null) return pruned;
  const ticks = await parts.crons.fireDue();
  if (ticks > 0) await probe("ticked");
  const routed = await routeEvents(db, registry.functions, {
    now,
    judge: parts.judge,
    queued: parts.dispatcher.queued,
  });
  if (routed > 0) await probe("events_routed");
  const woken = await parts.wakeWaiting(routed);
  const started = registry.problem === null ? await parts.dispatcher.startDue() : 0;
  return pruned + ticks + routed + woken + started;
}

function createUpkeep({ db, now, retentionMs }: TermOptions): () => Promise<number> {
  let nextMs = now();
  return async () => {
    const nowMs = now();
    if (nowMs < nextMs) return 0;
    const removed = await prune(db, new Date(nowMs), retentionMs);
    nextMs = removed > 0 ? nowMs : nowMs + pruneEveryMs;
    return removed;
  };
}
