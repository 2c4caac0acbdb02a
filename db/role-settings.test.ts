import { expect, test } from "vitest";
import { inTenant } from "./client";
import { isPassingFault } from "./passing-faults";
import { ROLE_SETTINGS } from "./role-settings";
import { selectRows } from "./queries/rows";
import { seedTenant } from "./testing/rows";
import { useSuperuser, useTestDatabase } from "./testing/use-test-database";
import { sql } from "drizzle-orm";

const db = await useTestDatabase({ poolMax: 1 });
const superuser = useSuperuser(db);
const { tenantId } = await seedTenant(db);
const readSettings = async (client: typeof db.owner | typeof db.database.sql, names: string[]) =>
  (
    await client<{ name: string; value: string }[]>`
    SELECT name, current_setting(name) AS value FROM pg_settings WHERE name = ANY (${names})`
  ).map(({ name, value }) => [name, value] as const);

test.each([
  ["countersign_app", db.database.sql],
  ["countersign_owner", db.owner],
] as const)(
  "no session of %s holds a lock, a statement or a transaction without limit",
  async (role, client) => {
    const settings = ROLE_SETTINGS[role]!;
    const read = Object.fromEntries(await readSettings(client, Object.keys(settings)));
    const inMs = (text: string) => {
      const [, amount, unit] = /^(\d+)(ms|s|min)?$/.exec(text)!;
      return Number(amount) * { ms: 1, s: 1_000, min: 60_000 }[unit ?? "ms"]!;
    };
    for (const [name, value] of Object.entries(settings))
      if (!name.startsWith("tcp_")) expect(inMs(read[name]!), name).toBe(inMs(value));
      else expect(read[name], name).toMatch(/^\d+(s)?$/);
  },
);

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
