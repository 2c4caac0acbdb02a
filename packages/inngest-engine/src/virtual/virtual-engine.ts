import { type AppHandler, createHandlerApp } from "../app/handler-app";
import type { Sync } from "../app/sync";
import { spanMs } from "../dispatch/duration";
import { type CommonOptions, type Parts, assemble, openStore, requireKeys, signingKeyOf } from "../parts";
import type { Db } from "../store/connection";
import { readNextDue } from "../store/upkeep";
import { createQuiet } from "./quiet";
import { type Fetch, createVirtualFetch } from "./virtual-fetch";

/** Addresses that nothing listens on: they only keep requests and signatures well-formed. */
const engineUrl = "http://engine.virtual";
const appUrl = "http://app.virtual/api/inngest";
const settleTimeoutMsDefault = 30_000;

export interface VirtualEngineOptions extends Omit<CommonOptions, "now"> {
  /** Where its clock begins: an ISO instant, a date, or Unix milliseconds. */
  startAt: string | Date | number;
  /** After how much real time `settled` and `advance` give up on a call that does not end. 30 s by default. */
  settleTimeoutMs?: number;
  /** Moves the clocks of others, before anything happens at the new time. */
  onTime?: (nowMs: number) => Promise<void>;
  /** The app's work after it has answered, such as sending events; settling waits for it too. */
  afterwards?: () => Promise<void>;
}

/** Milliseconds, or a span such as "30d" or "1h30m". */
export type Span = number | string;

export interface VirtualEngine {
  /** For the client's `baseUrl`. */
  url: string;
  /** For the client's `fetch`: events and checkpoints come in through it. It reaches nothing but the engine. */
  fetch: Fetch;
  /** Serves this app from now on, instead of any before; resolves once it is synced and nothing is due. */
  connect(handler: AppHandler, timeoutMs?: number): Promise<void>;
  /** Unix milliseconds. It stands still, except for `advance` and `jump`. */
  now(): number;
  /**
   * Goes from one due moment to the next, each at its own instant, until the span has passed and nothing is due. With
   * `by`, schedules are looked at once in every such span: the ticks missed within it fire once. All else keeps its time.
   */
  advance(span: Span, options?: { by?: Span }): Promise<void>;
  /** Moves the clock at once, also backwards, as a machine that slept or was set: nothing happens on the way. */
  jump(span: number): Promise<void>;
  /**
   * Resolves when nothing is due, in flight or coming in.
   * @throws where that takes longer than `timeoutMs` of real time, by default `settleTimeoutMs`.
   */
  settled(timeoutMs?: number): Promise<void>;
  stop(): Promise<void>;
}

/**
 * An engine without sockets whose clock only a test moves: the app is called in this process, signed and verified as
 * over the network, and Postgres is the only connection. One engine per database may be virtual.
 */
export async function startVirtualEngine(options: VirtualEngineOptions): Promise<VirtualEngine> {
  requireKeys(options);
  const db = await openStore(options.databaseUrl);
  const app = createHandlerApp({ url: appUrl, signingKey: signingKeyOf(options) });
  let nowMs = new Date(options.startAt).getTime();
  let sync: Sync | null = null;
  const quiet = createQuiet({ busyWith: () => busyWith(parts), wake: () => parts.wake });
  const watched = { watchPass: quiet.watchPass, onSync: (current: Sync | null) => void (sync = current) };
  const parts = assemble(
    { stopGraceMs: 0, random: () => 0, ...options, ...watched, now: () => nowMs },
    { db, app },
  );
  const stopLeading = parts.lead();

  const settled = async (timeoutMs = options.settleTimeoutMs ?? settleTimeoutMsDefault): Promise<void> => {
    let requests: number;
    do {
      await quiet.reached(timeoutMs);
      requests = quiet.requestsSeen();
      await options.afterwards?.();
    } while (quiet.requestsSeen() !== requests);
  };
  const goTo = async (ms: number): Promise<void> => {
    await options.onTime?.(ms);
    nowMs = ms;
    await settled();
  };
  return {
    url: engineUrl,
    fetch: createVirtualFetch({ url: engineUrl, api: parts.api, begin: quiet.beginRequest }),
    connect: async (handler, timeoutMs) => {
      app.connect(handler);
      sync?.doubt("another app was connected");
      await settled(timeoutMs);
    },
    now: () => nowMs,
    advance: async (span, { by } = {}) => {
      const startMs = nowMs;
      const endMs = startMs + toMs(span);
      const strideMs = by === undefined ? 0 : toMs(by);
      await settled();
      for (;;) {
        const stopMs = await nextStop(db, { nowMs, startMs, strideMs });
        if (stopMs >= endMs) break;
        await goTo(stopMs);
      }
      await goTo(endMs);
    },
    jump: async (span) => await goTo(nowMs + span),
    settled,
    stop: async () => {
      await stopLeading();
      await parts.close();
    },
  };
}

function busyWith({ registry, dispatcher }: Parts): string | null {
  const calls = dispatcher()?.inFlight() ?? null;
  if (calls === null) return "it does not lead: another engine uses this database";
  if (registry.syncedAtMs === null && registry.problem === null) return "no app is connected";
  if (registry.problem !== null) return registry.problem;
  return calls === 0 ? null : `${calls} calls are in flight`;
}

/** The next moment at which something falls due; schedules only at whole strides, where there is a stride. */
async function nextStop(
  db: Db,
  { nowMs, startMs, strideMs }: { nowMs: number; startMs: number; strideMs: number },
): Promise<number> {
  const { jobAt, tickAt } = await readNextDue(db, new Date(nowMs));
  const jobMs = jobAt?.getTime() ?? Infinity;
  const tickMs = tickAt?.getTime() ?? Infinity;
  if (strideMs === 0) return Math.min(jobMs, tickMs);
  return Math.min(jobMs, startMs + Math.ceil((tickMs - startMs) / strideMs) * strideMs);
}

function toMs(span: Span): number {
  const ms = typeof span === "number" ? span : spanMs(span);
  if (ms === null || !(ms >= 0)) throw new RangeError(`"${span}" is no span such as "30d" or 60000`);
  return ms;
}
