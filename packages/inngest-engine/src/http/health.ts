import type { Dispatcher } from "../dispatch/dispatcher";
import type { Registry } from "../app/registry";
import type { Db } from "../store/connection";
import { readQueue } from "../store/upkeep";

/** By this a client knows this engine from Inngest's own servers, which have a page of that name too. */
const engineName = "inngest-engine-embedded";

/** The body of GET /health; throws where Postgres does not answer. Only the leader knows the app and its functions. */
export async function readHealth(options: {
  db: Db;
  appUrl: string;
  registry: Registry;
  /** Null while another engine leads. */
  dispatcher: Dispatcher | null;
  nowMs: number;
}) {
  const { registry, dispatcher } = options;
  const { oldestDueAt, ...queue } = await readQueue(options.db, new Date(options.nowMs));
  return {
    ok: true,
    engine: engineName,
    leader: dispatcher !== null,
    app: {
      url: options.appUrl,
      id: registry.appId,
      synced: registry.syncedAtMs !== null && registry.problem === null,
      syncedAt: registry.syncedAtMs === null ? null : new Date(registry.syncedAtMs).toISOString(),
      problem: registry.problem,
      functions: registry.functions.map((entry) => entry.id),
      refused: registry.refused,
    },
    queue: {
      ...queue,
      oldestDueAt: oldestDueAt?.toISOString() ?? null,
      inFlight: dispatcher?.inFlight() ?? 0,
    },
  };
}
