import { sql } from "drizzle-orm";
import { bigint, text, timestamp } from "drizzle-orm/pg-core";

/** A safe integer, here and in JSON. */
export const id = (name: string) => bigint(name, { mode: "number" });
export const ids = (name: string) => id(name).array();
/** `generatedAlwaysAs` keeps it out of what an insert names: the app's role has no right to give a number. */
export const identity = () =>
  id("id")
    .primaryKey()
    .generatedAlwaysAsIdentity()
    .generatedAlwaysAs(sql`identity`);
/** The first columns of a tenant's row. */
export const ofTenant = () => ({ id: identity(), tenantId: id("tenant_id").notNull() });
/** The first columns of a row about one action. */
export const ofAction = () => ({ ...ofTenant(), actionId: id("action_id").notNull() });
export const time = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });
/** The moment of the row itself, also where its transaction began earlier. */
export const timeOfRow = (name: string) =>
  time(name)
    .notNull()
    .default(sql`clock_timestamp()`);
export const oneOf = <const Values extends readonly [string, ...string[]]>(name: string, values: Values) =>
  text(name, { enum: values });
