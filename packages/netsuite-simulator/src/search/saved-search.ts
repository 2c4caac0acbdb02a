import { z } from "zod";
import { RECORD_TYPES } from "../store/schema";

/** A saved search as data: its record type, its columns, and its filters as an expression of N/search. */
const columnSchema = z.strictObject({
  name: z.string().min(1),
  join: z.string().min(1).optional(),
  label: z.string().min(1).optional(),
  formula: z.string().min(1).optional(),
  summary: z.enum(["SUM"]).optional(),
});

export const savedSearchSchema = z.strictObject({
  id: z.string().regex(/^customsearch[a-z0-9_]+$/),
  type: z
    .string()
    .refine((type) => ["item", "transaction"].includes(type) || Object.hasOwn(RECORD_TYPES, type), {
      error: "is no record type of this account",
    }),
  columns: z.array(columnSchema).min(1),
  filters: z.array(z.json()).default([]),
});

export type SavedSearch = z.infer<typeof savedSearchSchema>;
export type SavedColumn = SavedSearch["columns"][number];

export type SavedSearches = ReturnType<typeof createSavedSearches>;

/** The account's saved searches, by script id. Those that a test defines are kept in memory. */
export function createSavedSearches(initial: readonly SavedSearch[]) {
  const searches = new Map(initial.map((search) => [search.id, search]));
  return {
    find: (id: string): SavedSearch | undefined => searches.get(id),
    list: (): SavedSearch[] => [...searches.values()],
    define: (search: SavedSearch): void => void searches.set(search.id, search),
    remove: (id: string): boolean => searches.delete(id),
  };
}
