import postgres from "postgres";
import { clockFunctions, findRealClocks, listClockDefaults, listPinnedFunctions } from "./clock-catalog";

/** This room stands in for Postgres' clock: in tests, and while the demo's past is enacted. */

/** A database whose clock stands still until somebody moves it. */
export interface VirtualClock {
  set(at: Date): Promise<void>;
  /** Statements that still ask Postgres' own clock. Empty: the product's SQL asks this one alone. */
  findRealClocks(): Promise<string[]>;
  end(): Promise<void>;
}

/** Postgres looks into pg_catalog first unless the path names it later. */
const pathInFront = "test_clock, pg_catalog, ";
/** As the product's functions fix theirs: between two different paths, Postgres plans everything within them again. */
const searchPath = `${pathInFront}public, pg_temp`;

/**
 * Puts functions named as Postgres' clocks before its own, for every role and every new connection of this database:
 * after the migrations, so that no SQL of the product is changed. Functions that fix their search path get it put first;
 * defaults are set again, because they were bound to the old functions when the tables were made.
 * @throws Error for a database without the product's tables, where the other clock would serve nobody.
 */
export async function installVirtualClock(superuserUrl: string, startAt: Date): Promise<VirtualClock> {
  const name = new URL(superuserUrl).pathname.slice(1);
  const setUp = postgres(superuserUrl, { max: 1, onnotice: () => {} });
  try {
    const defaults = await listClockDefaults(setUp);
    if (defaults.length === 0)
      throw new Error(`The database "${name}" has no tables of the product, so it gets no virtual clock.`);
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
    for (const { signature, path } of await listPinnedFunctions(setUp)) {
      await setUp.unsafe(`ALTER FUNCTION ${signature} SET search_path = ${pathInFront}${path}`);
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

/**
 * Gives the database Postgres' own clock back, and leaves nothing of the other one. Connections that are open keep asking the
 * functions that are gone: open none before it ends.
 */
export async function removeVirtualClock(superuserUrl: string): Promise<void> {
  const name = new URL(superuserUrl).pathname.slice(1);
  const sql = postgres(superuserUrl, { max: 1, onnotice: () => {} });
  try {
    const defaults = await listClockDefaults(sql);
    await sql.unsafe(`ALTER DATABASE "${name}" RESET search_path`);
    // As the migrations have it: printed under this path, the other clock's functions carry their schema's name.
    await sql.unsafe("SET search_path = pg_catalog, public");
    for (const { signature, path } of await listPinnedFunctions(sql)) {
      if (path.startsWith(pathInFront))
        await sql.unsafe(`ALTER FUNCTION ${signature} SET search_path = ${path.slice(pathInFront.length)}`);
    }
    for (const { table, column, expression } of defaults) {
      await sql.unsafe(`ALTER TABLE ${table} ALTER COLUMN ${column} SET DEFAULT ${expression}`);
    }
    // Not CASCADE: whatever still asks the other clock stops this here.
    for (const { clock } of clockFunctions) await sql.unsafe(`DROP FUNCTION test_clock.${clock}()`);
    await sql.unsafe("DROP TABLE test_clock.instant; DROP SCHEMA test_clock");
  } finally {
    await sql.end();
  }
}
