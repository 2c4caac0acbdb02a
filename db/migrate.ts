import { fileURLToPath } from "node:url";
import { drizzle } from "drizzle-orm/postgres-js";
import { migrate } from "drizzle-orm/postgres-js/migrator";
import postgres from "postgres";

const migrationsFolder = fileURLToPath(new URL("./migrations", import.meta.url));
/** Any fixed number: whoever migrates this product's database asks for the same lock. */
const migrationLock = 7_260_113;

/**
 * Applies the migrations that are missing, one process at a time: Drizzle's migrator takes no lock of its own, and two
 * instances starting together would both try. The lock is the session's, so a crash releases it.
 */
export async function migrateDatabase(ownerUrl: string): Promise<void> {
  const client = postgres(ownerUrl, { max: 1, onnotice: () => {} });
  try {
    await client`SELECT pg_advisory_lock(${migrationLock})`;
    await migrate(drizzle(client), { migrationsFolder });
  } finally {
    await client.end();
  }
}
