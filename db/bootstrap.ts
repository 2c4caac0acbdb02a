import postgres from "postgres";
import { ensureRoleSettings } from "./role-settings";

/** Passwords of the roles that log in; each address is made from the same server's. */
export interface RolePasswords {
  owner: string;
  app: string;
  engine: string;
}

/** Addresses of one database, by what their role may do. */
export interface DatabaseUrls {
  /** For migrations and set-up: its role owns the tables. The running app never uses it. */
  owner: string;
  /** For the app: its role owns nothing and is bound by row-level security. */
  app: string;
  /** For the embedded engine: its role has its own schema and no table of ours. */
  engine: string;
}

/**
 * Creates the roles and the database where they are missing; safe to repeat. Needs a superuser's address once;
 * migrations and the app do without.
 */
export async function bootstrapDatabase(
  superuserUrl: string,
  database: string,
  passwords: RolePasswords,
  template?: string,
): Promise<DatabaseUrls> {
  const sql = postgres(superuserUrl, { max: 1, onnotice: () => {} });
  try {
    await ensureRole(sql, "countersign_owner", passwords.owner);
    await ensureRole(sql, "countersign_app", passwords.app);
    await ensureRole(sql, "countersign_engine", passwords.engine);
    await ensureRole(sql, "countersign_lookup", null);
    await sql`GRANT countersign_lookup TO countersign_owner`;
    // The operator's command connects as the owner, and ends looks of the app that do not end by themselves.
    await sql`GRANT pg_signal_backend TO countersign_owner`;
    await ensureRoleSettings(sql);
    const [existing] = await sql`SELECT 1 FROM pg_database WHERE datname = ${database}`;
    if (!existing) {
      const from = template ? `TEMPLATE ${quote(template)}` : "";
      await sql.unsafe(`CREATE DATABASE ${quote(database)} OWNER countersign_owner ${from}`);
      await sql.unsafe(`REVOKE ALL ON DATABASE ${quote(database)} FROM PUBLIC`);
      await sql.unsafe(`GRANT CONNECT ON DATABASE ${quote(database)} TO countersign_app, countersign_engine`);
      await sql.unsafe(`GRANT CREATE ON DATABASE ${quote(database)} TO countersign_engine`);
    }
  } finally {
    await sql.end();
  }
  return {
    owner: urlOf(superuserUrl, database, "countersign_owner", passwords.owner),
    app: urlOf(superuserUrl, database, "countersign_app", passwords.app),
    engine: urlOf(superuserUrl, database, "countersign_engine", passwords.engine),
  };
}

async function ensureRole(sql: postgres.Sql, name: string, password: string | null): Promise<void> {
  const [existing] = await sql`SELECT 1 FROM pg_roles WHERE rolname = ${name}`;
  if (!existing)
    await sql.unsafe(`CREATE ROLE ${quote(name)} NOSUPERUSER NOBYPASSRLS NOCREATEDB NOCREATEROLE`);
  // ALTER ROLE takes no parameters; the server quotes the literal for us.
  if (password === null) return;
  const [{ literal }] = (await sql`SELECT quote_literal(${password}) AS literal`) as unknown as [
    { literal: string },
  ];
  await sql.unsafe(`ALTER ROLE ${quote(name)} LOGIN PASSWORD ${literal}`);
}

function urlOf(base: string, database: string, user: string, password: string): string {
  const url = new URL(base);
  url.username = user;
  url.password = encodeURIComponent(password);
  url.pathname = `/${database}`;
  return url.toString();
}

function quote(identifier: string): string {
  return `"${identifier.replaceAll('"', '""')}"`;
}
