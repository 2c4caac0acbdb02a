import { type Database, getDatabase } from "@/db/client";
import { sendEvents } from "@/inngest/client";
import type { OutgoingEvent } from "@/inngest/events";
import { type Clock, systemClock } from "@/lib/clock";
import { getEnv, switchesFromEnvironment } from "@/lib/env";
import { type EngineClient, createEngineClient } from "@/lib/engine/client";
import { log } from "@/lib/log";
import { credentialsFrom } from "@/lib/destinations/netsuite/credentials";
import { createInternalDestination } from "@/lib/destinations/internal/internal-destination";
import { type RestletClient, createRestletClient } from "@/lib/destinations/netsuite/restlet-client";
import type { DestinationClient } from "@/lib/destinations/destination";

/** What every verb works with. Verbs take it last and default to the process's own, so that tests hand in theirs. */
export interface Gateway {
  database: Database;
  netsuite: RestletClient;
  /** For writes of this tenant that stay with us. */
  internal: (tenantId: number) => DestinationClient;
  /** Null: events wait in the outbox for the sweep. */
  sendEvents: ((events: readonly OutgoingEvent[]) => Promise<void>) | null;
  /** Asks the engine what it carries for us. */
  engine: EngineClient;
  clock: Clock;
  /** In [0, 1); for jitter. */
  random: () => number;
  switchesFromEnvironment: readonly string[];
  leaseSeconds: number;
  holdSeconds: number;
}

const holder = globalThis as typeof globalThis & { countersignGateway?: Gateway };

export function getGateway(): Gateway {
  holder.countersignGateway ??= createGateway();
  return holder.countersignGateway;
}

function createGateway(): Gateway {
  const env = getEnv();
  const database = getDatabase();
  return {
    database,
    internal: (tenantId) => createInternalDestination(database, tenantId),
    netsuite: createRestletClient({
      account: env.NETSUITE_ACCOUNT ?? "SIMULATOR",
      ...(env.NETSUITE_SIMULATOR_URL ? { baseUrl: env.NETSUITE_SIMULATOR_URL } : {}),
      credentials: credentialsFrom(env),
      timeoutMs: env.NETSUITE_TIMEOUT_MS,
      maxConcurrency: env.NETSUITE_CONCURRENCY_MAX,
      clock: systemClock,
      log,
    }),
    sendEvents: env.INNGEST_EVENT_KEY ? sendEvents : null,
    engine: createEngineClient({
      baseUrl: env.INNGEST_BASE_URL,
      signingKey: env.INNGEST_SIGNING_KEY,
      dashboardUrl: env.INNGEST_DASHBOARD_URL,
      isConfigured: env.INNGEST_EVENT_KEY !== undefined,
    }),
    clock: systemClock,
    random: Math.random,
    switchesFromEnvironment: switchesFromEnvironment(env),
    leaseSeconds: env.PUSH_LEASE_SECONDS,
    holdSeconds: env.PUSH_HOLD_SECONDS,
  };
}
