import type { Db, Queryable } from "./connection";
import { advisoryLockSpace, leaderLock } from "./schema";

/** Takes the leader's lock for this connection's life. Null: another engine leads. Else the backend that holds it. */
export async function tryLead(connection: Db): Promise<number | null> {
  const rows = await connection<{ won: boolean; pid: number }[]>`
    select pg_try_advisory_lock(${advisoryLockSpace}::integer, ${leaderLock}::integer) as won, pg_backend_pid() as pid`;
  const row = rows[0];
  return row?.won ? row.pid : null;
}

/** Starts a new epoch, once what earlier ones are writing is written: from here on they neither take a job nor settle one. */
export async function startEpoch(connection: Db): Promise<number> {
  const rows = await connection<{ epoch: number }[]>`
    update inngest_engine.leadership set epoch = epoch + 1 returning epoch`;
  const epoch = rows[0]?.epoch;
  if (epoch === undefined) throw new Error("inngest_engine.leadership has lost its row");
  return epoch;
}

/**
 * A part of a statement that is empty unless this epoch still leads, and keeps the next from beginning until the
 * transaction ends: what the statement does by it is done in the epoch's own time.
 */
export function fenceOf(db: Queryable, epoch: number) {
  return db`fence as materialized (
    select epoch from inngest_engine.leadership where epoch = ${epoch} for share
  )`;
}

/** False where the connection was silently replaced: the lock went with the old backend. */
export async function isStillLeading(connection: Db, pid: number): Promise<boolean> {
  const rows = await connection<{ pid: number }[]>`select pg_backend_pid() as pid`;
  return rows[0]?.pid === pid;
}

/** Whether the end of every run is to be told, and not only to the steps that invoked one. */
export async function setSendsFinished(db: Queryable, sends: boolean): Promise<void> {
  await db`update inngest_engine.leadership set sends_finished = ${sends} where sends_finished <> ${sends}`;
}
