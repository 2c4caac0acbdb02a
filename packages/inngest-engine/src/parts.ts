import type { App } from "./app/app-call";
import { emptyRegistry } from "./app/registry";
import { createBatcher } from "./batcher";
import { doublingBackoff, inngestBackoff } from "./dispatch/backoff";
import type { Dispatcher } from "./dispatch/dispatcher";
import { readHealth } from "./http/health";
import type { Api } from "./http/request";
import { campaign } from "./leader";
import {
  checkpointsPerBatchMax,
  closeTimeoutSeconds,
  retentionMsDefault,
  stopGraceMsDefault,
} from "./limits";
import { type Log, logProblems } from "./log";
import { type Checkpoint, type CheckpointOutcome, writeCheckpoints } from "./store/checkpoint";
import { type Probe, noProbe } from "./probe";
import { type Lead, createIntake } from "./routing/intake";
import { type Db, openIntakeConnection, openPool, openReadPool } from "./store/connection";
import { notifyLeader } from "./store/events";
import { migrate } from "./store/schema";
import { type TermOptions, serveTerm } from "./term";
import { createWake } from "./wake";

export type Parts = ReturnType<typeof assemble>;

export interface CommonOptions {
  /** State lives there in the schema `inngest_engine`, which the engine creates. */
  databaseUrl: string;
  eventKey: string;
  signingKey: string;
  /** The delay after a first failed attempt, doubled by each further one. By default Inngest's own delays, with jitter. */
  retryMs?: number;
  /** From 0 to 1, for that jitter. */
  random?: () => number;
  /** Whether the app may report steps while a call goes on, rather than answer with each; true by default. */
  checkpointing?: boolean;
  /** How long ended runs and their events are kept. 7 days by default. */
  retentionMs?: number;
  /** How long calls in flight may go on when the engine stops. 5 s by default. */
  stopGraceMs?: number;
  /** Unix milliseconds; every decision about time follows it, except the age of signatures. */
  now?: () => number;
  log?: Log;
  /** Neither signs nor verifies, and takes any event key. For development against an app in dev mode, nothing else. */
  unsignedDevMode?: boolean;
  /** Called at named moments of the engine's work, for tests. */
  probe?: Probe;
}

type PartsOptions = CommonOptions & Pick<TermOptions, "watchPass" | "onSync">;

/** @throws where a key is missing. */
export function requireKeys({ unsignedDevMode = false, eventKey, signingKey }: CommonOptions): void {
  if (unsignedDevMode || (eventKey && signingKey)) return;
  throw new Error("The engine needs an event key and a signing key (or unsignedDevMode, for development).");
}

/** Null in unsigned development mode. */
export function signingKeyOf({ unsignedDevMode = false, signingKey }: CommonOptions): string | null {
  return unsignedDevMode ? null : signingKey;
}

/** A pool on a database whose schema is up to date. Throws where Postgres cannot be reached. */
export async function openStore(databaseUrl: string): Promise<Db> {
  const db = openPool(databaseUrl);
  try {
    await migrate(db);
    return db;
  } catch (error) {
    await closeStore(db);
    throw error;
  }
}

export async function closeStore(db: Db): Promise<void> {
  await db.end({ timeout: closeTimeoutSeconds }).catch(() => {});
}

/** The parts of every engine, with or without ports. */
export function assemble(options: PartsOptions, { db, app }: { db: Db; app: App }) {
  const { unsignedDevMode = false, now = Date.now, random = Math.random } = options;
  const { log = logProblems, probe = noProbe } = options;
  const registry = emptyRegistry();
  const wake = createWake();
  const reads = openReadPool(options.databaseUrl);
  const intake = openIntakeConnection(options.databaseUrl);
  const stopping = new AbortController();
  let lead: Lead | null = null;
  const dispatcher = (): Dispatcher | null => lead?.dispatcher ?? null;
  const wakeLeader = async (): Promise<void> => (lead ? wake.signal() : await notifyLeader(db, log));

  const api: Api = {
    db,
    reads,
    registry,
    eventKey: unsignedDevMode ? null : options.eventKey,
    signingKey: signingKeyOf(options),
    now,
    log,
    probe,
    takeEvents: createIntake({
      db: intake,
      registry,
      now,
      probe,
      lead: () => lead,
      wakeLeader,
    }),
    wakeLeader,
    writeCheckpoint: createBatcher<Checkpoint, CheckpointOutcome>(
      (batch) => writeCheckpoints(db, batch, new Date(now())),
      checkpointsPerBatchMax,
    ).add,
    health: () => readHealth({ db, appUrl: app.url, registry, dispatcher: dispatcher(), nowMs: now() }),
  };
  const term: TermOptions = {
    db,
    app,
    registry,
    wake,
    now,
    log,
    probe,
    stopping: stopping.signal,
    checkpointing: options.checkpointing ?? true,
    backoff: options.retryMs === undefined ? inngestBackoff(random) : doublingBackoff(options.retryMs),
    retentionMs: options.retentionMs ?? retentionMsDefault,
    stopGraceMs: options.stopGraceMs ?? stopGraceMsDefault,
    onLead: (current) => (lead = current),
    onSync: options.onSync,
    watchPass: options.watchPass,
  };
  return {
    api,
    wake,
    registry,
    /** Null while another engine leads. */
    dispatcher,
    /** Stands for election from now on; the function that it returns gives up the lead, after the grace for calls in flight. */
    lead: (): (() => Promise<void>) => {
      const campaigning = campaign({
        databaseUrl: options.databaseUrl,
        log,
        stopping: stopping.signal,
        lead: (won) => serveTerm(term, won),
      });
      return async () => {
        stopping.abort();
        await campaigning;
      };
    },
    /** Once nothing leads and no request is being answered. */
    close: async (): Promise<void> => {
      wake.close();
      app.close();
      await Promise.all([reads, intake, db].map(closeStore));
    },
  };
}
