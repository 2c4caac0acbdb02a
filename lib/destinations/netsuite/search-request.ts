/** Asks for the rows of a saved search. The request names the search and values to narrow it by; it holds no formula and no join. */
export interface SearchRequest {
  v: 1;
  op: "search";
  search: string;
  filters: Record<string, FilterValue>;
  rows_max: number;
}

/** Compared literally: a reference by its internal id, a checkbox by true or false. */
export type FilterValue = string | number | boolean;

export interface SavedSearch {
  /** Its script id. */
  search: string;
  /** Filters by the key of a column of the search, or by a field of its records. */
  filters?: Readonly<Record<string, FilterValue>> | undefined;
  rows_max?: number | undefined;
}

/** The RESTlet refuses more. */
export const SEARCH_LIMITS = { rowsMax: 1_000, rowsDefault: 200, filtersMax: 10 };

export const SEARCH_ID = /^customsearch_?[a-z0-9_]{1,60}$/;
/** Names that begin with `formula` are NetSuite's own for values that it works out. */
export const FILTER_NAME = /^(?!formula)[a-z][a-z0-9_]{0,59}$/;

export function buildSearch({
  search,
  filters = {},
  rows_max = SEARCH_LIMITS.rowsDefault,
}: SavedSearch): SearchRequest {
  return { v: 1, op: "search", search, filters: { ...filters }, rows_max };
}
