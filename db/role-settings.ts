import type postgres from "postgres";

/**
 * The limits of each role's sessions. They are set where the roles are made, so that no lock is held for ever. A process that
 * stands still inside a transaction is cut after 8 seconds. Other sessions wait at most 25 seconds for a lock, so they outlive
 * it. `take_time` gives long statements more. The network's own settings end sessions of a host that is gone or reads no more.
 * docs/adr/0046
 */
const network = {
  tcp_keepalives_idle: "10",
  tcp_keepalives_interval: "5",
  tcp_keepalives_count: "3",
  tcp_user_timeout: "20s",
};
export const ROLE_SETTINGS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  countersign_app: {
    ...network,
    idle_in_transaction_session_timeout: "8s",
    lock_timeout: "25s",
    statement_timeout: "30s",
    // From Postgres 17. The end of everything that the others do not see, such as a client that sent half a message.
    transaction_timeout: "60s",
  },
  /** Migrations and set-up: their statements may take long, but nobody stands still inside one. */
  countersign_owner: { ...network, idle_in_transaction_session_timeout: "60s", lock_timeout: "60s" },
  countersign_engine: { ...network, idle_in_transaction_session_timeout: "30s" },
};

const fromVersion: Readonly<Record<string, number>> = { transaction_timeout: 170_000 };

/**
 * Sets what differs, and takes back what a role gave itself: every role may change its own. Sessions that are open keep
 * theirs. Needs a superuser.
 */
export async function ensureRoleSettings(sql: postgres.Sql): Promise<void> {
  const [server] = await sql<{ version: number }[]>`
    SELECT current_setting('server_version_num')::int AS version`;
  // Those of one database come before those of every one.
  const inDatabases = await sql<{ role: string; database: string }[]>`
    SELECT r.rolname AS role, d.datname AS database FROM pg_db_role_setting s
    JOIN pg_roles r ON r.oid = s.setrole JOIN pg_database d ON d.oid = s.setdatabase
    WHERE r.rolname = ANY (${Object.keys(ROLE_SETTINGS)})`;
  for (const { role, database } of inDatabases)
    await sql.unsafe(`ALTER ROLE "${role}" IN DATABASE "${database.replaceAll('"', '""')}" RESET ALL`);
  for (const [role, settings] of Object.entries(ROLE_SETTINGS)) {
    const [row] = await sql<{ config: string[] | null }[]>`
      SELECT s.setconfig AS config FROM pg_roles r
      LEFT JOIN pg_db_role_setting s ON s.setrole = r.oid AND s.setdatabase = 0 WHERE r.rolname = ${role}`;
    let config = row?.config ?? [];
    if (config.some((setting) => !Object.hasOwn(settings, setting.split("=", 1)[0]!))) {
      await sql.unsafe(`ALTER ROLE "${role}" RESET ALL`);
      config = [];
    }
    for (const [name, value] of Object.entries(settings)) {
      if (server!.version < (fromVersion[name] ?? 0) || config.includes(`${name}=${value}`)) continue;
      await sql.unsafe(`ALTER ROLE "${role}" SET ${name} = '${value}'`);
    }
  }
}
