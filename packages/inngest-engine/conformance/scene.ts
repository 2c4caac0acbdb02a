import { randomBytes } from "node:crypto";
import type { Inngest } from "inngest";
import { type Engine, type EngineOptions, startEngine } from "../src";
import { type TestClock, createDatabase, readHealth, until as waitUntil } from "../testing/harness";
import {
  type App,
  type Functions,
  type Mode,
  callApp,
  createClient,
  keys,
  signatureFor,
  startApp,
} from "./app";
import { type Run, readRuns } from "./real-server";
import { type Reply, type RequestOptions, requestServer } from "./server-request";

export const realUrl = process.env.INNGEST_REAL_URL?.replace(/\/$/, "");
/** Asking costs the engine under test its time. */
const pollMsMax = 400;
const realOrderMs = 500;
const loggedShownMax = 20;

interface Options {
  mode: Mode;
  /** Scenes of one server need apps of their own: an app's second sync takes its earlier functions away. */
  name: string;
  /** Moved by `pass`; null for real time. */
  clock: TestClock | null;
  patienceMs: number;
  engine?: Partial<EngineOptions>;
  /** The functions of every case of the scene. */
  define: (scene: Scene) => Functions;
}

/** Starts the app and, unless a real server is given, an engine, and waits until the server knows the app. */
export async function openScene(options: Options): Promise<{ scene: Scene; close: () => Promise<void> }> {
  const app = await startApp(options.mode);
  if (realUrl) {
    const scene = buildScene(options, { app, url: realUrl, engine: null });
    await syncReal(scene);
    return {
      scene,
      close: async () => {
        // The server would go on calling for the schedules that it knows.
        app.serve(scene.client, [markerFunction(scene.client)]);
        await syncReal(scene).finally(() => app.down());
      },
    };
  }
  const database = await createDatabase();
  const engine = await startOurs(options, { app, databaseUrl: database.url });
  const scene = buildScene(options, { app, url: engine.url, engine });
  await scene.until("the sync", async () => (await engine.health()).app.synced);
  return {
    scene,
    close: async () => {
      await engine.stopAll();
      await app.down();
      await database.drop();
    },
  };
}

type Ours = Awaited<ReturnType<typeof startOurs>>;

async function startOurs(options: Options, { app, databaseUrl }: { app: App; databaseUrl: string }) {
  const logged: string[] = [];
  const startOne = (port: number): Promise<Engine> => {
    const isSigned = options.mode === "signed";
    const engineOptions: EngineOptions = {
      databaseUrl,
      port,
      appUrl: app.url,
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
    databaseUrl,
    logged,
    health: () => readHealth(url),
    stop,
    /** Starts an engine again after `stop`, on the same database and port. */
    start: async () => void (engine = await startOne(Number(new URL(url).port))),
    /** Another engine on the same database, for the same app. */
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

function buildScene(options: Options, given: { app: App; url: string; engine: Ours | null }): Scene {
  const { mode, name } = options;
  const isReal = given.engine === null;
  const client = createClient(mode, { appId: `conformance-${mode}-${name}`, serverUrl: given.url, isReal });
  const scene = describeScene(options, { ...given, client });
  given.app.serve(client, [...options.define(scene), markerFunction(client)]);
  return scene;
}

/** The other side of a case: an engine of ours, or a real server, with the app that serves its functions. */
export type Scene = ReturnType<typeof describeScene>;

function describeScene(
  { mode, clock, patienceMs }: Options,
  { app, url, client, engine }: { app: App; url: string; client: Inngest; engine: Ours | null },
) {
  const isReal = engine === null;
  const until = <Found>(what: string, look: () => Promise<Found> | Found) =>
    waitUntil(what, look, { timeoutMs: patienceMs, pollMsMax }).catch((error: unknown) => {
      const lastWords = engine?.logged.slice(-loggedShownMax).join("\n") ?? "";
      throw new Error(`${String(error)}\nThe engine's last words:\n${lastWords}`, { cause: error });
    });
  const send = async (event: {
    name: string;
    data?: Record<string, unknown>;
    id?: string;
    ts?: number;
  }): Promise<string> => {
    const { ids } = await client.send(event);
    // A real server takes events in any order that come one right after the other.
    if (isReal) await pause(realOrderMs);
    return ids[0] ?? "";
  };
  /** A request to the server: `key` goes as Bearer, hashed as the SDK does it; null sends none. */
  const request = (method: string, path: string, given: RequestOptions = {}): Promise<Reply> =>
    requestServer(`${url}${path}`, method, given);
  const runs = (eventId: string): Promise<Run[]> => readRuns(url, eventId);
  const endedOf = async (eventId: string): Promise<Run | undefined> =>
    (await runs(eventId)).find(({ status }) => status !== "Running");
  /** Waits until the event's only run has ended, and returns it. */
  const ended = async (event: string | Promise<string>): Promise<Run> => {
    const eventId = await event;
    return await until(`the run of event ${eventId} to end`, () => endedOf(eventId));
  };
  /** Waits until every event that was sent before has started its functions. */
  const routed = async (rounds = 1): Promise<void> => {
    for (let round = 0; round < rounds; round += 1) await ended(send({ name: markerOf(client) }));
  };
  /** Lets time pass: moves the clock, or (real server, shared world) does nothing but let `until` wait for it. */
  const pass = (ms: number): void => {
    if (!clock) return;
    clock.advance(ms);
    // An event that nobody listens to makes the engine look at its clock now, not at its next poll.
    void request("POST", `/e/${keys.event}`, { body: { name: "conformance/wake" } }).catch(() => {});
  };
  /** Waits until the event's run has stored a job whose time is to come: a sleep, a timeout, a repeated attempt. */
  const planned = async (eventId: string): Promise<void> => {
    await until(`a plan of the run of event ${eventId}`, async () => {
      const [run] = await runs(eventId);
      if (!run) return false;
      const { body } = await request("GET", `/v1/runs/${run.run_id}`);
      const { jobs } = body.data as { jobs: { at: string; in_flight: boolean }[] };
      return jobs.some(({ at, in_flight }) => !in_flight && Date.parse(at) > now());
    });
  };
  const now = (): number => clock?.now() ?? Date.now();
  return {
    mode,
    isReal,
    isClockMoved: clock !== null,
    /** A real server remembers events, ids and functions of earlier runs of this suite. */
    salt: isReal ? `-${randomBytes(4).toString("hex")}` : "",
    app,
    client,
    until,
    send,
    request,
    runs,
    ended,
    routed,
    pass,
    planned,
    now,
    /** Waits until the event's only run has this status. */
    reaches: (eventId: string, status: string): Promise<Run> =>
      until(`a run of event ${eventId} to be ${status}`, async () =>
        (await runs(eventId)).find((run) => run.status === status),
      ),
    /** Lets so much time pass again and again until the event's run has ended. */
    endsPassing: (eventId: string, ms: number): Promise<Run> =>
      until(`the run of event ${eventId} to end`, () => {
        pass(ms);
        return endedOf(eventId);
      }),
    /** Lets the time of the run's plan pass, with a look just before its end. A real server is waited for instead. */
    passWithLook: async (eventId: string, ms: number, look: () => void | Promise<void>): Promise<void> => {
      if (isReal) return;
      await planned(eventId);
      pass(ms - 1_000);
      await routed();
      await look();
      pass(1_000);
    },
    /** The engine itself; a case that uses it says by `notReal` why a real server cannot play it. */
    ours: (): Ours => {
      if (!engine) throw new Error("This case needs an engine of ours; let it say `notReal`.");
      return engine;
    },
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
async function syncReal({ app, mode, until }: Scene): Promise<void> {
  const body = { url: app.url };
  await until("the sync", async () => {
    const signature = mode === "signed" ? signatureFor(body) : undefined;
    return (await callApp(app, { method: "PUT", body, signature })).status === 200;
  });
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
