import { sql as fragment } from "drizzle-orm";
import { type PostgresJsDatabase, drizzle } from "drizzle-orm/postgres-js";
import postgres from "postgres";

/**
 * Two clients on one database, both as the application's role: Drizzle changes how its client parses dates, so the
 * raw one stays apart. bigint arrives as a JavaScript number and never silently rounded.
 */
export interface Database {
  /** For a single statement that sets its own tenant (the claim), and for the look-ups that come before a tenant is known. */
  sql: postgres.Sql<{ bigint: number }>;
  orm: PostgresJsDatabase;
  end(): Promise<void>;
}

/** An open transaction of one tenant. Every query takes it first. No network call may happen while it is open. */
export type TenantTransaction = Parameters<Parameters<PostgresJsDatabase["transaction"]>[0]>[0];

/** A bigint as a number. @throws RangeError where it would be rounded. */
export const bigintType = {
  to: 20,
  from: [20],
  serialize: String,
  parse: (text: string): number => {
    const value = Number(text);
    if (!Number.isSafeInteger(value))
      throw new RangeError("a bigint outside the safe integers came from the database");
    return value;
  },
} as postgres.PostgresType<number>;

export interface DatabaseOptions {
  poolMax: number;
}

export function openDatabase(url: string, { poolMax }: DatabaseOptions): Database {
  const shared = { onnotice: () => {}, idle_timeout: 60, connect_timeout: 10, types: { bigint: bigintType } };
  const sql = postgres(url, { ...shared, max: poolMax });
  const forDrizzle = postgres(url, { ...shared, max: poolMax });
  return {
    sql,
    orm: drizzle(forDrizzle),
    end: async () => {
      await Promise.all([sql.end({ timeout: 5 }), forDrizzle.end({ timeout: 5 })]);
    },
  };
}

/** Runs `work` in one transaction that sees one tenant's rows alone. */
export async function inTenant<T>(
  database: Database,
  tenantId: number,
  work: (tx: TenantTransaction) => Promise<T>,
): Promise<T> {
  return database.orm.transaction(async (tx) => {
    await tx.execute(fragment`SELECT set_config('app.tenant_id', ${String(tenantId)}, true)`);
    return work(tx);
  });
}

const holder = globalThis as typeof globalThis & { countersignDatabase?: Database };

/** The process's own database. On globalThis, because Next gives routes and instrumentation separate module instances. */
export function getDatabase(): Database {
  const url = process.env.DATABASE_URL;
  if (!url) throw new Error("DATABASE_URL is not set: start with `npm start` or `npm run demo`, or set it.");
  holder.countersignDatabase ??= openDatabase(url, { poolMax: Number(process.env.DATABASE_POOL_MAX ?? 10) });
  return holder.countersignDatabase;
}
