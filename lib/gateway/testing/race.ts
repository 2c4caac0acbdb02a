import type postgres from "postgres";
import { expect } from "vitest";
import { AppError, type ErrorCode } from "@/lib/core/errors";

/** Tools for races and refusals: barriers out of real locks, and outcomes instead of throws. */

export type Outcome<T> = { value: T; error: null } | { value: null; error: AppError };

/** The expected outcome of a verb, refusals included. Faults that are no AppError still fail the test. */
export async function outcomeOf<T>(promise: Promise<T>): Promise<Outcome<T>> {
  try {
    return { value: await promise, error: null };
  } catch (error) {
    if (error instanceof AppError) return { value: null, error };
    throw error;
  }
}

/** The refusal itself; fails where the verb did not refuse. */
export async function refusalOf(promise: Promise<unknown>): Promise<AppError> {
  const { value, error } = await outcomeOf(promise);
  if (error) return error;
  throw new Error(`expected a refusal, got ${JSON.stringify(value)}`);
}

/** Fails unless the verb refuses with this code, or in this way. */
export async function expectRefusal(
  promise: Promise<unknown>,
  refusal: ErrorCode | { code: ErrorCode; status?: number; [member: string]: unknown },
): Promise<void> {
  expect(await refusalOf(promise)).toMatchObject(typeof refusal === "string" ? { code: refusal } : refusal);
}

const patienceMs = 240_000;

/** Asks until the answer is yes. A test that waits in vain fails with the name of the event. */
export async function until(event: string, ask: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + patienceMs;
  while (!(await ask())) {
    if (Date.now() > deadline) throw new Error(`waited in vain: ${event}`);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Waits until `count` sessions of this database wait for a lock that another transaction holds. */
export async function untilWaiting(superuser: postgres.Sql, count: number): Promise<void> {
  await until(`${count} sessions waiting for a lock`, async () => {
    const [row] = await superuser<{ waiting: number }[]>`
      SELECT count(*)::int AS waiting FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    return row!.waiting >= count;
  });
}

/** Waits until the database's own clock has passed the action's time. */
export async function untilExpired(superuser: postgres.Sql, actionId: number): Promise<void> {
  await until(`action ${actionId} running out of time`, async () => {
    const [row] = await superuser<{ over: boolean }[]>`
      SELECT expires_at <= clock_timestamp() AS over FROM proposed_actions WHERE id = ${actionId}`;
    return row!.over;
  });
}

/** Runs statements as nobody in the product could: with every trigger of the session off. */
export async function pastEveryGuard(
  superuser: postgres.Sql,
  work: (tx: postgres.TransactionSql) => Promise<unknown>,
): Promise<void> {
  await superuser.begin(async (tx) => {
    await tx`SET LOCAL session_replication_role = replica`;
    await work(tx);
  });
}

/** The action runs out of time `inMs` from now by the database's clock. */
export async function letExpire(superuser: postgres.Sql, actionId: number, inMs: number): Promise<void> {
  await pastEveryGuard(
    superuser,
    (tx) => tx`
      UPDATE proposed_actions SET created_at = least(created_at, clock_timestamp() - interval '1 hour'),
             expires_at = clock_timestamp() + make_interval(secs => ${inMs / 1000}::float8)
      WHERE id = ${actionId}`,
  );
}

/** The action is out of time by the database's clock. Nothing has swept it yet. */
export async function runOut(superuser: postgres.Sql, actionId: number): Promise<void> {
  await letExpire(superuser, actionId, 0);
  await untilExpired(superuser, actionId);
}

/** A promise that a test fulfils when it wants to. */
export function newGate<Value = void>(): { opened: Promise<Value>; open: (value: Value) => void } {
  let open: (value: Value) => void = () => {};
  const opened = new Promise<Value>((resolve) => (open = resolve));
  return { opened, open };
}

/** A transaction of its own that holds a row until its release. Rows that refer to it may still be written where `key` is left free. */
export async function holdRow(
  owner: postgres.Sql<{ bigint: number }>,
  table: "proposed_actions" | "kill_switches" | "ns_pending_pushes",
  id: number,
  key: "held" | "free" = "held",
): Promise<{ release(how: "commit" | "rollback"): Promise<void> }> {
  const order = newGate<"commit" | "rollback">();
  const lock = newGate();
  const end = owner
    .begin(async (tx) => {
      const strength = key === "held" ? tx`FOR UPDATE` : tx`FOR NO KEY UPDATE`;
      await tx`SELECT 1 FROM ${tx(table)} WHERE id = ${id} ${strength}`;
      lock.open();
      if ((await order.opened) === "rollback") throw rolledBack;
    })
    .catch((error: unknown) => {
      if (error !== rolledBack) throw error;
    });
  await Promise.race([lock.opened, end]);
  return {
    async release(how) {
      order.open(how);
      await end;
    },
  };
}
const rolledBack = new Error("rolled back on purpose");
