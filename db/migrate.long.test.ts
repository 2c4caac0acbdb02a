import { randomBytes } from "node:crypto";
import { readFile, readdir } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import postgres from "postgres";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type ActionTypeRow, syncActionTypes } from "./action-types";
import { type DatabaseUrls, bootstrapDatabase } from "./bootstrap";
import { type OwnerSql, openOwner } from "./client";
import { migrateDatabase, readSqlFiles } from "./migrate";
import { insertTenant } from "./seed/tenant";

const superuserUrl = process.env.TEST_POSTGRES_URL!;
const reset = "npm run demo -- --reset";
let admin: postgres.Sql;
let name: string;
let urls: DatabaseUrls;
let owner: OwnerSql;
beforeAll(() => {
  admin = postgres(superuserUrl, { max: 1, onnotice: () => {} });
});
afterAll(() => admin.end());

/** An empty database per test; roles are the server's, so creating them is done under a lock. */
beforeEach(async () => {
  name = `test_${randomBytes(6).toString("hex")}`;
  await admin`SELECT pg_advisory_lock(1)`;
  urls = await bootstrapDatabase(superuserUrl, name, { owner: "owner", app: "app", engine: "engine" });
  await admin`SELECT pg_advisory_unlock(1)`;
  owner = openOwner(urls.owner, { poolMax: 1 });
  return async () => {
    await owner.end();
    await admin.unsafe(`DROP DATABASE "${name}" WITH (FORCE)`);
  };
});

const migrate = (rows: readonly ActionTypeRow[] = []) => migrateDatabase(urls.owner, rows);
const applied = () => owner`SELECT name, hash, applied_at FROM schema_history.applied ORDER BY name`;
const filesOf = (folder: string) => readSqlFiles(fileURLToPath(new URL(`./${folder}`, import.meta.url)));

test("migrations are numbered from 0 without a gap", async () => {
  const files = await filesOf("migrations");
  expect(files.map((file) => Number(file.name.slice(0, 4)))).toEqual(files.map((_, index) => index));
});

test("no function counts in days: how long one is depends on the zone that a session gives itself", async () => {
  await migrate();
  const counted = await owner<{ name: string }[]>`
    SELECT proname AS name FROM pg_proc WHERE pronamespace = 'public'::regnamespace
      AND prosrc ~* 'interval ''[0-9]+ (day|week|month|year)|(days|weeks|months|years) =>' ORDER BY 1`;
  expect(counted).toEqual([]);
});

test("no line of SQL is longer than 120 characters", async () => {
  const names = await readdir(import.meta.dirname, { recursive: true });
  // The formatter cares for TypeScript, except in comments and titles, which are prose.
  const isProse = (line: string) => /^\s*(\/?\*|\/\/|(test|describe)\()/.test(line);
  const long = names
    .filter((file) => /\.(sql|ts)$/.test(file))
    .map(async (file) => {
      const lines = (await readFile(path.join(import.meta.dirname, file), "utf8")).split("\n");
      return lines.flatMap((line, index) =>
        line.length > 120 && !isProse(line) ? [`${file}:${index + 1}`] : [],
      );
    });
  expect((await Promise.all(long)).flat()).toEqual([]);
});

test("four migrators at once all succeed, each migration is applied once, and another run changes nothing", async () => {
  await Promise.all([1, 2, 3, 4].map(() => migrate()));
  const first = await applied();
  expect(first.map((row) => row.name)).toEqual((await filesOf("migrations")).map((file) => file.name));
  await migrate();
  expect(await applied()).toEqual(first);
  expect(await owner`SELECT name FROM kill_switches ORDER BY name`).toEqual([
    { name: "high_risk_ops" },
    { name: "ns_writes" },
    { name: "proposed_apply" },
  ]);
});

test("a database with pushes of an earlier version is brought up to date: each gets its family, the time at which it was sent, and the end of that request", async () => {
  await migrateTo("0010");
  await owner`
    INSERT INTO ns_pending_pushes (tenant_id, action_id, line_no, action_key, record_key, destination, payload_json,
      payload_hash, lease_attempt, sent_at)
    SELECT 1, n, 1, 'cs-1-' || n, key, destination, payload::jsonb, 'hash', n % 2,
      CASE n % 2 WHEN 1 THEN now() END
    FROM (VALUES
      (1, 'inventoryitem:312', 'netsuite', '{"target":{"record_id":"312"}}'),
      (2, 'salesorder:5001', 'netsuite', '{"target":{"record_id":"5001"}}'),
      (3, 'customer:b5875', 'netsuite', '{"target":{"bid":"B5875"}}'),
      (4, 'cache:price-book', 'internal', '{"action_type":"cache_invalidation","target":{}}')
    ) AS pushes (n, key, destination, payload)`;
  await migrate();
  const pushes = await owner`
    SELECT record_family AS family, record_unread AS unread, last_sent_at IS NOT NULL AS sent,
      not_after > last_sent_at AS may_begin_later
    FROM ns_pending_pushes ORDER BY id`;
  expect(pushes).toEqual([
    { family: "item", unread: false, sent: true, may_begin_later: true },
    { family: "sales_order", unread: false, sent: false, may_begin_later: null },
    { family: "customer", unread: true, sent: true, may_begin_later: true },
    { family: "cache", unread: false, sent: false, may_begin_later: null },
  ]);
  await expect(owner`UPDATE ns_pending_pushes SET record_family = 'other'`).rejects.toThrow("immutable");
});

test("tenants of an earlier version get the periods of the kinds that came since, with one event each", async () => {
  await migrateTo("0086");
  await owner`ALTER TABLE tenants DISABLE TRIGGER USER`;
  const [tenant] = await owner<
    { id: number }[]
  >`INSERT INTO tenants (slug, name) VALUES ('old', 'Old') RETURNING id`;
  await owner`INSERT INTO retention_periods (tenant_id, kind, days) VALUES (${tenant!.id}, 'agent_prose', 90)`;
  await migrate();
  const newTenant = await insertTenant(owner, { slug: "new", name: "New" });
  const periodsOf = (id: number) => owner<{ kind: string; days: number }[]>`
    SELECT kind, days FROM retention_periods WHERE tenant_id = ${id} ORDER BY kind`;
  const added = [
    "deliveries",
    "messages",
    "question_texts",
    "routing_versions",
    "step_attempts",
    "webhook_deliveries",
  ];
  const asShipped = (await periodsOf(newTenant)).filter(({ kind }) => added.includes(kind));
  expect(await periodsOf(tenant!.id)).toEqual([{ kind: "agent_prose", days: 90 }, ...asShipped]);
  const events = await owner`
    SELECT event_type, body_text::jsonb -> 'details' -> 'kinds' AS kinds FROM events WHERE tenant_id = ${tenant!.id}`;
  expect(events).toEqual([{ event_type: "retention.kinds_added", kinds: added }]);
});

/** As an earlier version left the database; its pushes need no actions. */
async function migrateTo(last: string): Promise<void> {
  const guards = (await filesOf("functions")).filter((file) => file.name.startsWith("guards/"));
  const migrations = (await filesOf("migrations")).filter((file) => file.name.slice(0, 4) <= last);
  await owner`CREATE SCHEMA schema_history`;
  await owner`CREATE TABLE schema_history.applied (
    name text PRIMARY KEY, hash text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`;
  await owner`GRANT CREATE ON SCHEMA public TO countersign_lookup`;
  await owner`SET check_function_bodies = off`;
  for (const { text } of [...guards, ...migrations]) await owner.unsafe(text);
  for (const { name: file, hash } of migrations)
    await owner`INSERT INTO schema_history.applied (name, hash) VALUES (${file}, ${hash})`;
  await owner`ALTER TABLE ns_pending_pushes DROP CONSTRAINT ns_pending_pushes_tenant_id_action_id_fkey`;
}

test("a row that was written past the ledger gets no event at a later run", async () => {
  await migrate();
  const tenantId = await insertTenant(owner, { slug: "acme", name: "Acme" });
  const [user] = await owner<{ id: number }[]>`
    INSERT INTO users (email, name) VALUES ('forged@acme.example', 'Forged') RETURNING id`;
  await owner`INSERT INTO memberships (tenant_id, user_id, role) VALUES (${tenantId}, ${user!.id}, 'viewer')`;
  await migrate();
  expect(await owner`SELECT event_type FROM events WHERE entity_type = 'person'`).toEqual([]);
});

test("every function of the database has a file of its name, and every file one function", async () => {
  await migrate();
  const rows = await owner`SELECT proname FROM pg_proc WHERE pronamespace = 'public'::regnamespace`;
  const files = (await filesOf("functions")).map((file) =>
    file.name.replace(/^.*\//, "").replace(".sql", ""),
  );
  expect(files.sort()).toEqual(rows.map((row) => row.proname as string).sort());
});

test("a function goes back to its current text, its owner and its rights at the next run", async () => {
  await migrate();
  const state = () => owner`
    SELECT proname, prosrc, proowner::regrole::text, proacl::text FROM pg_proc
    WHERE pronamespace = 'public'::regnamespace ORDER BY oid::regprocedure::text`;
  const before = await state();
  await owner`CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'`;
  expect(await state()).not.toEqual(before);
  await migrate();
  expect(await state()).toEqual(before);
  expect(await owner`SELECT has_schema_privilege('countersign_lookup', 'public', 'CREATE') AS may`).toEqual([
    { may: false },
  ]);
});

describe("a database of another version is refused with the command that resets it, and left as it is", () => {
  test("one that kept its history elsewhere", async () => {
    await owner`CREATE TABLE tenants (id bigint)`;
    await expect(migrate()).rejects.toThrow(reset);
    expect(await owner`SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace`).toEqual([
      { relname: "tenants" },
    ]);
  });
  test.each([
    ["a migration that we do not have", "INSERT INTO schema_history.applied VALUES ('9999_later.sql', 'x')"],
    ["one of ours with another text", "UPDATE schema_history.applied SET hash = 'x' WHERE name LIKE '0001%'"],
    ["one that lacks an earlier one", "DELETE FROM schema_history.applied WHERE name LIKE '0000%'"],
  ])("%s", async (_title, change) => {
    await migrate();
    await owner.unsafe(change);
    const before = await applied();
    await expect(migrate()).rejects.toThrow(reset);
    expect(await applied()).toEqual(before);
  });
});

describe("the action types' default tier rules", () => {
  const rowOf = (...names: string[]): ActionTypeRow => ({
    actionType: "ar_note",
    summedAs: "ar_note",
    effects: ["customer.note"],
    tierRules: names.map((rule) => ({ name: rule, measure: "impact_cents", atLeast: 5, tier: 3 })),
  });
  const sync = (rows: ActionTypeRow[]) => owner.begin((tx) => syncActionTypes(tx, rows));
  const rulesOf = async (tenantId: number) => {
    const rows = await owner`SELECT name FROM risk_tier_rules WHERE tenant_id = ${tenantId} ORDER BY name`;
    return rows.map((row) => row.name as string);
  };

  test("a new rule reaches every tenant once: one that a tenant took away or changed does not come back", async () => {
    await migrate([rowOf("one", "two")]);
    const tenantId = await insertTenant(owner, { slug: "before", name: "Before" });
    expect(await rulesOf(tenantId)).toEqual(["one", "two"]);
    await owner`DELETE FROM risk_tier_rules WHERE name = 'one'`;
    await owner`UPDATE risk_tier_rules SET tier = 5 WHERE name = 'two'`;
    await sync([rowOf("one", "two", "three")]);
    await sync([rowOf("one", "two", "three")]);
    expect(await rulesOf(tenantId)).toEqual(["three", "two"]);
    expect(await owner`SELECT tier FROM risk_tier_rules WHERE name = 'two'`).toEqual([{ tier: 5 }]);
  });

  test("a new tenant gets the defaults as they are then", async () => {
    await migrate([rowOf("one", "two")]);
    await sync([rowOf("two", "three")]);
    expect(await rulesOf(await insertTenant(owner, { slug: "after", name: "After" }))).toEqual([
      "three",
      "two",
    ]);
  });
});
