import { connectApp } from "./app/app-call";
import { createBatcher } from "./batcher";
import type { Dispatcher } from "./dispatch/dispatcher";
import { readHealth } from "./http/health";
import { startHttpServer } from "./http/server";
import { campaign } from "./leader";
import {
  checkpointsPerBatchMax,
  closeTimeoutSeconds,
  retentionMsDefault,
  retryMsDefault,
  stopGraceMsDefault,
} from "./limits";
import type { Log } from "./log";
import { logProblems } from "./log";
import { emptyRegistry } from "./app/registry";
import type { Checkpoint, CheckpointOutcome } from "./store/checkpoint";
import { writeCheckpoints } from "./store/checkpoint";
import type { Db } from "./store/connection";
import { openPool, openReadPool } from "./store/connection";
import { notifyLeader } from "./store/events";
import { migrate } from "./store/schema";
import type { TermOptions } from "./term";
import { serveTerm } from "./term";
import { createWake } from "./wake";

export type { Log, LogLevel } from "./log";

export interface EngineOptions {
  /** State lives there in the schema `inngest_engine`, which the engine creates. */
  databaseUrl: string;
  /** On 127.0.0.1; 0 takes a free one. */
  port: number;
  /** The app's serve endpoint, e.g. http://127.0.0.1:3000/api/inngest. */
  appUrl: string;
  eventKey: string;
  signingKey: string;
  /** The wait after a first failed attempt, doubled by each further one. 15 s by default. */
  retryMs?: number;
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
}

export interface Engine {
  url: string;
  /** Takes nothing new, lets calls in flight finish within the grace, gives up the lead. */
  stop(): Promise<void>;
}

/**
 * Starts an engine: resolves once it takes events, while the sync with the app goes on in the background for as long
 * as it takes. Throws where Postgres cannot be reached, the port is taken, or a key is missing.
 */
export async function startEngine(options: EngineOptions): Promise<Engine> {
  const { unsignedDevMode = false } = options;
  if (!unsignedDevMode && !(options.eventKey && options.signingKey)) {
    throw new Error("The engine needs an event key and a signing key (or unsignedDevMode, for development).");
  }
  const db = openPool(options.databaseUrl);
  try {
    await migrate(db);
    return await startParts(options, db);
  } catch (error) {
    await db.end({ timeout: closeTimeoutSeconds }).catch(() => {});
    throw error;
  }
}

async function startParts(options: EngineOptions, db: Db): Promise<Engine> {
  const { unsignedDevMode = false, now = Date.now, log = logProblems } = options;
  const app = connectApp({ url: options.appUrl, signingKey: unsignedDevMode ? null : options.signingKey });
  const registry = emptyRegistry();
  const wake = createWake();
  const stopping = new AbortController();
  let dispatcher: Dispatcher | null = null;

  const reads = openReadPool(options.databaseUrl);

  const api = {
    db,
    reads,
    registry,
    eventKey: unsignedDevMode ? null : options.eventKey,
    signingKey: unsignedDevMode ? null : options.signingKey,
    now,
    log,
    onEvents: async () => (dispatcher ? wake.signal() : await notifyLeader(db, log)),
    writeCheckpoint: createBatcher<Checkpoint, CheckpointOutcome>(
      (batch) => writeCheckpoints(db, batch, new Date(now())),
      checkpointsPerBatchMax,
    ).add,
    health: () => readHealth({ db, appUrl: options.appUrl, registry, dispatcher, nowMs: now() }),
  };
  const server = await startHttpServer(api, options.port);
  const term: TermOptions = {
    db,
    app,
    registry,
    wake,
    now,
    log,
    stopping: stopping.signal,
    checkpointing: options.checkpointing ?? true,
    retryMs: options.retryMs ?? retryMsDefault,
    retentionMs: options.retentionMs ?? retentionMsDefault,
    stopGraceMs: options.stopGraceMs ?? stopGraceMsDefault,
    onDispatcher: (current) => (dispatcher = current),
  };
  const campaigning = campaign({
    databaseUrl: options.databaseUrl,
    log,
    stopping: stopping.signal,
    lead: (won) => serveTerm(term, won),
  });
  return {
    url: server.url,
    stop: async () => {
      stopping.abort();
      // Steps that finish within the grace may still send events, so the server closes last.
      await campaigning;
      await server.close();
      wake.close();
      app.close();
      await reads.end({ timeout: closeTimeoutSeconds });
      await db.end({ timeout: closeTimeoutSeconds });
    },
  };
}
