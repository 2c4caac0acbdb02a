import { randomUUID } from "node:crypto";
import type http from "node:http";
import { Inngest } from "inngest";
import { serve } from "inngest/node";
import postgres from "postgres";
import { type Engine, type EngineOptions, startEngine } from "../src";
import type { readHealth as readOwnHealth } from "../src/http/health";
import { clientOptions, eventKey, quietLogger, signingKey } from "./keys";
import { startServer } from "./server";

export { eventKey, quietLogger, signingKey };
/** Tests wait for states, never for speed: only a state that never comes meets this. */
const conditionTimeoutMs = 120_000;
const conditionPollMs = 5;

type Functions = NonNullable<Parameters<typeof serve>[0]["functions"]>;
type Part = (client: Inngest) => Functions[number] | Functions;
/** The functions of an app, or how a client makes them. */
export type Define = ((client: Inngest) => Functions) | readonly Part[];

export function makeFunctions(define: Define, client: Inngest): Functions {
  return typeof define === "function" ? define(client) : define.flatMap((part) => part(client));
}

/** A fresh database on the test server; `drop` also ends whoever is still connected. */
export async function createDatabase(): Promise<{ url: string; drop: () => Promise<void> }> {
  const adminUrl = process.env.TEST_POSTGRES_URL;
  if (!adminUrl) throw new Error("TEST_POSTGRES_URL is not set");
  const name = `engine_${randomUUID().replaceAll("-", "")}`;
  const admin = postgres(adminUrl, { max: 1, onnotice: () => {} });
  await admin.unsafe(`create database ${name}`);
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    drop: async () => {
      await admin.unsafe(`drop database if exists ${name} with (force)`);
      await admin.end();
    },
  };
}

/** Ends the connection that holds the leader's lock. */
export async function cutLeader(sql: postgres.Sql): Promise<void> {
  const ended = await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'inngest_engine_leader' and datname = current_database()
      and pid in (select pid from pg_locks where locktype = 'advisory' and granted)`;
  if (ended.length !== 1) throw new Error(`${ended.length} leaders were cut off instead of one`);
}

const createFunction = (client: Inngest) => client.createFunction<[{ event: string; if?: string }]>;
export type FunctionOptions = Parameters<ReturnType<typeof createFunction>>[0];
export type FunctionBody = Parameters<ReturnType<typeof createFunction>>[1];

/** The options may be left out. */
export type OptionsAndBody = [FunctionBody] | [Partial<FunctionOptions>, FunctionBody];

/** A function that starts by the event; without retries, unless the options say otherwise. */
export const on =
  (event: string, id: string, ...rest: OptionsAndBody) =>
  (client: Inngest) => {
    const [body, options = {}] = rest.toReversed() as [FunctionBody, Partial<FunctionOptions>?];
    return createFunction(client)({ id, retries: 0, triggers: [{ event }], ...options }, body);
  };

/** A function that starts by a schedule. */
export const onTick = (cron: string, id: string, body: FunctionBody) => (client: Inngest) =>
  client.createFunction({ id, retries: 0, triggers: [{ cron }] }, body as never) as Functions[number];

/** An app made of the real SDK, in cloud mode, whose functions and presence a test can change while the engine runs. */
export async function createApp(options: { id?: string; signingKey?: string; isDev?: boolean } = {}) {
  let handler: http.RequestListener | null = null;
  const requests: { method: string; functionId: string | null }[] = [];
  const { origin, down, up } = await startServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://app");
    requests.push({ method: request.method ?? "", functionId: url.searchParams.get("fnId") });
    if (handler) handler(request, response);
    else response.writeHead(503).end();
  });
  return {
    url: `${origin}/api/inngest`,
    /** Every request that reached the app: method and function. */
    requests,
    serve: (engineUrl: string, define: Define): Inngest => {
      const client = new Inngest({ id: "app", baseUrl: engineUrl, ...clientOptions, ...options });
      handler = serve({ client, functions: makeFunctions(define, client), enableUnauthedSync: false });
      return client;
    },
    down,
    up,
  };
}

export type TestClock = ReturnType<typeof createClock>;

/** A clock that only a test moves. */
export function createClock(startMs = Date.UTC(2026, 0, 5, 8, 0, 30)) {
  let nowMs = startMs;
  return { now: (): number => nowMs, advance: (ms: number): void => void (nowMs += ms) };
}

export interface Run {
  run_id: string;
  function_id: string;
  event_id: string;
  status: string;
  output: unknown;
}

export type World = Awaited<ReturnType<typeof createWorld>>;

/** The options of every engine of a test; later ones win. */
export function engineOptions(databaseUrl: string, appUrl: string): EngineOptions {
  return { databaseUrl, port: 0, appUrl, eventKey, signingKey, retryMs: 20, stopGraceMs: 20, log: () => {} };
}

/** App and engine on one database, synced. */
export async function createWorld(databaseUrl: string, define: Define, options: Partial<EngineOptions> = {}) {
  const app = await createApp();
  const clock = createClock();
  const logged: string[] = [];
  const start = (): Promise<Engine> =>
    startEngine({
      ...engineOptions(databaseUrl, app.url),
      now: clock.now,
      log: (_level, message, details) => logged.push(`${message} ${JSON.stringify(details ?? {})}`),
      ...options,
    });
  const engine = await start();
  const world = {
    engine,
    app,
    clock,
    logged,
    client: app.serve(engine.url, define),
    runs: (query = ""): Promise<Run[]> => readRuns(world.engine.url, query),
    /** Waits until the function's newest run has ended and returns it. */
    ended: (functionId: string): Promise<Run> =>
      until(`run of ${functionId} to end`, async () => {
        const run = (await world.runs()).find((candidate) => candidate.function_id === `app-${functionId}`);
        return run && run.status !== "Running" ? run : null;
      }),
    /** Stops the engine and starts another on the same database, for the same app. */
    restart: async (again: Define): Promise<void> => {
      await world.engine.stop();
      world.engine = await start();
      world.client = app.serve(world.engine.url, again);
      await synced(world.engine.url);
    },
    close: async (): Promise<void> => {
      await world.engine.stop();
      await app.down();
    },
  };
  await synced(engine.url);
  return world;
}

export async function readRuns(engineUrl: string, query = ""): Promise<Run[]> {
  const response = await fetch(`${engineUrl}/v1/runs${query}`);
  return ((await response.json()) as { data: Run[] }).data;
}

type Health = Awaited<ReturnType<typeof readOwnHealth>>;

export async function readHealth(engineUrl: string): Promise<Health> {
  return (await (await fetch(`${engineUrl}/health`)).json()) as Health;
}

export async function synced(engineUrl: string): Promise<Health> {
  return await until("the sync", async () => {
    const health = await readHealth(engineUrl);
    return health.app.synced ? health : null;
  });
}

type Answer<Found> = Exclude<Found, null | undefined | false>;

/** Asks until the answer is there: soon at first, then perhaps less often. */
export async function until<Found>(
  what: string,
  look: () => Promise<Found> | Found,
  { timeoutMs = conditionTimeoutMs, pollMsMax = conditionPollMs } = {},
): Promise<Answer<Found>> {
  const deadline = Date.now() + timeoutMs;
  for (let pollMs = conditionPollMs; ; pollMs = Math.min(pollMs * 1.5, pollMsMax)) {
    const answer = await look();
    if (answer) return answer as Answer<Found>;
    if (Date.now() > deadline) throw new Error(`Waited in vain for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}

export type Barrier = ReturnType<typeof createBarrier>;

/** A place where code under test waits until the test opens it. */
export function createBarrier() {
  let arrive = (): void => {};
  let open = (): void => {};
  const reached = new Promise<void>((resolve) => (arrive = resolve));
  const opened = new Promise<void>((resolve) => (open = resolve));
  return {
    reached,
    open: (): void => open(),
    pass: async (): Promise<void> => {
      arrive();
      await opened;
    },
  };
}
