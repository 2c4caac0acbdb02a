import { createHash, randomBytes } from "node:crypto";
import postgres from "postgres";
import { type ActionTypeRow } from "../action-types";
import { bootstrapDatabase, type DatabaseUrls } from "../bootstrap";
import { type Database, type OwnerSql, openDatabase, openOwner } from "../client";
import { migrateDatabase } from "../migrate";
import { type VirtualClock, installVirtualClock } from "../virtual-clock/virtual-clock";

const arNote: ActionTypeRow = {
  actionType: "ar_note",
  summedAs: "ar_note",
  effects: ["customer.note"],
  tierRules: [{ name: "ar-note", measure: "base", atLeast: null, tier: 2 }],
};
const passwords = { owner: "owner", app: "app", engine: "engine" };

export interface TestDatabase {
  urls: DatabaseUrls;
  /** Of the server. */
  superuserUrl: string;
  /** As the running app sees it: bound by row-level security. */
  database: Database;
  /** As the tables' owner: sets up tenants and looks behind the walls. */
  owner: OwnerSql;
  /** Null where the database goes by the real time. */
  clock: VirtualClock | null;
  drop(): Promise<void>;
}

export interface TestDatabaseOptions {
  /** The database's clock begins here and stands still until the test moves it. */
  clockStartsAt?: Date;
  /** The default is the one type that db/testing/rows.ts proposes. */
  actionTypes?: readonly ActionTypeRow[];
  /** Connections of the app; the default suits races. */
  poolMax?: number;
  /** Of another server than the run's own. */
  superuserUrl?: string | undefined;
}

/** A migrated database of this test file's own, on the run's throw-away Postgres. */
export async function createTestDatabase({
  clockStartsAt,
  actionTypes = [arNote],
  poolMax = 80,
  superuserUrl = process.env.TEST_POSTGRES_URL,
}: TestDatabaseOptions = {}): Promise<TestDatabase> {
  if (!superuserUrl)
    throw new Error("TEST_POSTGRES_URL is not set: run the tests through vitest's global setup.");
  const name = `test_${randomBytes(6).toString("hex")}`;
  const urls = await copyTemplate(superuserUrl, name, actionTypes);
  const clock = clockStartsAt ? await installVirtualClock(urlOf(superuserUrl, name), clockStartsAt) : null;
  const database = openDatabase(urls.app, { poolMax });
  const owner = openOwner(urls.owner, { poolMax: 4 });
  return {
    urls,
    superuserUrl,
    database,
    owner,
    clock,
    drop: async () => {
      await Promise.all([database.end(), owner.end(), clock?.end()]);
      const admin = postgres(superuserUrl, { max: 1, onnotice: () => {} });
      await admin.unsafe(`DROP DATABASE "${name}" WITH (FORCE)`);
      await admin.end();
    },
  };
}

function urlOf(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = database;
  return url.toString();
}

/**
 * Copies the run's migrated template, which the first test file that needs these action types makes. Test files start
 * side by side; the template and the server's roles are shared, so this is done under a lock.
 */
async function copyTemplate(
  superuserUrl: string,
  name: string,
  actionTypes: readonly ActionTypeRow[],
): Promise<DatabaseUrls> {
  const hash = createHash("sha256").update(JSON.stringify(actionTypes)).digest("hex");
  const template = `template_${hash.slice(0, 12)}`;
  const gate = postgres(superuserUrl, { max: 1, onnotice: () => {} });
  try {
    await gate`SELECT pg_advisory_lock(1)`;
    const [ready] = await gate`SELECT 1 FROM pg_database WHERE datname = ${template} AND datistemplate`;
    if (!ready) {
      const { owner } = await bootstrapDatabase(superuserUrl, template, passwords);
      await migrateDatabase(owner, actionTypes);
      await untilNobodyIsIn(gate, template);
      await gate.unsafe(`ALTER DATABASE "${template}" IS_TEMPLATE true`);
    }
    return await bootstrapDatabase(superuserUrl, name, passwords, template);
  } finally {
    await gate.end();
  }
}

/** A database is copied only while no session uses it, and the server ends a session after its client has left. */
async function untilNobodyIsIn(sql: postgres.Sql, database: string): Promise<void> {
  for (let sessions = 1; sessions > 0;) {
    const rows = await sql`SELECT pid FROM pg_stat_activity WHERE datname = ${database}`;
    sessions = rows.length;
  }
}
