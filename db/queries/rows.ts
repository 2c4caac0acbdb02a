import { type SQL, sql } from "drizzle-orm";
import type { TenantTransaction } from "../client";

/** Runs hand-written SQL and names the shape of its rows; the statement beside the call is what makes that true. */
export async function selectRows<Row>(tx: TenantTransaction, statement: SQL): Promise<Row[]> {
  return (await tx.execute(statement)) as unknown as Row[];
}

/** The value of a SQL function of ours (db/functions), whose file says what it means. */
export async function callFunction<Value>(
  tx: TenantTransaction,
  name: string,
  ...inputs: readonly (string | number | null)[]
): Promise<Value> {
  const sent = sql.join(
    inputs.map((input) => sql`${input}`),
    sql`, `,
  );
  const [row] = await selectRows<{ value: Value }>(tx, sql`SELECT ${sql.identifier(name)}(${sent}) AS value`);
  return row!.value;
}
