/** This room holds the SQL of switches, retention, overview and metrics. */

import type { Database, Pool, TenantTransaction } from "@/db/client";
import { type RowOf, selectAll, selectOne } from "@/db/queries/rows";
import type { killSwitches } from "@/db/schema/decisions";
import type { SwitchName } from "@/lib/core/kill-switch";

/** Kill switches: read, flipped, and the queue woken that waited behind one. */

export type SwitchRow = RowOf<
  typeof killSwitches,
  "id" | "tenantId" | "name" | "engaged" | "reason" | "changedByLabel" | "changedAt"
>;

/**
 * True for a failure inside the look at the switches itself: no privilege, no table, a damaged page, a lock that could not
 * be had. Switches that cannot be read count as engaged, and the transaction that asked has written nothing.
 */
export function isUnreadableSwitches(error: unknown): boolean {
  const cause = error instanceof Error && error.cause ? error.cause : error;
  if (typeof cause !== "object" || cause === null || !("where" in cause)) return false;
  return typeof cause.where === "string" && cause.where.includes("function engaged_switch(");
}

/** The tenant's own three and the three global ones. */
export const listSwitches = (tx: TenantTransaction, tenantId: number) =>
  selectAll<SwitchRow>(tx)`
    SELECT id, tenant_id, name, engaged, reason, changed_by_label, changed_at FROM kill_switches
    WHERE tenant_id = ${tenantId} OR tenant_id IS NULL ORDER BY id`;

/** The three global ones alone. */
export async function listGlobalSwitches(database: Database): Promise<SwitchRow[]> {
  return database.urgent.sql<SwitchRow[]>`
    SELECT id, tenant_id, name, engaged, reason, changed_by_label, changed_at FROM kill_switches
    WHERE tenant_id IS NULL ORDER BY id`;
}

export interface SwitchFlip {
  name: SwitchName;
  engaged: boolean;
  reason: string;
  byLabel: string;
}

/** How long an engagement waits for a session that holds its rows before that one is ended, and how long one try takes. */
const HOLD_LIMITS = { patienceMs: 500, endingMs: 1_000 };

/**
 * Runs the statement that flips a switch. Nobody keeps an engagement waiting: a session of ours that holds the switch's row
 * or its chain, and waits for nobody itself, is ended, and its transaction rolls back. A release waits.
 */
async function flip<T>(
  database: Database,
  engaged: boolean,
  run: (sql: Pool["sql"]) => Promise<T>,
): Promise<T> {
  if (!engaged) return run(database.urgent.sql);
  const connection = await database.urgent.sql.reserve();
  let patience: ReturnType<typeof setTimeout> | undefined;
  try {
    const [{ pid }] = await connection<[{ pid: number }]>`SELECT pg_backend_pid() AS pid`;
    const progress = { isOver: false };
    const flipped = run(connection).finally(() => (progress.isOver = true));
    const held = new Promise<"held">((resolve) => {
      patience = setTimeout(resolve, HOLD_LIMITS.patienceMs, "held");
    });
    if ((await Promise.race([flipped, held])) === "held")
      // Again and again: whoever was spared as another engagement may hold the row since.
      while (!progress.isOver && (await endBlockers(database, pid)));
    return await flipped;
  } finally {
    clearTimeout(patience);
    connection.release();
  }
}

/** By a connection aside: the urgent ones may all be waiting. False: none can be had, and the engagement waits as any statement. */
async function endBlockers(database: Database, pid: number): Promise<boolean> {
  const limit = HOLD_LIMITS.endingMs / 1_000;
  return database
    .aside((sql) => sql`SELECT end_blockers(${pid}, make_interval(secs => ${limit}))`)
    .then(
      () => true,
      () => false,
    );
}

/**
 * Flips the tenant's own switch, with its event: one statement, which waits for nobody who looks at it. Everybody who looks
 * later sees it; `endLooks` waits for the others. It wakes nobody: `wakeWaitingPushes` does, once it has committed. False: it
 * stood that way already.
 */
export async function flipSwitch(
  database: Database,
  tenantId: number,
  { name, engaged, reason, byLabel }: SwitchFlip,
): Promise<boolean> {
  return flip(database, engaged, async (sql) => {
    const [row] = await sql<{ flipped: boolean }[]>`
      SELECT flip_switch(${tenantId}, ${name}, ${engaged}, ${reason}, ${byLabel}) AS flipped`;
    return row!.flipped;
  });
}

/** The same for every tenant. */
export async function flipGlobalSwitch(
  database: Database,
  { name, engaged, reason, byLabel }: SwitchFlip,
): Promise<void> {
  await flip(
    database,
    engaged,
    (sql) => sql`SELECT flip_global_switch(${name}, ${engaged}, ${reason}, ${byLabel})`,
  );
}

/** When a look is cancelled, and when the wait for its end is given up. Engaging is to be answered within two seconds. */
const LOOK_LIMITS = { patienceMs: 800, waitMs: 1_500 };

/**
 * Waits until every look at the switches that was under way has ended, of one tenant or (null) of all. One that takes long
 * is ended: its transaction rolls back. Returns how many could not be.
 */
export async function endLooks(database: Database, tenantId: number | null): Promise<number> {
  const seconds = (ms: number) => ms / 1_000;
  const [row] = await database.urgent.sql<{ left: number }[]>`
    SELECT end_looks(${tenantId}, make_interval(secs => ${seconds(LOOK_LIMITS.patienceMs)}),
      make_interval(secs => ${seconds(LOOK_LIMITS.waitMs)})) AS left`;
  return row!.left;
}

/**
 * Requests pushes that wait again under a new event id, one per action, in the order of their ids. `last`: the last that was
 * considered, after which the next batch begins; null: there were none. `held`: those that somebody else held.
 */
export async function wakeWaitingPushes(
  database: Database,
  tenantId: number,
  afterId: number,
  limit: number,
): Promise<{ last: number | null; held: number[] }> {
  const [row] = await database.urgent.sql<{ last: number | null; held: number[] }[]>`
    SELECT last, held FROM wake_waiting_pushes(${tenantId}, ${afterId}, ${limit})`;
  return row!;
}

/** Requests a held push as soon as it is free. False: it is held longer than `limitMs`. Not over an urgent connection. */
export async function wakeHeldPush(
  { sql }: Database,
  tenantId: number,
  pushId: number,
  limitMs: number,
): Promise<boolean> {
  const [row] = await sql<{ isFree: boolean }[]>`
    SELECT wake_held_push(${tenantId}, ${pushId}, make_interval(secs => ${limitMs / 1_000})) AS is_free`;
  return row!.isFree;
}

/** The same in the caller's transaction, for the first `limit` actions that nobody holds. Returns how many were requested. */
export async function wakeQueuedPushes(
  tx: TenantTransaction,
  tenantId: number,
  limit: number,
): Promise<number> {
  const { woken } = await selectOne<{ woken: number }>(tx)`
    SELECT woken FROM wake_waiting_pushes(${tenantId}, 0, ${limit})`;
  return woken;
}
