import { sql as fragment } from "drizzle-orm";
import { type PostgresJsDatabase, drizzle } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import { guardTransactions } from "./guarded-client";

/**
 * Connections as the application's role, for Drizzle and hand-written SQL alike. Rows of hand-written SQL have camelCase
 * names; their times are text (Drizzle turns the client's date parsers off), which isoOf of lib/core reads.
 */
export interface Pool {
  /** For single statements that set their own tenant (the claim), and for look-ups before the tenant is known. */
  sql: postgres.Sql<{ bigint: number }>;
  orm: PostgresJsDatabase;
  /** Drizzle over prepared statements, for `inTenantPrepared`. */
  prepared: PostgresJsDatabase;
}

export interface Database extends Pool {
  /** The size of the main pool, without the urgent, deciding and delivering connections. */
  poolMax: number;
  /**
   * A few connections for short statements only. A person who engages a kill switch is identified and served over them, even while
   * all other connections wait for locks.
   */
  urgent: Pool;
  /**
   * For the claim and the facts that it weighs. The claim runs with the rights of the tables' owner. On a connection that also serves the
   * app's role, Postgres would plan the claim's statements again after each change of role.
   */
  deciding: Pool;
  /**
   * For the statements of a push. A pool hands out its connections in turn, so in the main pool nearly every statement of a push would
   * meet a connection that has not planned it yet.
   */
  delivering: Pool;
  /** Runs a statement on a connection of its own, opened for it, however busy the pools are. */
  aside<T>(work: (sql: Pool["sql"]) => Promise<T>): Promise<T>;
  /** Listens to a channel on a connection of its own. @throws if that cannot be opened; a later call tries again. */
  listen(channel: string, hear: (payload: string) => void): Promise<Subscription>;
  end(): Promise<void>;
}

export interface Subscription {
  end(): Promise<void>;
}

/** An open transaction of one tenant. Every query takes it first. No network call may happen while it is open. */
export type TenantTransaction = Parameters<Parameters<PostgresJsDatabase["transaction"]>[0]>[0];

/** bigint arrives as a JavaScript number and never silently rounded. */
const safeBigint: postgres.PostgresType<number> = {
  to: 20,
  from: [20],
  serialize: String,
  parse: (text: string): number => {
    const value = Number(text);
    if (!Number.isSafeInteger(value))
      throw new RangeError("a bigint outside the safe integers came from the database");
    return value;
  },
};
/**
 * Set on every connection, because a role could change its own defaults. Under another isolation level a check of the switches would
 * keep reading an old snapshot (docs/adr/0046); another zone or style would change how times and numbers are read; and commits must
 * survive a crash.
 */
const connection = {
  default_transaction_isolation: "read committed",
  standard_conforming_strings: "on",
  synchronous_commit: "on",
  TimeZone: "UTC",
  DateStyle: "ISO, MDY",
  IntervalStyle: "postgres",
  extra_float_digits: 1,
  bytea_output: "hex",
} as const;
const shared = { onnotice: () => {}, types: { bigint: safeBigint }, connection };
/** Uses one plan for all values, as inTenantPrepared does. */
const onePlan = { ...connection, plan_cache_mode: "force_generic_plan" } as const;

export interface DatabaseOptions {
  poolMax: number;
}

/** Engaging a switch holds one for two seconds at most; the others identify people. */
const urgentMax = 5;

export function openDatabase(url: string, { poolMax }: DatabaseOptions): Database {
  const open = (max: number, settings: Partial<typeof shared> = {}): Pool => {
    const sql = postgres(url, {
      ...shared,
      ...settings,
      max,
      idle_timeout: 60,
      connect_timeout: 10,
      // Seconds of silence after which the connection is probed: a server that vanished is noticed.
      keep_alive: 10,
      transform: { column: { from: postgres.toCamel } },
    });
    const prepared = drizzle(guardTransactions(sql, { prepares: true }));
    return { sql, orm: drizzle(guardTransactions(sql)), prepared };
  };
  const pool = open(poolMax);
  const urgent = open(urgentMax);
  const deciding = open(Math.ceil(poolMax / 2), { connection: onePlan });
  const delivering = open(Math.ceil(poolMax / 2), { connection: onePlan });
  const listening = new Set<Subscription>();
  const openOne = (connectSeconds: number) =>
    postgres(url, {
      ...shared,
      max: 1,
      connect_timeout: connectSeconds,
      transform: { column: { from: postgres.toCamel } },
    });
  return {
    ...pool,
    poolMax,
    urgent,
    deciding,
    delivering,
    async aside(work) {
      const client = openOne(2);
      try {
        return await work(client);
      } finally {
        await client.end({ timeout: 1 });
      }
    },
    async listen(channel, hear) {
      // Not through the pool's client, which would remember a failed LISTEN and fail forever.
      const client = openOne(10);
      const one: Subscription = {
        end: async () => {
          listening.delete(one);
          await client.end({ timeout: 5 });
        },
      };
      listening.add(one);
      try {
        await client.listen(channel, hear);
      } catch (error) {
        await one.end();
        throw error;
      }
      return one;
    },
    end: async () => {
      await Promise.all([...listening].map((one) => one.end()));
      await Promise.all([pool, urgent, deciding, delivering].map(({ sql }) => sql.end({ timeout: 5 })));
    },
  };
}

/** The tables' owner, for set-up and tests: names as the tables have them, times as Dates. */
export type OwnerSql = postgres.Sql<{ bigint: number }>;

export function openOwner(url: string, { poolMax }: DatabaseOptions): OwnerSql {
  return postgres(url, { ...shared, max: poolMax });
}

/** Runs `work` in one transaction that sees one tenant's rows alone. */
export async function inTenant<T>(
  pool: Pool,
  tenantId: number,
  work: (tx: TenantTransaction) => Promise<T>,
): Promise<T> {
  return pool.orm.transaction(async (tx) => {
    await tx.execute(fragment`SELECT set_config('app.tenant_id', ${String(tenantId)}, true)`);
    return work(tx);
  });
}

/**
 * The same for statements that run often and always have the same text. They are prepared once on a connection, which saves each
 * of them a round trip and its planning, and the first goes out together with the tenant's setting. Postgres keeps one plan for
 * all values, from the first call on (docs/adr/0081): a list that people filter does not belong here.
 */
export async function inTenantPrepared<T>(
  pool: Pool,
  tenantId: number,
  work: (tx: TenantTransaction) => Promise<T>,
): Promise<T> {
  return pool.prepared.transaction(async (tx) => {
    const setTenant = fragment`
      SELECT set_config('app.tenant_id', ${String(tenantId)}, true),
        set_config('plan_cache_mode', 'force_generic_plan', true)`;
    // Drizzle sends a statement when somebody waits for it: this one goes first.
    const setting = tx.execute(setTenant).then(() => undefined);
    // Statements of one connection run in their order: where this one fails, all that follow do. Both are waited for, so that
    // nothing is sent after the transaction's end.
    const [set, done] = await Promise.allSettled([setting, work(tx)]);
    if (set.status === "rejected") throw set.reason;
    if (done.status === "rejected") throw done.reason;
    return done.value;
  });
}

/** The same as `inTenant`, reading alone, with every statement in one snapshot. */
export async function inSnapshot<T>(
  pool: Pool,
  tenantId: number,
  work: (tx: TenantTransaction) => Promise<T>,
): Promise<T> {
  const run = async (tx: TenantTransaction) => {
    await tx.execute(fragment`SELECT set_config('app.tenant_id', ${String(tenantId)}, true)`);
    return work(tx);
  };
  return pool.orm.transaction(run, { isolationLevel: "repeatable read", accessMode: "read only" });
}

const holder = globalThis as typeof globalThis & { countersignDatabase?: Database };

/** The process's own database. On globalThis, because Next gives routes and instrumentation separate module instances. */
export function getDatabase(): Database {
  const url = process.env.DATABASE_URL;
  if (!url) throw new Error("DATABASE_URL is not set: start with `npm start` or `npm run demo`, or set it.");
  holder.countersignDatabase ??= openDatabase(url, { poolMax: Number(process.env.DATABASE_POOL_MAX ?? 20) });
  return holder.countersignDatabase;
}
