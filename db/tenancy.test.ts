import type postgres from "postgres";
import { describe, expect, test } from "vitest";
import { seedTenant, sqlState } from "./testing/rows";
import { useAppRole } from "./testing/use-app-role";
import { useTestDatabase } from "./testing/use-test-database";

const db = await useTestDatabase();
const { app, asTenant } = useAppRole(db);
const mine = await seedTenant(db);
const theirs = await seedTenant(db);
const relations = await db.owner<{ name: string }[]>`
  SELECT relname AS name FROM pg_class
  WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') ORDER BY 1`;
const tables = relations.map((row) => row.name);

const refused = "42501";
/** A row is missing that another tenant's insert would have needed to see, before row-level security is even asked. */
const unseen = "P0002";

/** The same as this file's own tenant, with the SQLSTATE that it fails with. */
const stateOf = (work: (tx: postgres.TransactionSql) => Promise<unknown>) =>
  sqlState(asTenant(mine.tenantId, work));
const count = async (tx: postgres.TransactionSql, from: string): Promise<number> =>
  Number((await tx.unsafe(`SELECT count(*) AS n FROM ${from}`))[0]!.n);

/** How a table names its tenant. Those of people are reached through their memberships. */
const belongsTo = (table: string, id: number): string => {
  if (table === "tenants") return `id = ${id}`;
  if (table === "users") return `id = ${id === mine.tenantId ? mine.userId : theirs.userId}`;
  return `tenant_id = ${id}`;
};
/** No tenant's: the one is reached through functions alone, the other is everybody's to read. */
const ofNoTenant = ["auth_attempts", "action_types", "refused_deliveries"];

test("there is a row of both tenants in every table, or the walls below prove nothing", async () => {
  for (const table of tables.filter((name) => !ofNoTenant.includes(name))) {
    for (const { tenantId } of [mine, theirs]) {
      const [row] = await db.owner.unsafe(
        `SELECT count(*)::int AS n FROM ${table} WHERE ${belongsTo(table, tenantId)}`,
      );
      expect(row!.n, `${table} of tenant ${tenantId}`).toBeGreaterThan(0);
    }
  }
});

describe("the app's role", () => {
  test("is no superuser, bypasses nothing, creates nothing and is nobody else", async () => {
    const [role] = await db.owner`
      SELECT rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolreplication,
             pg_has_role(oid, 'countersign_owner', 'MEMBER') AS is_owner,
             pg_has_role(oid, 'countersign_lookup', 'MEMBER') AS is_lookup,
             has_schema_privilege(oid, 'public', 'CREATE') AS may_create,
             has_database_privilege(oid, current_database(), 'TEMP') AS may_temp
      FROM pg_roles WHERE rolname = 'countersign_app'`;
    expect(Object.values(role!).some(Boolean), JSON.stringify(role)).toBe(false);
  });
  test("owns nothing in the database", async () => {
    const owned = await db.owner`
      SELECT relname AS name FROM pg_class WHERE relowner = 'countersign_app'::regrole
      UNION ALL SELECT proname FROM pg_proc WHERE proowner = 'countersign_app'::regrole
      UNION ALL SELECT nspname FROM pg_namespace WHERE nspowner = 'countersign_app'::regrole`;
    expect(owned).toEqual([]);
  });
  test("deletes and truncates nothing anywhere", async () => {
    for (const table of tables) {
      for (const privilege of ["DELETE", "TRUNCATE", "REFERENCES", "TRIGGER"]) {
        const [row] =
          await db.owner`SELECT has_table_privilege('countersign_app', ${table}, ${privilege}) AS may`;
        expect(row!.may, `${privilege} on ${table}`).toBe(false);
      }
    }
  });
  test("cannot lend itself another role or turn the walls off", async () => {
    for (const statement of [
      "SET ROLE countersign_owner",
      "SET SESSION AUTHORIZATION countersign_owner",
      "SET session_replication_role = replica",
      "ALTER TABLE events DISABLE TRIGGER USER",
      "ALTER TABLE proposed_actions NO FORCE ROW LEVEL SECURITY",
    ])
      expect(await sqlState(app.unsafe(statement)), statement).toBe(refused);
    // Asking for it makes queries fail where a policy would filter; it shows nothing.
    expect(
      await sqlState(
        app.begin(async (tx) => [
          await tx`SET LOCAL row_security = off`,
          await tx`SELECT * FROM proposed_actions`,
        ]),
      ),
    ).toBe(refused);
  });
});

test("every table is under row-level security, forced on its owner too", async () => {
  const open = await db.owner`
    SELECT relname FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
      AND NOT (relrowsecurity AND relforcerowsecurity)`;
  expect(open).toEqual([]);
});

test("every view runs with its reader's rights", async () => {
  const views = await db.owner<{ relname: string; reloptions: string[] | null }[]>`
    SELECT relname, reloptions FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('v', 'm')`;
  expect(views.map((view) => view.relname)).toContain("reflexion_log");
  for (const { relname, reloptions } of views) expect(reloptions, relname).toContain("security_invoker=true");
});

test("without a tenant no row is seen, also after a transaction that had one", async () => {
  for (const setBefore of [null, mine.tenantId]) {
    if (setBefore !== null) await asTenant(setBefore, (tx) => count(tx, "proposed_actions"));
    for (const table of [...tables, "reflexion_log"].filter((name) => !ofNoTenant.includes(name))) {
      const rows = await asTenant(null, (tx) => count(tx, table));
      // The global switches are everybody's to read.
      expect(rows, table).toBe(table === "kill_switches" ? 3 : 0);
    }
  }
});

test("the app makes no member of a person who belongs or belonged to another tenant; a new person becomes one", async () => {
  const join = (tx: postgres.TransactionSql, userId: number) =>
    tx`SELECT set_role(${userId}, 'viewer', 'seal', 'seal', 'seal', true, ${mine.userId})`;
  expect(await stateOf((tx) => join(tx, theirs.userId))).toBe(unseen);
  await db.owner`UPDATE memberships SET revoked_at = now() WHERE user_id = ${theirs.userId}`;
  expect(await stateOf((tx) => join(tx, theirs.userId))).toBe(unseen);
  expect(
    await stateOf(
      (tx) =>
        tx`INSERT INTO memberships (tenant_id, user_id, role) VALUES (${mine.tenantId}, ${theirs.userId}, 'viewer')`,
    ),
  ).toBe(refused);
  await db.owner`UPDATE memberships SET revoked_at = NULL WHERE user_id = ${theirs.userId}`;
  const added = await asTenant(mine.tenantId, async (tx) => {
    const [row] = await tx`SELECT add_user('somebody.new@example.test', 'Somebody New') AS id`;
    await join(tx, row!.id as number);
    return count(tx, `users WHERE id = ${row!.id}`);
  });
  expect(added).toBe(1);
});

test("attempts to sign in are seen by nobody but the functions that count them", async () => {
  expect(await stateOf((tx) => tx`SELECT * FROM auth_attempts`)).toBe(refused);
  expect(await stateOf((tx) => tx`DELETE FROM auth_attempts`)).toBe(refused);
});

test("the action types are everybody's to read and nobody's to change through the app", async () => {
  expect(await asTenant(mine.tenantId, (tx) => count(tx, "action_types"))).toBeGreaterThan(0);
  for (const statement of [
    "UPDATE action_types SET summed_as = 'x'",
    "INSERT INTO action_types (name, summed_as, tier_rules) VALUES ('x', 'x', '[]')",
    "DELETE FROM action_types",
  ])
    expect(await stateOf((tx) => tx.unsafe(statement)), statement).toBe(refused);
});

test("of another tenant's rows none is seen, changed, added or taken over, table by table", async () => {
  for (const table of tables.filter((name) => !ofNoTenant.includes(name))) {
    const other = belongsTo(table, theirs.tenantId);
    const [key, column] =
      table === "tenants" || table === "users" ? ["id", "name"] : ["tenant_id", "tenant_id"];
    expect(
      await asTenant(mine.tenantId, (tx) => count(tx, `${table} WHERE ${other}`)),
      `${table} is seen`,
    ).toBe(0);
    expect(
      await asTenant(mine.tenantId, (tx) => count(tx, `${table} WHERE ${belongsTo(table, mine.tenantId)}`)),
      `${table}: one's own`,
    ).toBeGreaterThan(0);

    const changed = await stateOf(async (tx) => {
      const result = await tx.unsafe(`UPDATE ${table} SET ${column} = ${column} WHERE ${other}`);
      expect(result.count, `${table} is changed`).toBe(0);
    });
    expect([null, refused], `${table}: change`).toContain(changed);

    const added = await stateOf((tx) =>
      tx.unsafe(`INSERT INTO ${table} (${key}) OVERRIDING SYSTEM VALUE VALUES (${theirs.tenantId})`),
    );
    // An event that continues no chain this tenant has is refused before its tenant is looked at.
    expect([refused, unseen, ...(table === "events" ? ["CS001"] : [])], `${table}: insert`).toContain(added);

    const takenOver = await stateOf((tx) =>
      tx.unsafe(`UPDATE ${table} SET ${key} = ${theirs.tenantId} WHERE ${belongsTo(table, mine.tenantId)}`),
    );
    expect([refused, "CS001", "428C9"], `${table}: gift`).toContain(takenOver);
  }
});

test("applied writes are shown to their own tenant alone", async () => {
  expect(await asTenant(mine.tenantId, (tx) => tx`SELECT tenant_id::int FROM reflexion_log`)).toEqual([
    { tenant_id: mine.tenantId },
  ]);
  expect(
    await asTenant(mine.tenantId, (tx) => count(tx, `reflexion_log WHERE tenant_id = ${theirs.tenantId}`)),
  ).toBe(0);
});

describe("a global kill switch", () => {
  test("is read by every tenant, and held by none", async () => {
    const rows = (lock: string) => (tx: postgres.TransactionSql) =>
      tx.unsafe(`SELECT name FROM kill_switches WHERE tenant_id IS NULL ${lock}`);
    expect(await asTenant(mine.tenantId, rows(""))).toHaveLength(3);
    expect(await stateOf(rows("FOR SHARE"))).toBe(refused);
  });
  test.each([
    "UPDATE kill_switches SET engaged = true, reason = 'x' WHERE tenant_id IS NULL",
    "UPDATE kill_switches SET engaged = false WHERE tenant_id IS NULL",
    "UPDATE kill_switches SET changed_by_label = 'x'",
    "UPDATE kill_switches SET tenant_id = current_tenant_id() WHERE tenant_id IS NULL",
    "UPDATE kill_switches SET tenant_id = NULL",
    "UPDATE kill_switches SET name = 'ns_writes'",
    "INSERT INTO kill_switches (name) VALUES ('ns_writes')",
    "DELETE FROM kill_switches",
  ])("is not changed through the app: %s", async (statement) => {
    const before = await db.owner`SELECT * FROM kill_switches ORDER BY id`;
    expect(await stateOf((tx) => tx.unsafe(statement))).toBe(refused);
    expect(await db.owner`SELECT * FROM kill_switches ORDER BY id`).toEqual(before);
  });
});
