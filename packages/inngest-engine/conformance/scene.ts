import { randomBytes } from "node:crypto";
import type { Inngest } from "inngest";
import { RetryAfterError } from "inngest";
import type { Engine, EngineOptions } from "../src";
import { startEngine } from "../src";
import type { Health, TestClock } from "../testing/harness";
import { createDatabase, readHealth } from "../testing/harness";
import type { App } from "./app";
import { callApp, createClient, keys, signatureFor, startApp } from "./app";
import type { Functions, Mode, Stage } from "./case";
import { readRuns } from "./real-server";
import type { Reply, RequestOptions } from "./server-request";
import { requestServer } from "./server-request";

/** A run as GET /v1/events/:id/runs tells it; its status is "Running" until it has ended. */
export interface Run {
  run_id: string;
  status: string;
  output: unknown;
}

/** The other side of a case: an engine of ours, or a real server, with the app that serves its functions. */
export interface Scene {
  mode: Mode;
  isReal: boolean;
  url: string;
  app: App;
  client: Inngest;
  /** Sends one event and returns its id. */
  send(event: { name: string; data?: Record<string, unknown>; id?: string; ts?: number }): Promise<string>;
  /** A request to the server: `key` goes as Bearer, hashed as the SDK does it; null sends none. */
  request(method: string, path: string, options?: RequestOptions): Promise<Reply>;
  runs(eventId: string): Promise<Run[]>;
  /** Waits until the event's only run has ended, and returns it. */
  ended(eventId: string): Promise<Run>;
  /** Waits until a run has the status. */
  reaches(eventId: string, status: string, runId?: string): Promise<Run>;
  /** Waits until every event that was sent before has started what it starts. */
  routed(): Promise<void>;
  /** Lets time pass: moves the clock, or (real server, shared world) does nothing but let `until` wait for it. */
  pass(ms: number): void;
  now(): number;
  /** The same scene with another limit to its waiting. */
  patient(patienceMs: number): Scene;
  until<Found>(what: string, look: () => Promise<Found> | Found): Promise<Exclude<Found, Nothing>>;
  /** Only where an engine of ours plays; a case that uses it says why it is not for a real server. */
  ours: Ours;
}

export interface Ours {
  databaseUrl: string;
  logged: string[];
  health(): Promise<Health>;
  stop(): Promise<void>;
  /** Starts an engine again after `stop`, on the same database and port. */
  start(): Promise<void>;
  /** Another engine on the same database, for the same app. */
  another(): Promise<Engine>;
}

export const realUrl = process.env.INNGEST_REAL_URL?.replace(/\/$/, "");
type Nothing = undefined | null | false;
/** Asking costs the engine under test its time: soon at first, then less often. */
const pollMsMin = 10;
const pollMsMax = 150;
const realOrderMs = 500;

/** The functions of every case of the scene. */
export type Define = (stage: Omit<Stage, "onGo">) => Functions;

interface Options {
  mode: Mode;
  /** Scenes of one server need apps of their own: an app's second sync takes its earlier functions away. */
  name: string;
  /** Moved by `pass`; null for real time. */
  clock: TestClock | null;
  patienceMs: number;
  engine?: Partial<EngineOptions>;
  define: Define;
}

/** Starts the app and, unless a real server is given, an engine, and waits until the server knows the app. */
export async function openScene(options: Options): Promise<{ scene: Scene; close: () => Promise<void> }> {
  const app = await startApp(options.mode);
  if (realUrl) {
    const scene = buildScene(options, { app, url: realUrl, ours: null });
    await syncReal(scene);
    return {
      scene,
      close: async () => {
        // The server would go on calling for the schedules that it knows.
        scene.app.serve(scene.client, [markerFunction(scene.client)]);
        await syncReal(scene).finally(() => app.down());
      },
    };
  }
  const database = await createDatabase();
  const ours = await startOurs(options, { app, databaseUrl: database.url });
  const scene = buildScene(options, { app, url: ours.url, ours });
  await scene.until("the sync", async () => (await ours.health()).app.synced);
  return {
    scene,
    close: async () => {
      await ours.stopAll();
      await app.down();
      await database.drop();
    },
  };
}

async function startOurs(
  options: Options,
  given: { app: App; databaseUrl: string },
): Promise<Ours & { url: string; stopAll: () => Promise<void> }> {
  const logged: string[] = [];
  const startOne = (port: number): Promise<Engine> => {
    const isSigned = options.mode === "signed";
    const engineOptions: EngineOptions = {
      databaseUrl: given.databaseUrl,
      port,
      appUrl: given.app.url,
      eventKey: keys.event,
      signingKey: keys.signing,
      retryMs: 20,
      stopGraceMs: 20,
      log: (_level, message, details) => {
        logged.push(`${message} ${JSON.stringify(details ?? {})}`);
        if (process.env.INNGEST_LOG) console.error(logged.at(-1)?.slice(0, 400));
      },
      unsignedDevMode: !isSigned,
      checkpointing: options.mode !== "plain",
      ...(options.clock ? { now: options.clock.now } : {}),
      ...options.engine,
    };
    return startEngine(engineOptions);
  };
  let engine: Engine | null = await startOne(0);
  const { url } = engine;
  const others: Engine[] = [];
  const stop = async (): Promise<void> => {
    await engine?.stop();
    engine = null;
  };
  return {
    url,
    databaseUrl: given.databaseUrl,
    logged,
    health: () => readHealth(url),
    stop,
    start: async () => void (engine = await startOne(Number(new URL(url).port))),
    another: async () => {
      const other = await startOne(0);
      others.push(other);
      return other;
    },
    stopAll: async () => {
      await stop();
      for (const other of others) await other.stop();
    },
  };
}

interface Parts {
  app: App;
  url: string;
  ours: Ours | null;
}

function buildScene(options: Options, parts: Parts): Scene {
  const { mode, clock } = options;
  const isReal = parts.ours === null;
  const appId = `conformance-${mode}-${options.name}`;
  const client = createClient(mode, { appId, serverUrl: parts.url, isReal });
  const scene = describeScene(options, parts, client);
  const stage = createStage({ mode, client, isReal: scene.isReal, isClockMoved: clock !== null });
  parts.app.serve(client, [...options.define(stage), markerFunction(client)]);
  return scene;
}

function describeScene(options: Options, parts: Parts, client: Inngest): Scene {
  const { mode, clock } = options;
  const { app, url, ours } = parts;
  const until: Scene["until"] = (what, look) => askUntil(what, look, options.patienceMs);
  const scene: Scene = {
    mode,
    isReal: ours === null,
    url,
    app,
    client,
    until,
    send: async (event) => {
      const { ids } = await client.send(event);
      // A real server takes events in any order that come one right after the other.
      if (!ours) await pause(realOrderMs);
      return ids[0] ?? "";
    },
    request: (method, path, request = {}) => requestServer(`${url}${path}`, method, request),
    runs: (eventId) => readRuns(url, eventId),
    ended: (eventId) =>
      until(`the run of event ${eventId} to end`, async () =>
        (await scene.runs(eventId)).find(({ status }) => status !== "Running"),
      ),
    reaches: (eventId, status, runId) =>
      until(`a run of event ${eventId} to be ${status}`, async () =>
        (await scene.runs(eventId)).find(
          (run) => run.status === status && (runId === undefined || run.run_id === runId),
        ),
      ),
    routed: async () => void (await scene.ended(await scene.send({ name: markerOf(client) }))),
    pass: (ms) => {
      if (!clock) return;
      clock.advance(ms);
      // An event that nobody listens to makes the engine look at its clock now, not at its next poll.
      void scene.request("POST", `/e/${keys.event}`, { body: { name: "conformance/wake" } }).catch(() => {});
    },
    now: () => clock?.now() ?? Date.now(),
    patient: (patienceMs) => describeScene({ ...options, patienceMs }, parts, client),
    get ours(): Ours {
      if (!ours) throw new Error("This case needs an engine of ours; let it say `notReal`.");
      return ours;
    },
  };
  return scene;
}

function createStage(given: {
  mode: Mode;
  client: Inngest;
  isReal: boolean;
  isClockMoved: boolean;
}): Omit<Stage, "onGo"> {
  const { mode, client, isReal, isClockMoved } = given;
  // A real server remembers events, ids and functions of earlier runs of this suite.
  const salt = isReal ? `-${randomBytes(4).toString("hex")}` : "";
  return {
    mode,
    client,
    isReal,
    own: (name) => `${name}${salt}`,
    span: (moved, waited) => (isClockMoved ? moved : waited),
    again: (message) => (isReal ? new RetryAfterError(message, 1_000) : new Error(message)),
  };
}

function markerFunction(client: Inngest): Functions[number] {
  return client.createFunction(
    { id: "marker", retries: 0, triggers: [{ event: markerOf(client) }] },
    () => {},
  );
}

function markerOf(client: Inngest): string {
  return `${client.id}/marker`;
}

/** A real server is told of the app by the app itself, when somebody asks it to. */
async function syncReal(scene: Scene): Promise<void> {
  const body = { url: scene.app.url };
  await scene.until("the sync", async () => {
    const signature = scene.mode === "signed" ? signatureFor(body) : undefined;
    return (await callApp(scene.app, { method: "PUT", body, signature })).status === 200;
  });
}

async function askUntil<Found>(
  what: string,
  look: () => Promise<Found> | Found,
  patienceMs: number,
): Promise<Exclude<Found, Nothing>> {
  const deadline = Date.now() + patienceMs;
  for (let pollMs = pollMsMin; ; pollMs = Math.min(pollMs * 1.5, pollMsMax)) {
    const found = await look();
    if (found) return found as Exclude<Found, Nothing>;
    if (Date.now() > deadline) throw new Error(`Waited in vain for ${what}`);
    await pause(pollMs);
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
