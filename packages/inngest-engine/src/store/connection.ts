import postgres from "postgres";
import { idleInTransactionMsMax, poolConnectionsMax, readConnectionsMax, readTimeoutMs } from "../limits";

/** A pool; transactions start from it. */
export type Db = postgres.Sql;
/** A pool or an open transaction: what a single statement needs. */
export type Queryable = postgres.ISql;
export type Tx = postgres.TransactionSql;

/**
 * Every statement of the engine finds its few rows by an index. A queue's tables go from empty to 100,000 rows and back
 * faster than statistics follow, so plans must not be made from these. (A plain false would not be sent.)
 */
export const planSettings = { enable_seqscan: "off", jit: "off" };

export function openPool(databaseUrl: string): Db {
  return postgres(databaseUrl, {
    max: poolConnectionsMax,
    onnotice: () => {},
    connection: {
      application_name: "inngest_engine",
      ...planSettings,
      idle_in_transaction_session_timeout: idleInTransactionMsMax,
    },
  });
}

/**
 * One connection for the statement that takes events, batch after batch: somebody waits for each, and on the pool's connections,
 * which take turns, Postgres would plan this longest of all statements again and again. With one plan for all values from the
 * first call on, which is the plan that waiting-runs.test.ts measures.
 */
export function openIntakeConnection(databaseUrl: string): Db {
  return postgres(databaseUrl, {
    max: 1,
    onnotice: () => {},
    connection: {
      application_name: "inngest_engine_intake",
      ...planSettings,
      plan_cache_mode: "force_generic_plan",
    },
  });
}

/**
 * For what people look at: few, read-only, and cut off after a few seconds, so that no look holds up the dispatch. Not
 * prepared, because the best plan depends on how many runs carry a label.
 */
export function openReadPool(databaseUrl: string): Db {
  return postgres(databaseUrl, {
    max: readConnectionsMax,
    prepare: false,
    onnotice: () => {},
    connection: {
      application_name: "inngest_engine_reads",
      default_transaction_read_only: true,
      statement_timeout: readTimeoutMs,
    },
  });
}

/**
 * One connection and no other, for the advisory lock. It is never recycled by age, because the lock would go with it;
 * `onClose` runs the moment it is lost.
 */
export function openLeaderConnection(databaseUrl: string, onClose: () => void): Db {
  return postgres(databaseUrl, {
    max: 1,
    max_lifetime: null,
    idle_timeout: 0,
    fetch_types: false,
    onnotice: () => {},
    onclose: onClose,
    connection: { application_name: "inngest_engine_leader" },
  });
}

/** True where Postgres will not take this data however often it is asked (SQLSTATE classes 22, 23 and 54). */
export function isRefusedByStore(error: unknown): boolean {
  return error instanceof postgres.PostgresError && /^(22|23|54)/.test(error.code);
}
