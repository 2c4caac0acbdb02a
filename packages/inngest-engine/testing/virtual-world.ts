import { Inngest } from "inngest";
import { serve } from "inngest/edge";
import { afterEach, beforeEach } from "vitest";
import type { VirtualEngineOptions } from "../src";
import { startVirtualEngine } from "../src";
import type { Define, Run } from "./harness";
import { createDatabase, eventKey, makeFunctions, quietLogger, signingKey } from "./harness";

export const startAt = "2026-01-05T08:00:30.000Z";

export type VirtualWorld = Awaited<ReturnType<typeof createVirtualWorld>>;

/** The real SDK in cloud mode and an engine with a clock of its own, in one process. */
export async function createVirtualWorld(
  databaseUrl: string,
  define: Define,
  options: Partial<VirtualEngineOptions> = {},
) {
  const logged: string[] = [];
  const engine = await startVirtualEngine({
    databaseUrl,
    startAt,
    eventKey,
    signingKey,
    settleTimeoutMs: 150_000,
    log: (level, message, details) => {
      if (level !== "info") logged.push(`${message} ${JSON.stringify(details ?? {})}`);
    },
    ...options,
  });
  const client = new Inngest({
    id: "app",
    isDev: false,
    baseUrl: engine.url,
    fetch: engine.fetch,
    eventKey,
    signingKey,
    logger: quietLogger,
  });
  const serveFunctions = async (functions: Define): Promise<void> => {
    await engine.connect(
      serve({ client, functions: makeFunctions(functions, client), enableUnauthedSync: false }),
    );
  };
  await serveFunctions(define);
  return {
    engine,
    client,
    logged,
    /** Unix milliseconds since the start. */
    elapsed: (): number => engine.now() - new Date(startAt).getTime(),
    runs: async (query = "?limit=200"): Promise<Run[]> => {
      const response = await engine.fetch(`${engine.url}/v1/runs${query}`);
      return ((await response.json()) as { data: Run[] }).data;
    },
    /** Serves other functions from now on. */
    serve: serveFunctions,
  };
}

/** One world for each test of the file that calls this, on a database of its own; a test starts it. */
export function useVirtualWorld() {
  let database: Awaited<ReturnType<typeof createDatabase>>;
  let world: VirtualWorld;
  beforeEach(async () => void (database = await createDatabase()));
  afterEach(async () => {
    await world.engine.stop();
    await database.drop();
  });
  const runs = (query?: string): Promise<Run[]> => world.runs(query);
  return {
    get engine() {
      return world.engine;
    },
    get client() {
      return world.client;
    },
    get logged() {
      return world.logged;
    },
    databaseUrl: () => database.url,
    /** Unix milliseconds since the start. */
    elapsed: (): number => world.elapsed(),
    serve: (define: Define) => world.serve(define),
    start: async (define: Define, options: Partial<VirtualEngineOptions> = {}): Promise<void> =>
      void (world = await createVirtualWorld(database.url, define, options)),
    /** Sends an event and waits until everything that it caused has happened. */
    send: async (name: string, data: Record<string, unknown> = {}): Promise<void> => {
      await world.client.send({ name, data });
      await world.engine.settled();
    },
    runs,
    /** Newest first. */
    runsOf: async (functionId: string): Promise<Run[]> =>
      (await runs()).filter((run) => run.function_id === `app-${functionId}`),
  };
}
