import { migrateDatabase } from "@/db/migrate";
import { ACTION_TYPE_ROWS } from "@/lib/action-types/registry";
import { completeMigration } from "@/lib/gateway/reseal/complete-migration";

/** `npm run db:migrate`: applies what is missing, as the tables' owner (DATABASE_OWNER_URL), under a lock. */
const ownerUrl = process.env.DATABASE_OWNER_URL;
if (!ownerUrl) {
  console.error("Set DATABASE_OWNER_URL to the address of the role that owns the tables.");
  process.exit(2);
}
await migrateDatabase(ownerUrl, ACTION_TYPE_ROWS, completeMigration);
console.log("The database is up to date.");
