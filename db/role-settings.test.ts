import postgres from "postgres";
import { expect, onTestFinished, test } from "vitest";
import { inTenant, openDatabase } from "./client";
import { isPassingFault } from "./passing-faults";
import { ROLE_SETTINGS, ensureRoleSettings } from "./role-settings";
import { selectRows } from "./queries/rows";
import { seedTenant } from "./testing/rows";
import { useSuperuser, useTestDatabase } from "./testing/use-test-database";
import { sql } from "drizzle-orm";

const db = await useTestDatabase({ poolMax: 1 });
const superuser = useSuperuser(db);
const { tenantId } = await seedTenant(db);
/** By hand, and not from ROLE_SETTINGS: a value that is taken out there would be missed nowhere. */
const network = {
  tcp_keepalives_idle: "10",
  tcp_keepalives_interval: "5",
  tcp_keepalives_count: "3",
  // Postgres says this one in milliseconds.
  tcp_user_timeout: "20000",
};
const limits = {
  countersign_app: {
    ...network,
    idle_in_transaction_session_timeout: "8s",
    lock_timeout: "25s",
    statement_timeout: "30s",
    transaction_timeout: "1min",
  },
  countersign_owner: { ...network, idle_in_transaction_session_timeout: "1min", lock_timeout: "1min" },
  countersign_engine: { ...network, idle_in_transaction_session_timeout: "30s" },
};

test("each role's sessions have the limits that are set for it", async () => {
  const read: Record<string, Record<string, string>> = {};
  for (const url of [db.urls.app, db.urls.owner, db.urls.engine]) {
    const session = postgres(url, { max: 1, onnotice: () => {} });
    onTestFinished(() => session.end());
    const rows = await session<{ role: string; name: string; value: string }[]>`
      SELECT current_user AS role, name, current_setting(name) AS value FROM pg_settings WHERE source = 'user'`;
    for (const { role, name, value } of rows) (read[role] ??= {})[name] = value;
  }
  expect(read).toEqual(limits);
  expect(Object.keys(ROLE_SETTINGS).toSorted()).toEqual(Object.keys(limits).toSorted());
});

test("an isolation that the app's role gave itself reaches none of the app's connections, and set-up takes back what it did not set", async () => {
  const attacker = postgres(db.urls.app, { max: 1, onnotice: () => {} });
  onTestFinished(() => attacker.end());
  onTestFinished(() => ensureRoleSettings(superuser));
  await attacker`ALTER ROLE countersign_app SET default_transaction_isolation = 'repeatable read'`;
  await attacker`ALTER ROLE countersign_app SET application_name = 'somebody'`;
  const database = openDatabase(db.urls.app, { poolMax: 1 });
  onTestFinished(() => database.end());
  const [own] = await inTenant(database, tenantId, (tx) =>
    selectRows(tx, sql`SELECT current_setting('transaction_isolation') AS isolation`),
  );
  expect(own).toEqual({ isolation: "read committed" });
  await ensureRoleSettings(superuser);
  const [row] = await superuser`SELECT setconfig::text AS config FROM pg_db_role_setting s
    JOIN pg_roles r ON r.oid = s.setrole WHERE r.rolname = 'countersign_app' AND s.setdatabase = 0`;
  expect(row!.config).toContain("lock_timeout=25s");
  expect(row!.config).not.toMatch(/isolation|application_name/);
});

test("no zone, style or durability that the app's role gave itself, in this database too, reaches the app's connections", async () => {
  const attacker = postgres(db.urls.app, { max: 1, onnotice: () => {} });
  onTestFinished(() => attacker.end());
  onTestFinished(() => ensureRoleSettings(superuser));
  const [{ name }] = (await attacker`SELECT current_database() AS name`) as unknown as [{ name: string }];
  const bent = {
    timezone: "GMT165EST-165,J324/0,J325/0",
    datestyle: "SQL, DMY",
    intervalstyle: "iso_8601",
    extra_float_digits: "-15",
    synchronous_commit: "off",
    lock_timeout: "0",
  };
  for (const [setting, value] of Object.entries(bent))
    await attacker.unsafe(`ALTER ROLE countersign_app IN DATABASE "${name}" SET ${setting} = '${value}'`);
  const database = openDatabase(db.urls.app, { poolMax: 1 });
  onTestFinished(() => database.end());
  for (const pool of [database, database.urgent, database.deciding, database.delivering]) {
    const [row] =
      await pool.sql`SELECT current_setting('timezone') AS zone, current_setting('datestyle') AS style,
      current_setting('intervalstyle') AS intervals, current_setting('extra_float_digits') AS digits,
      current_setting('synchronous_commit') AS commit`;
    expect(row).toEqual({ zone: "UTC", style: "ISO, MDY", intervals: "postgres", digits: "1", commit: "on" });
  }
  await ensureRoleSettings(superuser);
  const left = await superuser`SELECT 1 FROM pg_db_role_setting s JOIN pg_roles r ON r.oid = s.setrole
    WHERE r.rolname = 'countersign_app' AND s.setdatabase <> 0`;
  expect(left).toHaveLength(0);
});

test("a transaction that stands still is cut and rolled back, its faults pass, and the pool goes on", async () => {
  const fault = await inTenant(db.database, tenantId, async (tx) => {
    await selectRows(tx, sql`SELECT set_config('idle_in_transaction_session_timeout', '100', true)`);
    await selectRows(tx, sql`UPDATE push_lanes SET message = 'never' WHERE tenant_id = ${tenantId}`);
    // As a process does that was frozen: it goes on without having heard of the cut.
    await until(
      async () =>
        (
          await superuser`
      SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND state = 'idle in transaction'
        AND usename = 'countersign_app'`
        ).length === 0,
    );
    return selectRows(tx, sql`UPDATE push_lanes SET message = 'after the cut' WHERE tenant_id = ${tenantId}`);
  }).catch((error: unknown) => error);
  expect(isPassingFault(fault), String(fault)).toBe(true);
  const [lane] = await db.owner`SELECT message FROM push_lanes WHERE tenant_id = ${tenantId}`;
  expect(lane!.message).toBeNull();
  const answers = await Promise.all(
    Array.from({ length: 200 }, () => inTenant(db.database, tenantId, (tx) => selectRows(tx, sql`SELECT 1`))),
  );
  expect(answers).toHaveLength(200);
});

async function until(ask: () => Promise<boolean>): Promise<void> {
  while (!(await ask())) await new Promise((resolve) => setImmediate(resolve));
}
