import { base } from "@/lib/core/action/tier-rules";
import { defineActionType } from "./shared/definition";
import { ownWrite } from "./shared/own-write";
import { entity } from "./shared/target";
import { reference, word } from "./shared/tool";

/** A new version of a named cache, which its readers compare with theirs. */
export const cacheInvalidation = defineActionType({
  ...ownWrite,
  type: "cache_invalidation",
  title: "Cache invalidation",
  entityTypes: ["cache"],
  record: "cache",
  fields: [{ field: "version_step", label: "version, up by", kind: "quantity", aliases: ["invalidate"] }],
  letter: ["version_step"],
  target: [entity("cache")],
  implied: [{ field: "version_step", to: "1" }],
  tierRules: [base("cache-invalidation", 1)],
  subject: (payload) => `Cache ${payload.entity_ref}`,
  details: () => [],
  says: [],
  sentence: (payload) => `Have every reader of the cache “${payload.entity_ref}” fetch it anew`,
  staysBecause: "every reader of the cache fetches it anew",
  tool: {
    name: "propose_cache_invalidation",
    description:
      "Proposes to have every reader of a named cache fetch it anew, after something it holds has changed in NetSuite.",
    words: {
      cache: word("entity_ref", reference, "The cache's name, such as price-book."),
    },
    always: [{ field: "version_step", to: "1" }],
  },
  example: {
    entity_type: "cache",
    entity_ref: "price-book",
    changes: [{ field: "version_step", to: "1" }],
    context: {},
  },
});
