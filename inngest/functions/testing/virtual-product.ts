import { startVirtualEngine } from "@countersign/inngest-engine";
import { eventKey, signingKey } from "@countersign/inngest-engine/testing";
import { Inngest } from "inngest";
import { serve } from "inngest/edge";
import { connectAsEngine } from "@/db/testing/rows";
import { sendEvents, useInngest } from "@/inngest/client";
import { events } from "@/inngest/events";
import { allFunctions } from "@/inngest/functions";
import { afterCommitsDone } from "@/lib/gateway/after-commit";
import { type World, openWorld } from "@/lib/gateway/testing/world";

const keys = { eventKey, signingKey };
const silent = { info() {}, warn() {}, error() {}, debug() {} };

export interface FailedRun {
  functionId: string;
  message: string;
}

/**
 * The whole product on a virtual clock: every function as it is served, the real engine without ports, real Postgres and
 * the simulated account. Engine, verbs, database and account use one clock, which only the test moves.
 */
export async function openVirtualProduct(startAt: Date) {
  let nowMs = startAt.getTime();
  const clock = { now: () => new Date(nowMs) };
  const world = await openWorld({
    database: { clockStartsAt: startAt },
    simulator: { now: clock.now },
    client: { clock },
  });
  const { gateway, db } = world;
  const engine = await startVirtualEngine({
    ...keys,
    databaseUrl: db.urls.engine,
    startAt,
    settleTimeoutMs: 60_000,
    onTime: (ms) => {
      nowMs = ms;
      return db.clock!.set(new Date(ms));
    },
    afterwards: () => afterCommitsDone(gateway),
    log: () => {},
  });
  Object.assign(gateway, { clock, sendEvents });
  globalThisGateway.countersignGateway = gateway;
  const client = new Inngest({
    ...keys,
    id: "countersign",
    isDev: false,
    baseUrl: engine.url,
    fetch: engine.fetch,
    logger: silent,
  });
  useInngest(client);
  const announcedExpiries: number[] = [];
  const subscriber = client.createFunction(
    { id: "test-subscriber", retries: 0, triggers: [events.expired] },
    ({ event }) => void announcedExpiries.push(event.data.action_id),
  );
  await engine.connect(
    serve({ client, functions: [...allFunctions(), subscriber], enableUnauthedSync: false }),
  );
  const engineSql = connectAsEngine(db);
  return {
    ...world,
    engine,
    /** A connection in the role of the engine. */
    engineSql,
    /** The actions whose hitl.expired event reached a subscriber, in order. */
    announcedExpiries,
    failedJobs: async () =>
      await engineSql<FailedRun[]>`
        SELECT function_id AS "functionId", error::json ->> 'message' AS message
        FROM inngest_engine.runs WHERE status = 'failed' ORDER BY id`,
    close: async (): Promise<void> => {
      await engine.stop();
      await engineSql.end();
      delete globalThisGateway.countersignGateway;
      await world.close();
    },
  };
}

/** Installs the gateway that the functions use. */
const globalThisGateway = globalThis as typeof globalThis & { countersignGateway?: World["gateway"] };
