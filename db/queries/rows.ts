import { type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { TenantTransaction } from "../client";

/** Runs hand-written SQL. A call states the type of its rows, and its statement has to match that type. */

type Statement<Answer> = (text: TemplateStringsArray, ...values: unknown[]) => Promise<Answer>;

/** The named columns of a table as hand-written SQL returns them: times are text. */
export type RowOf<Table extends PgTable, Column extends keyof Table["$inferSelect"]> = {
  [Name in Column]: TextForTime<Table["$inferSelect"][Name]>;
};
type TextForTime<Value> = Value extends Date ? string : Value;

/** All rows. Empty: there are none. */
export const selectAll =
  <Row>(tx: TenantTransaction): Statement<Row[]> =>
  (text, ...values) =>
    selectRows<Row>(tx, sql(text, ...values));

/** The first row. Null: there is none. */
export const selectFirst =
  <Row>(tx: TenantTransaction): Statement<Row | null> =>
  async (text, ...values) =>
    (await selectRows<Row>(tx, sql(text, ...values)))[0] ?? null;

/** The row of a statement that always returns one. */
export const selectOne =
  <Row>(tx: TenantTransaction): Statement<Row> =>
  async (text, ...values) =>
    (await selectRows<Row>(tx, sql(text, ...values)))[0]!;

/** Runs a statement for its effect. Returns how many rows it read or changed. */
export const execute =
  (tx: TenantTransaction): Statement<number> =>
  async (text, ...values) =>
    (await tx.execute(sql(text, ...values))).count;

/** All rows of a statement that was built before. */
export async function selectRows<Row>(tx: TenantTransaction, statement: SQL): Promise<Row[]> {
  return (await tx.execute(statement)) as unknown as Row[];
}
