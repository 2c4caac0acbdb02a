import { createHash } from "node:crypto";
import { readFile, readdir } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import postgres from "postgres";
import { type ActionTypeRow, syncActionTypes } from "./action-types";

const migrationsFolder = fileURLToPath(new URL("./migrations", import.meta.url));
const functionsFolder = fileURLToPath(new URL("./functions", import.meta.url));
/** The functions that tables name, in their triggers and in row-level security. */
const guardsFolder = "guards";
/** From this migration on a row without an event was written past the ledger, and stays a fault. */
const comparedSince = "0028_proof.sql";
/** Migrations of these names bring kinds of data with a period of their own, in days. */
const kindsAdded: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  "_retention_of_questions_and_messages.sql": {
    question_texts: 365,
    messages: 365,
    deliveries: 90,
    routing_versions: 365,
    step_attempts: 180,
  },
  "_outgoing_webhooks.sql": { webhook_deliveries: 30 },
};
/** Any fixed number: every migrator of this product's database asks for the same lock. */
const migrationLock = 7_260_113;

interface SqlFile {
  name: string;
  text: string;
  hash: string;
}

/**
 * Brings a database up to date, in one transaction under an advisory lock: two instances that start together follow one
 * another, and a failure leaves nothing half done. The order:
 *
 * 1. the functions of db/functions/guards, bodies unchecked, since the tables that they ask come second;
 * 2. the migrations that are missing (types, tables, triggers, policies, grants), in the order of their numbers;
 * 3. every function in its current text;
 * 4. the action types, as the caller gives them;
 * 5. `complete`, with the names of the migrations that ran: for what only the app's own key can fill in;
 * 6. where the ledger only begins to be compared with the rows, the first events of rows that are there, and the
 *    retention periods of kinds of data that a migration brings.
 *
 * @throws Error where the database was made by other migrations than the first ones here.
 */
export async function migrateDatabase(
  ownerUrl: string,
  actionTypes: readonly ActionTypeRow[],
  complete: CompleteMigration = async () => {},
): Promise<void> {
  const migrations = await readSqlFiles(migrationsFolder);
  const functions = await readSqlFiles(functionsFolder);
  const guards = functions.filter(({ name }) => name.startsWith(`${guardsFolder}/`));
  const client = postgres(ownerUrl, { max: 1, onnotice: () => {} });
  try {
    await client.begin(async (tx) => {
      // Another instance may migrate for long, and so may a statement of ours: the role's limit is for everything else.
      await tx`SET LOCAL lock_timeout = '10min'`;
      await tx`SELECT pg_advisory_xact_lock(${migrationLock})`;
      const applied = await readHistory(tx);
      refuseOtherHistory(applied, migrations);
      // A function's owner must be allowed to create in its schema at that moment.
      await tx`GRANT CREATE ON SCHEMA public TO countersign_lookup`;
      await tx`SET LOCAL check_function_bodies = off`;
      await run(tx, guards);
      await tx`SET LOCAL check_function_bodies = on`;
      const missing = migrations.slice(applied.length);
      // A migration may fill a new column of rows that otherwise never change, and the guards may know columns that
      // it is about to make.
      if (missing.length > 0) await setGuards(tx, "DISABLE");
      for (const { name, text, hash } of missing) {
        await tx.unsafe(text);
        await tx`INSERT INTO schema_history.applied (name, hash) VALUES (${name}, ${hash})`;
      }
      if (missing.length > 0) await setGuards(tx, "ENABLE");
      await run(tx, functions);
      await syncActionTypes(tx, actionTypes);
      await complete(
        tx,
        missing.map(({ name }) => name),
      );
      if (missing.some(({ name }) => name === comparedSince)) await tx`SELECT record_existing()`;
      const kinds = Object.entries(kindsAdded)
        .filter(([ending]) => missing.some(({ name }) => name.endsWith(ending)))
        .map(([, days]) => days);
      if (kinds.length > 0)
        await tx`SELECT add_retention_kinds(${JSON.stringify(Object.assign({}, ...kinds))}::text::jsonb)`;
      await tx`REVOKE CREATE ON SCHEMA public FROM countersign_lookup`;
    });
  } finally {
    await client.end();
  }
}

export type CompleteMigration = (tx: postgres.TransactionSql, ran: readonly string[]) => Promise<void>;

/** The files of a folder and its sub-folders, in the order of their names. */
export async function readSqlFiles(folder: string): Promise<SqlFile[]> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith(".sql")).sort();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(path.join(folder, name), "utf8");
      return { name, text, hash: createHash("sha256").update(text).digest("hex") };
    }),
  );
}

/** All in one round trip. */
async function run(tx: postgres.TransactionSql, files: SqlFile[]): Promise<void> {
  await tx.unsafe(files.map(({ text }) => text).join("\n"));
}

/** The triggers of the tables that are there. */
async function setGuards(tx: postgres.TransactionSql, how: "ENABLE" | "DISABLE"): Promise<void> {
  const tables = await tx<{ name: string }[]>`
    SELECT DISTINCT c.relname AS name FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
    WHERE NOT t.tgisinternal AND c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' ORDER BY 1`;
  for (const { name } of tables) await tx`ALTER TABLE ${tx(name)} ${tx.unsafe(how)} TRIGGER USER`;
}

type Applied = Pick<SqlFile, "name" | "hash">[];

/** @throws Error where there are tables but no history: an earlier version kept it elsewhere. */
async function readHistory(tx: postgres.TransactionSql): Promise<Applied> {
  const [state] = await tx<{ kept: boolean; tables: boolean }[]>`
    SELECT to_regclass('schema_history.applied') IS NOT NULL AS kept,
           to_regclass('public.tenants') IS NOT NULL AS tables`;
  if (!state!.kept && state!.tables) throw otherHistory("it has tables, but no history of ours");
  await tx`CREATE SCHEMA IF NOT EXISTS schema_history`;
  await tx`
    CREATE TABLE IF NOT EXISTS schema_history.applied (
      name text PRIMARY KEY,
      hash text NOT NULL,
      applied_at timestamptz NOT NULL DEFAULT clock_timestamp()
    )`;
  return tx<Applied>`SELECT name, hash FROM schema_history.applied ORDER BY name`;
}

function refuseOtherHistory(applied: Applied, migrations: SqlFile[]): void {
  const other = applied.find(
    ({ name, hash }, index) => name !== migrations[index]?.name || hash !== migrations[index]?.hash,
  );
  if (other) throw otherHistory(`${other.name} is not, or no longer, the one that ran there`);
}

function otherHistory(reason: string): Error {
  return new Error(
    `This database was made by another version of Countersign (${reason}) and is left as it is. ` +
      "On this machine `npm run demo -- --reset` starts over; elsewhere set up an empty database.",
  );
}
