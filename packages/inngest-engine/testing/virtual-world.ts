import { Inngest } from "inngest";
import { serve } from "inngest/edge";
import type { VirtualEngine, VirtualEngineOptions } from "../src";
import { startVirtualEngine } from "../src";
import type { Define, Run } from "./harness";
import { eventKey, signingKey } from "./harness";

export const startAt = "2026-01-05T08:00:30.000Z";

export interface VirtualWorld {
  engine: VirtualEngine;
  client: Inngest;
  logged: string[];
  /** Unix milliseconds since the start. */
  elapsed(): number;
  runs(query?: string): Promise<Run[]>;
  /** Serves other functions from now on. */
  serve(define: Define): Promise<void>;
}

/** The real SDK in cloud mode and an engine with a clock of its own, in one process. */
export async function createVirtualWorld(
  databaseUrl: string,
  define: Define,
  options: Partial<VirtualEngineOptions> = {},
): Promise<VirtualWorld> {
  const logged: string[] = [];
  const engine = await startVirtualEngine({
    databaseUrl,
    startAt,
    eventKey,
    signingKey,
    settleTimeoutMs: 60_000,
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
    logger: { info() {}, warn() {}, error() {}, debug() {} },
  });
  const serveFunctions = async (given: Define): Promise<void> => {
    await engine.connect(serve({ client, functions: given(client), enableUnauthedSync: false }));
  };
  await serveFunctions(define);
  return {
    engine,
    client,
    logged,
    elapsed: () => engine.now() - new Date(startAt).getTime(),
    runs: async (query = "?limit=200") => {
      const response = await engine.fetch(`${engine.url}/v1/runs${query}`);
      return ((await response.json()) as { data: Run[] }).data;
    },
    serve: serveFunctions,
  };
}
