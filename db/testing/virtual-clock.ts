import postgres from "postgres";
import { clockFunctions, findRealClocks, listClockDefaults, listPinnedFunctions } from "./clock-catalog";

/** A database whose clock stands still until a test moves it. */
export interface VirtualClock {
  set(at: Date): Promise<void>;
  /** Statements that still ask Postgres' own clock. Empty: the product's SQL asks this one alone. */
  findRealClocks(): Promise<string[]>;
  end(): Promise<void>;
}

/** Postgres looks into pg_catalog first unless the path names it later. */
const searchPath = "test_clock, pg_catalog, public";

/**
 * Puts functions named as Postgres' clocks before its own, for every role and every new connection of this database:
 * after the migrations, so that no SQL of the product is changed. Functions that fix their search path get it put first;
 * defaults are set again, because they were bound to the old functions when the tables were made.
 */
export async function installVirtualClock(superuserUrl: string, startAt: Date): Promise<VirtualClock> {
  const name = new URL(superuserUrl).pathname.slice(1);
  const setUp = postgres(superuserUrl, { max: 1, onnotice: () => {} });
  try {
    await setUp.unsafe(`
      CREATE SCHEMA test_clock;
      CREATE TABLE test_clock.instant (at timestamptz NOT NULL);
      GRANT USAGE ON SCHEMA test_clock TO PUBLIC;
      GRANT SELECT ON test_clock.instant TO PUBLIC;`);
    for (const { clock, volatility } of clockFunctions) {
      await setUp.unsafe(`CREATE FUNCTION test_clock.${clock}() RETURNS timestamptz LANGUAGE sql ${volatility}
        AS 'SELECT at FROM test_clock.instant'`);
    }
    await setUp`INSERT INTO test_clock.instant VALUES (${startAt})`;
    const defaults = await listClockDefaults(setUp);
    for (const { signature, path } of await listPinnedFunctions(setUp)) {
      await setUp.unsafe(`ALTER FUNCTION ${signature} SET search_path = test_clock, pg_catalog, ${path}`);
    }
    await setUp.unsafe(`ALTER DATABASE "${name}" SET search_path = ${searchPath}`);
    await setUp.unsafe(`SET search_path = ${searchPath}`);
    for (const { table, column, expression } of defaults) {
      await setUp.unsafe(`ALTER TABLE ${table} ALTER COLUMN ${column} SET DEFAULT ${expression}`);
    }
  } finally {
    await setUp.end();
  }
  // As the product connects: with the path that the database now gives.
  const sql = postgres(superuserUrl, { max: 1, onnotice: () => {} });
  return {
    set: async (at) => void (await sql`UPDATE test_clock.instant SET at = ${at}`),
    findRealClocks: () => findRealClocks(sql),
    end: () => sql.end(),
  };
}
