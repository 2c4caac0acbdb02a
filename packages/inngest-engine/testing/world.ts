import postgres from "postgres";
import { afterEach, beforeEach } from "vitest";
import type { EngineOptions } from "../src";
import { type Define, type World, createDatabase, createWorld, cutLeader } from "./harness";

/** A world by real time for each test of the file that calls this, on a database of its own; a test starts it. */
export function useWorld() {
  let database: Awaited<ReturnType<typeof createDatabase>>;
  let sql: postgres.Sql;
  let world: World | null = null;
  const cleanUps: (() => unknown)[] = [];
  beforeEach(async () => {
    database = await createDatabase();
    sql = postgres(database.url, { max: 2, onnotice: () => {} });
  });
  afterEach(async () => {
    for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
    await world?.close();
    world = null;
    await sql.end();
    await database.drop();
  });
  return {
    get databaseUrl() {
      return database.url;
    },
    /** Connections to the engine's database. */
    get sql() {
      return sql;
    },
    /** Runs when the test has ended, before the world closes; the last one first. */
    cleanUp: (run: () => unknown): void => void cleanUps.push(run),
    start: async (define: Define, options: Partial<EngineOptions> = {}): Promise<World> =>
      (world = await createWorld(database.url, define, options)),
    cutLeader: (): Promise<void> => cutLeader(sql),
  };
}
