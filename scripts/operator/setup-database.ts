import { parseArgs } from "node:util";
import { bootstrapDatabase } from "@/db/bootstrap";
import { migrateDatabase } from "@/db/migrate";
import { ACTION_TYPE_ROWS } from "@/lib/action-types/registry";
import { completeMigration } from "@/lib/gateway/reseal/complete-migration";

/**
 * `npm run db:setup -- --superuser-url postgres://… [--database countersign]`: creates the roles and the database, migrates,
 * and prints the addresses to configure. Passwords come from COUNTERSIGN_OWNER_PASSWORD, COUNTERSIGN_APP_PASSWORD and
 * COUNTERSIGN_ENGINE_PASSWORD. Safe to repeat.
 */
const { values } = parseArgs({
  options: { "superuser-url": { type: "string" }, database: { type: "string", default: "countersign" } },
});

function required(name: string): string {
  const value = process.env[name];
  if (value) return value;
  console.error(`Set ${name}: the password of that database role.`);
  process.exit(2);
}

if (!values["superuser-url"]) {
  console.error(
    "Usage: npm run db:setup -- --superuser-url postgres://user:password@host/postgres [--database countersign]",
  );
  process.exit(2);
}
const urls = await bootstrapDatabase(values["superuser-url"], values.database, {
  owner: required("COUNTERSIGN_OWNER_PASSWORD"),
  app: required("COUNTERSIGN_APP_PASSWORD"),
  engine: required("COUNTERSIGN_ENGINE_PASSWORD"),
});
await migrateDatabase(urls.owner, ACTION_TYPE_ROWS, completeMigration);
const masked = (url: string) => url.replace(/:[^:@/]+@/, ":…@");
console.log(`The database is ready. Configure, with the passwords you chose:
  DATABASE_URL        ${masked(urls.app)}
  DATABASE_OWNER_URL  ${masked(urls.owner)}   (migrations and set-up only; the running app never needs it)
  embedded engine     ${masked(urls.engine)}   (only where no Inngest is used)`);
