import { type SQL, asc, desc, sql } from "drizzle-orm";
import type { ListSort } from "@/lib/core/action/list-order";
import { proposedActions } from "@/db/schema/actions";

/**
 * The orders of a list as keysets: each goes by a key that never changes while the row stays in its list, and then by id,
 * so that pages neither repeat nor skip a row while others come and go. Extending an expiry moves a row down, once.
 */

/** The end of a page. `key`: the last row's key in the list's order, as text; null where the order is the id's own. */
export interface ListCursor {
  key: string | null;
  id: number;
}

interface ListOrder {
  /** Null: by id alone. */
  key: SQL | null;
  type: SQL;
  way: "up" | "down";
}

/** Repeated by the indexes of 0037_list_orders.sql. Unknown is never small. */
const impact = sql`(CASE WHEN ${proposedActions.factsReadAt} IS NULL THEN 9223372036854775807
  ELSE coalesce(abs(${proposedActions.impactCents}), 9223372036854775807) END)`;
const movement = sql`(coalesce(abs(${proposedActions.movementPercent}), -1))`;

/** Repeated by the index of 0039_one_tap_first.sql. A raised tier moves a row down, once. */
const taps = sql`(CASE WHEN ${proposedActions.riskLevel} >= 4 THEN 'infinity' ELSE ${proposedActions.expiresAt} END)`;

/**
 * Repeated by the indexes of 0054_keys_that_cannot_leak.sql. Not COALESCE, which row-level security keeps from every index.
 */
export const lastTime = sql`(CASE WHEN ${proposedActions.appliedAt} IS NOT NULL THEN ${proposedActions.appliedAt}
  WHEN ${proposedActions.endedAt} IS NOT NULL THEN ${proposedActions.endedAt}
  WHEN ${proposedActions.decidedAt} IS NOT NULL THEN ${proposedActions.decidedAt}
  ELSE ${proposedActions.createdAt} END)`;

const orders: Record<ListSort, ListOrder> = {
  expiry: { key: sql`${proposedActions.expiresAt}`, type: sql`timestamptz`, way: "up" },
  taps: { key: taps, type: sql`timestamptz`, way: "up" },
  ended: { key: lastTime, type: sql`timestamptz`, way: "down" },
  newest: { key: null, type: sql``, way: "down" },
  oldest: { key: null, type: sql``, way: "up" },
  impact: { key: impact, type: sql`bigint`, way: "down" },
  movement: { key: movement, type: sql`numeric`, way: "down" },
};

interface Ordered {
  sort: ListSort;
  seesContent: boolean;
}

/** A movement is content: from whom content is hidden it orders nothing, and stands in no cursor. */
const orderOf = ({ sort, seesContent }: Ordered): ListOrder =>
  sort === "movement" && !seesContent ? orders.newest : orders[sort];

/** A time keeps its microseconds, a number its digits. */
export const sortKeyOf = (order: Ordered): SQL<string | null> => {
  const { key } = orderOf(order);
  return key === null ? sql<null>`NULL::text` : sql<string>`${key}::text`;
};

export function orderBy(order: Ordered): SQL[] {
  const { key, way } = orderOf(order);
  const towards = way === "up" ? asc : desc;
  return [...(key ? [towards(key)] : []), towards(proposedActions.id)];
}

export function afterCursor(order: Ordered, { key: last, id }: ListCursor): SQL {
  const { key, type, way } = orderOf(order);
  const beyond = way === "up" ? sql`>` : sql`<`;
  return key === null
    ? sql`${proposedActions.id} ${beyond} ${id}::bigint`
    : sql`(${key}, ${proposedActions.id}) ${beyond} (${last}::${type}, ${id}::bigint)`;
}
