import { type TenantTransaction, inTenant } from "@/db/client";
import { listActions as listRows } from "@/db/queries/actions/actions";
import type { ActionFilter } from "@/db/queries/actions/list-filter";
import { countSearch } from "@/db/queries/actions/count-search";
import { countByTier } from "@/db/queries/actions/tier-counts";
import { listDeciders, readTimeZone } from "@/db/queries/actions/history";
import { findActions } from "@/db/queries/actions/search";
import {
  COUNT_MAX,
  type CountsQuery,
  type HistoryChoices,
  type ListCounts,
  type ListQuery,
} from "@/lib/contract/actions/list-query";
import type { ActionList } from "@/lib/contract/actions/outline";
import type { Person } from "@/lib/core/access/principal";
import { usualSort } from "@/lib/core/action/list-order";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { readableOf, summaryOf } from "./action-view";
import { cursorText, parseCursor } from "./list-cursor";
import { type Sight, sightIn } from "./sight";

/** A search reads so many pages without a hit before it answers with an empty one and a cursor. */
const emptyPagesMax = 4;

/**
 * Pages of a list by key, in the order asked for.
 * @throws AppError malformed_request for a cursor of another order; rate_limited for a search beside too many others.
 */
export async function listActions(
  person: Person,
  query: ListQuery,
  gateway: Gateway = getGateway(),
): Promise<ActionList> {
  const sort = query.sort ?? usualSort(query.status);
  const cursor = query.cursor === undefined ? null : parseCursor(query.cursor, sort);
  const { tenantId } = person;
  const readPage = async (tx: TenantTransaction) => {
    const of = await sightIn(tx, person);
    const filter = { ...(await filterOf(tx, tenantId, query, of)), sort, limit: query.limit };
    let page = await listRows(tx, tenantId, filter, cursor);
    for (let looked = 1; page.rows.length === 0 && page.end && looked < emptyPagesMax; looked += 1)
      page = await listRows(tx, tenantId, filter, page.end);
    return { ...page, sight: of };
  };
  const { rows, end, sight } = await gateway.searchTurns.read(person, query.q, () =>
    inTenant(gateway.database, tenantId, readPage),
  );
  return {
    items: readableOf(rows, (row) => summaryOf(row, sight, gateway.clock.now())).map(
      ({ summary }) => summary,
    ),
    next_cursor: end && cursorText(end, sort),
  };
}

/**
 * Of each tier what the list holds without a filter by tier; zeros too.
 * @throws AppError rate_limited for a search beside too many others.
 */
export async function countActions(
  person: Person,
  query: CountsQuery,
  gateway: Gateway = getGateway(),
): Promise<ListCounts> {
  const { tenantId } = person;
  const countIn = async (tx: TenantTransaction) => {
    const { q = "" } = query;
    const filter = narrowedBy(query, await sightIn(tx, person));
    return q.trim() === ""
      ? countByTier(tx, tenantId, filter, COUNT_MAX)
      : countSearch(tx, tenantId, { ...filter, q }, COUNT_MAX);
  };
  const counted = await gateway.searchTurns.read(person, query.q, () =>
    inTenant(gateway.database, tenantId, countIn),
  );
  return {
    total: counted.reduce((sum, { count }) => sum + count, 0),
    by_tier: counted.toSorted((a, b) => b.tier - a.tier),
  };
}

/** The people that the history can be narrowed to, and the zone of its days. */
export async function readHistoryChoices(
  person: Person,
  gateway: Gateway = getGateway(),
): Promise<HistoryChoices> {
  const { tenantId } = person;
  return inTenant(gateway.database, tenantId, async (tx) => ({
    deciders: await listDeciders(tx, tenantId),
    time_zone: await readTimeZone(tx, tenantId),
  }));
}

type Narrowing = CountsQuery & { tier?: number | undefined; tier_max?: number | undefined };

/** A query's filters in the words of the database, with the actions that its search finds. */
export async function filterOf(
  tx: TenantTransaction,
  tenantId: number,
  query: Narrowing,
  sight: Sight,
): Promise<ActionFilter> {
  const { status, q = "" } = query;
  const filter = narrowedBy(query, sight);
  if (q.trim() === "") return filter;
  return { ...filter, found: await findActions(tx, tenantId, { q, status, seesContent: sight.seesContent }) };
}

/** The same without its search. */
function narrowedBy(
  { decided_by: decidedBy, tier_max: tierMax, ...query }: Narrowing,
  { seesContent }: Sight,
): ActionFilter {
  const { status, tier, type, agent, customer, outcome, from, to } = query;
  return { status, tier, tierMax, type, agent, customer, outcome, decidedBy, from, to, seesContent };
}
