import type { Db } from "./connection";
import { migrations } from "./migrations";

/** The engine's own namespace of advisory locks (two-key form): "inng" as a number. */
export const advisoryLockSpace = 0x696e6e67;
const migrationLock = 1;
export const leaderLock = 2;
/** The first entry of `migrations` holds all up to this version; a database that is there already does not get it again. */
const baselineVersion = 2;

/** Brings the schema up to date. Engines that start together wait for one another; running it again changes nothing. */
export async function migrate(db: Db): Promise<void> {
  await db.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(${advisoryLockSpace}::integer, ${migrationLock}::integer)`;
    // Asked first, because "if not exists" still demands the right to create schemas.
    const namespaces = await tx`select 1 from pg_namespace where nspname = 'inngest_engine'`;
    if (namespaces.length === 0) await tx`create schema inngest_engine`;
    await tx`
      create table if not exists inngest_engine.migrations (
        version integer primary key,
        applied_at timestamptz not null default clock_timestamp()
      )`;
    const rows = await tx<
      { version: number }[]
    >`select coalesce(max(version), 0) as version from inngest_engine.migrations`;
    const applied = rows[0]?.version ?? 0;
    for (const [index, statements] of migrations.entries()) {
      const version = baselineVersion + index;
      if (version <= applied) continue;
      await tx.unsafe(statements);
      await tx`insert into inngest_engine.migrations (version) values (${version})`;
    }
  });
}
