import { raiseVersionsOfWrites } from "@/db/queries/pushes/internal-writes";
import type { Subscriber } from "./subscriber";

/** Raises the version of the cache of each record that was written, so that its readers fetch it again. */
export const cacheInvalidation: Subscriber = {
  id: "invalidate-caches",
  title: "Cache invalidation",
  event: "hitl.applied",
  purpose: "Raises the version of each written record's cache: its readers fetch the record again.",
  async handle(tx, tenantId, actionId) {
    const names = await raiseVersionsOfWrites(tx, tenantId, actionId);
    const [first] = names;
    if (first === undefined) return null;
    return names.length === 1 ? `Raised ${first}` : `Raised ${first} and ${names.length - 1} more`;
  },
};
