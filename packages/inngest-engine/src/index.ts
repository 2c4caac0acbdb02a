import { connectApp } from "./app/app-call";
import { startHttpServer } from "./http/server";
import { type CommonOptions, assemble, closeStore, openStore, requireKeys, signingKeyOf } from "./parts";

export type { AppHandler } from "./app/handler-app";
export type { Log, LogLevel } from "./log";
export type { VirtualEngine, VirtualEngineOptions } from "./virtual/virtual-engine";
export { startVirtualEngine } from "./virtual/virtual-engine";

export interface EngineOptions extends CommonOptions {
  /** On 127.0.0.1; 0 takes a free one. */
  port: number;
  /** The app's serve endpoint, e.g. http://127.0.0.1:3000/api/inngest. */
  appUrl: string;
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
  requireKeys(options);
  const db = await openStore(options.databaseUrl);
  try {
    const app = connectApp({ url: options.appUrl, signingKey: signingKeyOf(options) });
    const parts = assemble(options, { db, app });
    const server = await startHttpServer(parts.api, options.port);
    const stopLeading = parts.lead();
    return {
      url: server.url,
      stop: async () => {
        await stopLeading();
        // Steps that finish within the grace may still send events, so the server closes last.
        await server.close();
        await parts.close();
      },
    };
  } catch (error) {
    await closeStore(db);
    throw error;
  }
}
