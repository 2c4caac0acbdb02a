/** This room holds words and figures that several pages show. */

import {
  ENDED_STATUSES,
  type EndedStatus,
  LIST_SORTS,
  type ListSort,
  usualSort,
} from "@/lib/core/action/list-order";

/** The lists of the inbox, in the order they are shown. */

export const VIEWS = ["pending", "approved", "stale", "history"] as const;
export type View = (typeof VIEWS)[number];

interface ViewWords {
  /** In the navigation. */
  name: string;
  /** Above the list. */
  title: string;
}

export const VIEW_WORDS: Record<View, ViewWords> = {
  pending: {
    name: "Inbox",
    title: "Inbox",
  },
  approved: {
    name: "Approved, not applied",
    title: "Approved, not yet applied",
  },
  stale: {
    name: "Stale",
    title: "Stale",
  },
  history: {
    name: "History",
    title: "History",
  },
};

/** True where an action of this status does not stand in that list. */
export const hasLeft = (view: View, status: string): boolean => view !== "history" && view !== status;

export const INBOX_PATH = "/proposed-actions";

export function viewHref(view: View): string {
  return view === "pending" ? INBOX_PATH : `${INBOX_PATH}?view=${view}`;
}

export const actionHref = (id: number | null): string => `${INBOX_PATH}/${id}`;

/** The id at the end of `/proposed-actions/8421`; null on the list itself. */
export function idOfPath(path: string): number | null {
  const match = /^\/proposed-actions\/(\d{1,15})$/.exec(path);
  return match ? Number(match[1]) : null;
}

export interface ListFilter {
  view: View;
  /** Null: the usual one of the view. */
  sort: ListSort | null;
  tier: number | null;
  /** All up to this tier, which a digest leads to. */
  tier_max: number | null;
  type: string | null;
  agent: string | null;
  customer: string | null;
  q: string | null;
  /** For the history alone: the end, the decider (a person's id or `policy`), and the days between which it ended. */
  outcome: EndedStatus | null;
  decided_by: string | null;
  from: string | null;
  to: string | null;
}

/** Nothing narrowed; view and order stay. */
export const NO_FILTERS = {
  tier: null,
  tier_max: null,
  type: null,
  agent: null,
  customer: null,
  q: null,
  outcome: null,
  decided_by: null,
  from: null,
  to: null,
} satisfies Omit<ListFilter, "view" | "sort">;

type FilterName = keyof typeof NO_FILTERS;

/** True where the list holds less than its view. */
export const isNarrowed = (filter: ListFilter): boolean =>
  (Object.keys(NO_FILTERS) as FilterName[]).some((name) => filter[name] !== null);

/** True where a choice of the filter row is set, so that the row has to be in view. */
export const usesFilterRow = (filter: ListFilter): boolean =>
  isNarrowed({ ...filter, tier: null, tier_max: null, q: null });

/** The orders of a view, the usual one first; the words say how the list is sorted. */
export function sortsOf(view: View, seesContent: boolean): ListSort[] {
  const usual = usualSort(view);
  return LIST_SORTS.filter(
    (sort) =>
      (view === "pending" || (sort !== "expiry" && sort !== "taps")) &&
      (view === "history" || view === "stale" || sort !== "ended") &&
      (sort !== "movement" || seesContent),
  ).toSorted((a, b) => Number(b === usual) - Number(a === usual));
}

export const SORT_WORDS: Record<ListSort, string> = {
  expiry: "Expires first",
  taps: "One tap first",
  ended: "Latest end first",
  newest: "Newest first",
  oldest: "Oldest first",
  impact: "Largest impact first",
  movement: "Largest movement first",
};

const textLengthMax = 200;
const tierPattern = /^[1-5]$/;
const idPattern = /^[1-9]\d{0,14}$/;
const dayPattern = /^(?!0000)\d{4}-\d\d-\d\d$/;

/** The same on both sides, or the page would load its first list twice. Values that no address can mean are left out. */
export function parseFilter(param: (name: string) => string | null): ListFilter {
  // No stored text holds NUL, and the database refuses to look for one.
  const text = (name: string) => param(name)?.replaceAll("\0", "").slice(0, textLengthMax) || null;
  const view = VIEWS.find((entry) => entry === param("view")) ?? "pending";
  const tierOf = (name: "tier" | "tier_max") =>
    tierPattern.test(param(name) ?? "") ? Number(param(name)) : null;
  return {
    view,
    sort: sortsOf(view, true).find((sort) => sort === param("sort") && sort !== usualSort(view)) ?? null,
    tier: tierOf("tier"),
    tier_max: tierOf("tier_max"),
    type: text("type"),
    agent: text("agent"),
    customer: text("customer"),
    q: text("q"),
    ...historyOf(view === "history" ? param : () => null),
  };
}

function historyOf(
  param: (name: string) => string | null,
): Pick<ListFilter, "outcome" | "decided_by" | "from" | "to"> {
  const [from, to] = [dayOf(param("from")), dayOf(param("to"))];
  const decider = param("decided_by") ?? "";
  return {
    outcome: ENDED_STATUSES.find((status) => status === param("outcome")) ?? null,
    decided_by: decider === "policy" || idPattern.test(decider) ? decider : null,
    from,
    // A day before the first one is none.
    to: from !== null && to !== null && to < from ? null : to,
  };
}

/** A day that its month has. */
function dayOf(text: string | null): string | null {
  if (text === null || !dayPattern.test(text)) return null;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? text : null;
}

export function parseSelected(param: (name: string) => string | null): number | null {
  const text = param("selected") ?? "";
  return idPattern.test(text) ? Number(text) : null;
}

/** The same filter as the query of GET /api/proposed-actions. */
export function listSearch(
  filter: ListFilter,
  page: { cursor?: string | null; limit: number },
): URLSearchParams {
  const search = csvSearch(filter);
  search.set("limit", String(page.limit));
  if (page.cursor) search.set("cursor", page.cursor);
  return search;
}

/** The whole list, in its order. */
export function csvSearch(filter: ListFilter): URLSearchParams {
  const search = countsSearch(filter);
  if (filter.tier !== null) search.set("tier", String(filter.tier));
  if (filter.tier_max !== null) search.set("tier_max", String(filter.tier_max));
  if (filter.sort !== null) search.set("sort", filter.sort);
  return search;
}

/** The list without its tier. */
export function countsSearch(filter: ListFilter): URLSearchParams {
  const search = new URLSearchParams({ status: filter.view });
  for (const name of ["type", "agent", "customer", "q", "outcome", "decided_by", "from", "to"] as const) {
    const value = filter[name]?.trim();
    if (value) search.set(name, value);
  }
  return search;
}
