import { z } from "zod";
import { defineTool, failed } from "./tool";

export const netsuiteSearch = defineTool({
  name: "netsuite.search",
  title: "Run a saved search",
  effect: "read",
  input: z.strictObject({
    search: z
      .string()
      .regex(
        /^customsearch_?[a-z0-9_]{1,60}$/,
        "a saved search is named by its script id, such as `customsearch_bids`",
      ),
    filters: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
    rows_max: z.int().min(1).max(1_000).optional(),
  }),
  output: { rows: "list<map>" },
  run: async () => failed("tool_not_built", "This release runs saved searches in no run yet."),
});
