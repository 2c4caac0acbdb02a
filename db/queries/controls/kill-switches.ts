/** This room holds the SQL of switches, retention, overview and metrics. */

import type { Database, Pool, TenantTransaction } from "@/db/client";
import type { Page, SealedRow } from "@/db/queries/people/sealed";
import { type RowOf, execute, selectAll, selectOne } from "@/db/queries/rows";
import type { killSwitches } from "@/db/schema/decisions";
import type { SwitchName } from "@/lib/core/kill-switch";

/** Kill switches: read, flipped, and the queue woken that waited behind one. */

export type SwitchRow = RowOf<
  typeof killSwitches,
  "id" | "tenantId" | "name" | "engaged" | "reason" | "changedByLabel" | "changedAt" | "flips" | "releaseSeal"
>;

/** The part of a row that says whether it lets writes pass: `lib/gateway/controls/switch-seal.ts` judges it. */
export type StoredSwitch = Pick<SwitchRow, "id" | "tenantId" | "name" | "engaged" | "flips" | "releaseSeal">;

/** A row as its reader judged it. A look passes where the row is still at that counter, and was released. */
export interface SeenSwitch extends Pick<StoredSwitch, "id" | "name" | "flips"> {
  released: boolean;
  /** Past the app, for the words of a halt alone. */
  releasedElsewhere: boolean;
}

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
    SELECT id, tenant_id, name, engaged, reason, changed_by_label, changed_at, flips, release_seal FROM kill_switches
    WHERE tenant_id = ${tenantId} OR tenant_id IS NULL ORDER BY id`;

/** The same for the looks, which compare them. Empty where they cannot be read: the look itself answers for that. */
export async function readStoredSwitches(tx: TenantTransaction, tenantId: number): Promise<StoredSwitch[]> {
  const row = await selectOne<{ switches: StoredSwitch[] | null }>(tx)`
    SELECT stored_switches(${tenantId}::bigint) AS switches`;
  return row.switches ?? [];
}

/** The three global ones alone. */
export async function listGlobalSwitches(database: Database): Promise<SwitchRow[]> {
  return database.urgent.sql<SwitchRow[]>`
    SELECT id, tenant_id, name, engaged, reason, changed_by_label, changed_at, flips, release_seal FROM kill_switches
    WHERE tenant_id IS NULL ORDER BY id`;
}

/** The counter from which a switch is released, and the app's seal of the next one. */
export interface SealedRelease {
  after: number;
  seal: string;
}

export interface SwitchFlip {
  name: SwitchName;
  /** Null: it is engaged. */
  release: SealedRelease | null;
  reason: string;
  byLabel: string;
}

const argumentsOf = ({ release }: SwitchFlip) => ({
  engaged: release === null,
  after: release?.after ?? null,
  seal: release?.seal ?? null,
});

/** How long an engagement waits for a session that holds its rows before that one is ended, and how long one try takes. */
const HOLD_LIMITS = { patienceMs: 500, endingMs: 1_000 };

/**
 * Runs the statement that flips a switch, which stands on one line: `end_blockers` knows it by its text. Nobody keeps an engagement waiting: a session of ours that holds the switch's row
 * or its chain, and waits for nobody itself, is ended, and its transaction rolls back. A release waits.
 */
async function flip<T>(
  database: Database,
  { release }: SwitchFlip,
  run: (sql: Pool["sql"]) => Promise<T>,
): Promise<T> {
  if (release) return run(database.urgent.sql);
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

/** Ends blocking transactions over an extra connection, because the urgent ones may all be waiting. False: none was available, and the engagement waits like any statement. */
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
 * was engaged already, or its release goes from another counter.
 */
export async function flipSwitch(database: Database, tenantId: number, change: SwitchFlip): Promise<boolean> {
  const { name, reason, byLabel } = change;
  const { engaged, after, seal } = argumentsOf(change);
  return flip(database, change, async (sql) => {
    const [row] = await sql<{ flipped: boolean }[]>`
      SELECT flip_switch(${tenantId}, ${name}, ${engaged}, ${reason}, ${byLabel}, ${after}, ${seal}) AS flipped`;
    return row!.flipped;
  });
}

/** The same for every tenant. */
export async function flipGlobalSwitch(database: Database, change: SwitchFlip): Promise<boolean> {
  const { name, reason, byLabel } = change;
  const { engaged, after, seal } = argumentsOf(change);
  return flip(database, change, async (sql) => {
    const [row] = await sql<{ flipped: boolean }[]>`
      SELECT flip_global_switch(${name}, ${engaged}, ${reason}, ${byLabel}, ${after}, ${seal}) AS flipped`;
    return row!.flipped;
  });
}

/** Named by their ids. Those of every tenant are listed with the first tenant's. */
export interface SealedReleaseRow extends SealedRow, Pick<SwitchRow, "name" | "flips"> {
  /** Null: it holds for every tenant. */
  ofTenant: number | null;
}

export const listSealedReleases = (tx: TenantTransaction, { tenantId, afterId, limit }: Page) =>
  selectAll<SealedReleaseRow>(tx)`
    SELECT id, release_seal AS value, tenant_id AS of_tenant, name, flips FROM kill_switches
    WHERE (tenant_id = ${tenantId} OR tenant_id IS NULL AND ${tenantId} = (SELECT min(id) FROM tenants))
      AND release_seal IS NOT NULL AND id > ${afterId} ORDER BY id LIMIT ${limit}`;

/** 0: it changed meanwhile. */
export const replaceSealOfRelease = (
  tx: TenantTransaction,
  { id, value, ofTenant }: SealedReleaseRow,
  replacement: string,
) =>
  execute(tx)`
    UPDATE kill_switches SET release_seal = ${replacement}
    WHERE tenant_id IS NOT DISTINCT FROM ${ofTenant}::bigint AND id = ${id} AND release_seal = ${value}`;

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
