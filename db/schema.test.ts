import { SQL, is } from "drizzle-orm";
import { type PgColumn, PgDialect, PgTable, getTableConfig } from "drizzle-orm/pg-core";
import { expect, test } from "vitest";
import * as actions from "./schema/actions";
import * as channels from "./schema/channels";
import * as decisions from "./schema/decisions";
import * as interactions from "./schema/interactions";
import * as internal from "./schema/internal";
import * as limits from "./schema/limits";
import * as ledger from "./schema/ledger";
import * as modelCalls from "./schema/model-calls";
import * as people from "./schema/people";
import * as pushes from "./schema/pushes";
import * as retention from "./schema/retention";
import * as runs from "./schema/runs";
import * as webhooks from "./schema/webhooks";
import * as workflows from "./schema/workflows";
import { useTestDatabase } from "./testing/use-test-database";

const db = await useTestDatabase();

const described = [
  actions,
  channels,
  decisions,
  interactions,
  internal,
  ledger,
  limits,
  modelCalls,
  people,
  pushes,
  retention,
  runs,
  webhooks,
  workflows,
]
  .flatMap((family) => Object.values<unknown>(family).filter((value) => is(value, PgTable)))
  .map((table) => getTableConfig(table));

interface Column {
  name: string;
  type: string;
  required: boolean;
  /** As text: a literal without its quotes, or an expression. */
  default: string | null;
  generated: string | null;
  identity: boolean;
  key: boolean;
  /** The values that a check allows. */
  values: string[] | null;
}

test("every table of the migrations is described, and every described one exists", async () => {
  const rows = await db.owner<{ relname: string }[]>`
    SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'`;
  expect(described.map((table) => table.name).sort()).toEqual(rows.map((row) => row.relname).sort());
});

test.each(described.map((table) => [table.name, table] as const))(
  "%s: names, types, defaults, keys, allowed values and what may be empty are as the migrations made them",
  async (name, table) => {
    const keys = table.primaryKeys.flatMap((key) => key.columns.map((column) => column.name));
    const byName = (a: Column, b: Column) => a.name.localeCompare(b.name);
    expect(table.columns.map((column) => describe(column, keys)).sort(byName)).toEqual(
      (await readColumns(name)).sort(byName),
    );
  },
);

function describe(column: PgColumn, keys: readonly string[]): Column {
  return {
    name: column.name,
    type: column.getSQLType(),
    required: column.notNull,
    default: column.default === undefined ? null : textOfDefault(column.default),
    // Of an identity it only keeps the column out of insertions.
    generated: column.generated && !column.generatedIdentity ? textOfDefault(column.generated.as) : null,
    identity: column.generatedIdentity !== undefined,
    key: column.primary || keys.includes(column.name),
    values: column.enumValues ? [...column.enumValues].sort() : null,
  };
}

function textOfDefault(value: unknown): string {
  if (is(value, SQL)) return new PgDialect().sqlToQuery(value).sql;
  if (Array.isArray(value) && value.length === 0) return "empty";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

async function readColumns(table: string): Promise<Column[]> {
  const rows = await db.owner<
    (Column & { expression: string | null; stored: boolean; check: string | null })[]
  >`
    SELECT a.attname AS name, format_type(a.atttypid, NULL) AS type, a.attnotnull AS required,
           pg_get_expr(d.adbin, d.adrelid) AS expression, a.attgenerated <> '' AS stored,
           a.attidentity = 'a' AS identity,
           EXISTS (SELECT 1 FROM pg_constraint k
                   WHERE k.conrelid = a.attrelid AND k.contype = 'p' AND a.attnum = ANY (k.conkey)) AS key,
           (SELECT pg_get_constraintdef(c.oid) FROM pg_constraint c
            WHERE c.conrelid = a.attrelid AND c.contype = 'c' AND c.conkey = ARRAY[a.attnum]
              AND pg_get_constraintdef(c.oid) LIKE '%= ANY (ARRAY[%') AS check
    FROM pg_attribute a LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
    WHERE a.attrelid = ${table}::regclass AND a.attnum > 0 AND NOT a.attisdropped`;
  return rows.map(({ expression, stored, check, ...column }) => ({
    ...column,
    default: stored ? null : literalOf(expression),
    generated: stored ? expression : null,
    values: check === null ? null : [...check.matchAll(/'([^']*)'::text/g)].map((match) => match[1]!).sort(),
  }));
}

/** 'queued'::text → queued; '{}'::jsonb and '[]'::jsonb stay; an empty array is "empty". */
function literalOf(expression: string | null): string | null {
  if (expression === null) return null;
  const [, text, type] = /^'(.*)'::(.*)$/.exec(expression) ?? [];
  if (text === undefined) return expression;
  return type!.endsWith("[]") || text === "[]" ? "empty" : text;
}
