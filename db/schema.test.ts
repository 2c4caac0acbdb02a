import { getTableConfig } from "drizzle-orm/pg-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  actionTypes,
  events,
  killSwitches,
  policies,
  proposedActions,
  riskTierRules,
  standingAuthorisations,
} from "./schema/actions";
import { cacheVersions, customerWatch, emailDrafts } from "./schema/internal";
import { agents, editTokens, memberships, tenants, users } from "./schema/people";
import {
  actionReceipts,
  appliedMirror,
  deadLetters,
  nsPendingPushes,
  outbox,
  pushLanes,
} from "./schema/pushes";
import { ledgerSubjects, retentionPeriods, retentionRuns } from "./schema/upkeep";
import { type TestDatabase, createTestDatabase } from "./testing/test-database";

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());

const described = [
  actionReceipts,
  actionTypes,
  agents,
  appliedMirror,
  cacheVersions,
  customerWatch,
  deadLetters,
  editTokens,
  emailDrafts,
  events,
  killSwitches,
  ledgerSubjects,
  memberships,
  nsPendingPushes,
  outbox,
  policies,
  proposedActions,
  pushLanes,
  retentionPeriods,
  retentionRuns,
  riskTierRules,
  standingAuthorisations,
  tenants,
  users,
].map((table) => getTableConfig(table));
/** Written and read by functions of the database and hand-written look-ups alone. */
const undescribed = ["auth_attempts", "decisions", "password_links", "personal_tokens", "sessions"];

interface Column {
  name: string;
  type: string;
  required: boolean;
}

test("every table of the migrations is described, and every described one exists", async () => {
  const rows = await db.owner<{ relname: string }[]>`
    SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'`;
  expect([...described.map((table) => table.name), ...undescribed].sort()).toEqual(
    rows.map((row) => row.relname).sort(),
  );
});

test.each(described.map((table) => [table.name, table] as const))(
  "%s: names, types and what may be empty are as the migrations made them",
  async (name, table) => {
    const made = await db.owner<Column[]>`
      SELECT attname AS name, format_type(atttypid, NULL) AS type, attnotnull AS required FROM pg_attribute
      WHERE attrelid = ${name}::regclass AND attnum > 0 AND NOT attisdropped`;
    const said = table.columns.map((column): Column => ({
      name: column.name,
      type: column.getSQLType(),
      required: column.notNull,
    }));
    const byName = (a: Column, b: Column) => a.name.localeCompare(b.name);
    expect(said.sort(byName)).toEqual([...made].sort(byName));
  },
);
