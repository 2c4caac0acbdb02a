/** This room holds words and figures that several pages show. */

/** The lists of the inbox, in the order they are shown. */

export const VIEWS = ["pending", "approved", "stale", "history"] as const;
export type View = (typeof VIEWS)[number];

interface ViewWords {
  /** In the navigation. */
  name: string;
  /** Above the list. */
  title: string;
  empty: { title: string; text: string };
}

export const VIEW_WORDS: Record<View, ViewWords> = {
  pending: {
    name: "Inbox",
    title: "Inbox",
    empty: {
      title: "Nothing waits for you",
      text: "When an agent proposes a write to NetSuite it appears here within ten seconds, with what changes, what it is worth and how long it stays valid.",
    },
  },
  approved: {
    name: "Approved, not applied",
    title: "Approved, not yet applied",
    empty: {
      title: "Everything approved has been written",
      text: "An approved write is here from the moment you approve it until NetSuite has confirmed it, usually for a few seconds.",
    },
  },
  stale: {
    name: "Stale",
    title: "Stale",
    empty: {
      title: "Nothing went stale",
      text: "When a record changes in NetSuite between approval and writing, the write is held back and appears here. Propose it again from what the record holds by then.",
    },
  },
  history: {
    name: "History",
    title: "History",
    empty: {
      title: "Nothing has ended yet",
      text: "Every action that was applied, rejected, withdrawn or has expired appears here, with the person who decided it and the proof of what was written.",
    },
  },
};

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
  tier: number | null;
  type: string | null;
  agent: string | null;
  customer: string | null;
  q: string | null;
}

const textLengthMax = 200;
const tierPattern = /^[1-5]$/;
const idPattern = /^[1-9]\d{0,14}$/;

/** The same on both sides, or the page would load its first list twice. Values that no address can mean are left out. */
export function parseFilter(param: (name: string) => string | null): ListFilter {
  // No stored text holds NUL, and the database refuses to look for one.
  const text = (name: string) => param(name)?.replaceAll("\0", "").slice(0, textLengthMax) || null;
  const view = VIEWS.find((entry) => entry === param("view")) ?? "pending";
  const tier = param("tier") ?? "";
  return {
    view,
    tier: tierPattern.test(tier) ? Number(tier) : null,
    type: text("type"),
    agent: text("agent"),
    customer: text("customer"),
    q: text("q"),
  };
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
  const search = new URLSearchParams({ status: filter.view, limit: String(page.limit) });
  for (const name of ["type", "agent", "customer", "q"] as const) {
    const value = filter[name]?.trim();
    if (value) search.set(name, value);
  }
  if (filter.tier !== null) search.set("tier", String(filter.tier));
  if (page.cursor) search.set("cursor", page.cursor);
  return search;
}
