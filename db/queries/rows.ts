import type { SQL } from "drizzle-orm";
import type { TenantTransaction } from "../client";

/** Runs hand-written SQL and names the shape of its rows; the statement beside the call is what makes that true. */
export async function selectRows<Row>(tx: TenantTransaction, statement: SQL): Promise<Row[]> {
  return (await tx.execute(statement)) as unknown as Row[];
}
