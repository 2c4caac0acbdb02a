import postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findRealClocks } from "./clock-catalog";
import { installVirtualClock, removeVirtualClock } from "./virtual-clock";
import { isoOf } from "@/lib/core/values/time";
import { seedTenant, superuserUrlOf } from "../testing/rows";
import { type TestDatabase, createTestDatabase } from "../testing/test-database";

const startAt = new Date("2031-05-01T12:00:00.000Z");
let db: TestDatabase;
let superuser: postgres.Sql;
beforeAll(async () => {
  db = await createTestDatabase({ clockStartsAt: startAt });
  superuser = postgres(superuserUrlOf(db), { max: 1, onnotice: () => {} });
});
afterAll(async () => {
  await superuser.end();
  await db.drop();
});

test("every clock that the product's SQL asks is the virtual one", async () => {
  expect(await db.clock!.findRealClocks()).toEqual([]);
});

test.each([
  [
    "a default that is bound to it",
    "ALTER TABLE outbox ADD probe timestamptz DEFAULT pg_catalog.now()",
    "default of outbox.probe",
  ],
  [
    "a default by keyword",
    "ALTER TABLE outbox ADD probe timestamptz DEFAULT CURRENT_TIMESTAMP",
    "default of outbox.probe",
  ],
  [
    "a function that fixes its path",
    `CREATE FUNCTION public.probe() RETURNS timestamptz LANGUAGE sql
     SET search_path = public, pg_temp AS 'SELECT clock_timestamp()'`,
    "function probe()",
  ],
  [
    "a function whose body was bound when it was made",
    "SET LOCAL search_path = public; CREATE FUNCTION probe() RETURNS timestamptz LANGUAGE sql RETURN now()",
    "function probe()",
  ],
  [
    "a function that uses a keyword",
    "CREATE FUNCTION public.probe() RETURNS date LANGUAGE sql AS 'SELECT current_date'",
    "function probe()",
  ],
  ["a view", "SET LOCAL search_path = public; CREATE VIEW probe AS SELECT now() AS at", "view probe"],
  [
    "a policy",
    "SET LOCAL search_path = public; CREATE POLICY probe ON outbox USING (created_at < now())",
    "policy outbox.probe",
  ],
  [
    "a constraint",
    `SET LOCAL search_path = public;
     ALTER TABLE outbox ADD CONSTRAINT probe CHECK (created_at < now() + interval '9 years') NOT VALID`,
    "constraint outbox.probe",
  ],
])("%s that asks Postgres' own clock is listed", async (_name, statement, place) => {
  const undone = new Error("undone on purpose");
  const looked = superuser.begin(async (tx) => {
    await tx.unsafe(statement);
    await tx.unsafe("SET LOCAL search_path = test_clock, pg_catalog, public");
    expect(await findRealClocks(tx as unknown as postgres.Sql)).toEqual([place]);
    throw undone;
  });
  await expect(looked).rejects.toBe(undone);
});

test("rows, defaults and functions of every role live at the virtual time, and move with it", async () => {
  const later = new Date("2031-06-01T00:00:00.000Z");
  await db.clock!.set(later);
  const seeded = await seedTenant(db);
  const [tenant] = await db.owner`SELECT created_at FROM tenants WHERE id = ${seeded.tenantId}`;
  expect(tenant).toEqual({ created_at: later });
  const events =
    await db.owner`SELECT DISTINCT occurred_at AS at FROM events WHERE tenant_id = ${seeded.tenantId}`;
  expect([...events]).toEqual([{ at: later }]);
  const [app] = await db.database.sql<{ at: string; began: string }[]>`
    SELECT clock_timestamp() AS at, now() AS began`;
  expect([isoOf(app!.at), isoOf(app!.began)]).toEqual([later.toISOString(), later.toISOString()]);
});

test("a database without one goes by the real time", async () => {
  const real = await createTestDatabase();
  const [row] = await real.database.sql<{ at: string }[]>`SELECT clock_timestamp() AS at`;
  expect(Math.abs(new Date(row!.at).getTime() - Date.now())).toBeLessThan(60_000);
  await real.drop();
});

test("a database without the product's tables gets none, because nobody would go by it", async () => {
  const server = process.env.TEST_POSTGRES_URL!;
  await expect(installVirtualClock(server, startAt)).rejects.toThrow("has no tables of the product");
  const sql = postgres(server, { max: 1 });
  expect([...(await sql`SELECT 1 FROM pg_namespace WHERE nspname = 'test_clock'`)]).toEqual([]);
  await sql.end();
});

/** Everything that the other clock touches when it comes: functions' paths, defaults, schemas, and the database's own settings. */
async function catalogOf(of: TestDatabase) {
  const sql = postgres(superuserUrlOf(of), { max: 1, onnotice: () => {} });
  const functions = await sql`
    SELECT p.oid::regprocedure::text AS name, p.proconfig, p.prosrc FROM pg_proc p
    WHERE p.pronamespace = 'public'::regnamespace ORDER BY 1`;
  const defaults = await sql`
    SELECT d.adrelid::regclass::text AS table, d.adnum, pg_get_expr(d.adbin, d.adrelid) AS expression
    FROM pg_attrdef d JOIN pg_class c ON c.oid = d.adrelid
    WHERE c.relnamespace = 'public'::regnamespace ORDER BY 1, 2`;
  const schemas = await sql`SELECT nspname FROM pg_namespace WHERE nspname !~ '^pg_(toast|temp)' ORDER BY 1`;
  const settings = await sql`
    SELECT s.setconfig FROM pg_db_role_setting s JOIN pg_database d ON d.oid = s.setdatabase
    WHERE d.datname = current_database()`;
  await sql.end();
  return {
    functions: [...functions],
    defaults: [...defaults],
    schemas: [...schemas],
    settings: [...settings],
  };
}

test("a database that gave the other clock back is the same as one that never had it, and keeps its rows", async () => {
  const borrowed = await createTestDatabase({ clockStartsAt: startAt });
  const seeded = await seedTenant(borrowed);
  await borrowed.database.end();
  await removeVirtualClock(superuserUrlOf(borrowed));
  const real = await createTestDatabase();
  expect(await catalogOf(borrowed)).toEqual(await catalogOf(real));
  const [row] = await real.database.sql<{ at: string }[]>`SELECT clock_timestamp() AS at`;
  expect(Math.abs(new Date(row!.at).getTime() - Date.now())).toBeLessThan(60_000);
  const kept = postgres(superuserUrlOf(borrowed), { max: 1 });
  const [tenant] = await kept`SELECT created_at FROM tenants WHERE id = ${seeded.tenantId}`;
  expect(tenant).toEqual({ created_at: startAt });
  await kept.end();
  await real.drop();
  await borrowed.drop();
});
