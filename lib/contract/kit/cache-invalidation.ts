import { kitAction } from "./definition";
import { reference } from "./words";

export const cacheInvalidation = kitAction({
  actionType: "cache_invalidation",
  name: "propose_cache_invalidation",
  description:
    "Proposes to have every reader of a named cache fetch it anew, after something it holds has changed in NetSuite.",
  entityType: "cache",
  always: [{ field: "version_step", to: "1" }],
  words: { cache: reference.describe("The cache's name, such as price-book.") },
  goesTo: { cache: "entity_ref" },
});
