import { Inngest } from "inngest";
import { serve } from "inngest/edge";
import { afterEach, beforeEach } from "vitest";
import { type VirtualEngine, type VirtualEngineOptions, startVirtualEngine } from "../src";
import { type Define, type Run, createDatabase, eventKey, makeFunctions, signingKey } from "./harness";
import { clientOptions } from "./keys";

export const startAt = "2026-01-05T08:00:30.000Z";

/**
 * The real SDK in cloud mode and an engine with a clock of its own, in one process: one world for each test of the file
 * that calls this, on a database of its own; a test starts it.
 */
export function useVirtualWorld() {
  let database: Awaited<ReturnType<typeof createDatabase>>;
  let engine: VirtualEngine;
  let client: Inngest;
  let logged: string[];
  beforeEach(async () => void (database = await createDatabase()));
  afterEach(async () => {
    await engine.stop();
    await database.drop();
  });
  /** Serves other functions from now on. */
  const serveFunctions = async (define: Define): Promise<void> => {
    const functions = makeFunctions(define, client);
    await engine.connect(serve({ client, functions, enableUnauthedSync: false }));
  };
  const runs = async (query = "?limit=200"): Promise<Run[]> => {
    const response = await engine.fetch(`${engine.url}/v1/runs${query}`);
    return ((await response.json()) as { data: Run[] }).data;
  };
  return {
    get engine() {
      return engine;
    },
    get client() {
      return client;
    },
    get logged() {
      return logged;
    },
    databaseUrl: () => database.url,
    /** Unix milliseconds since the start. */
    elapsed: (): number => engine.now() - new Date(startAt).getTime(),
    serve: serveFunctions,
    start: async (define: Define, options: Partial<VirtualEngineOptions> = {}): Promise<void> => {
      const log: string[] = (logged = []);
      engine = await startVirtualEngine({
        databaseUrl: database.url,
        startAt,
        eventKey,
        signingKey,
        settleTimeoutMs: 150_000,
        log: (level, message, details) => {
          if (level !== "info") log.push(`${message} ${JSON.stringify(details ?? {})}`);
        },
        ...options,
      });
      client = new Inngest({ id: "app", baseUrl: engine.url, fetch: engine.fetch, ...clientOptions });
      await serveFunctions(define);
    },
    /** Sends an event and waits until everything that it caused has happened. */
    send: async (name: string, data: Record<string, unknown> = {}): Promise<void> => {
      await client.send({ name, data });
      await engine.settled();
    },
    /** A request to the engine, and all that it causes; a key of null is none. */
    request: async (
      method: string,
      path: string,
      { key = signingKey, body }: { key?: string | null; body?: object } = {},
    ) => {
      const headers: Record<string, string> = key === null ? {} : { authorization: `Bearer ${key}` };
      const response = await engine.fetch(`${engine.url}${path}`, {
        method,
        headers,
        body: JSON.stringify(body),
      });
      await engine.settled();
      return { status: response.status, body: (await response.json()) as Record<string, unknown> };
    },
    runs,
    /** Newest first. */
    runsOf: async (functionId: string): Promise<Run[]> =>
      (await runs()).filter((run) => run.function_id === `app-${functionId}`),
  };
}
