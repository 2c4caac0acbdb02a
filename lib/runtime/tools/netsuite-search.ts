import { z } from "zod";
import { FILTER_NAME, SEARCH_ID, SEARCH_LIMITS } from "@/lib/destinations/netsuite/search-request";
import { runSearch } from "@/lib/gateway/live/run-search";
import { defineTool, done } from "./tool";

const { rowsMax, filtersMax } = SEARCH_LIMITS;

const input = z.strictObject({
  search: z
    .string()
    .regex(SEARCH_ID, "a saved search is named by its script id, such as `customsearch_bids`"),
  filters: z
    .record(z.string(), z.union([z.string().min(1).max(300), z.number(), z.boolean()]))
    .refine((filters) => Object.keys(filters).length <= filtersMax, `${filtersMax} filters are the most`)
    .optional(),
  rows_max: z.int().min(1).max(rowsMax).optional(),
});

/** `complete` is false where the search has more rows: a workflow that must see all of them looks at it. */
export const netsuiteSearch = defineTool({
  name: "netsuite.search",
  title: "Run a saved search",
  effect: "read",
  input,
  output: { rows: "list<map>", complete: "bool" },
  check({ filters }) {
    if (typeof filters !== "object" || filters === null) return [];
    const message = "A filter has the name of a column of the search, or of a field: no join and no formula.";
    return Object.keys(filters).flatMap((name) =>
      FILTER_NAME.test(name) ? [] : [{ path: ["filters", name], code: "invalid", message }],
    );
  },
  async run({ gateway, tenantId, run, input: given }) {
    const { rows, complete } = await runSearch(tenantId, input.parse(given), `run ${run.id}`, gateway);
    return done({ rows, complete });
  },
});
