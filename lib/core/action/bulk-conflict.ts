import { CONFLICTS_NAMED_MAX } from "./proposed-action";

/** More ids would make the sentence of a row a list. */
const NAMED_MAX = 3;

/**
 * Why an action is not approved together with others that ask for another value at one of its places, as a sentence; null: there are
 * none. One rule for the page, which leaves such rows out, and for the server, which approves none of them in bulk.
 */
export function conflictInBulkWords(others: readonly number[]): string | null {
  if (others.length === 0) return null;
  const named = others.slice(0, NAMED_MAX).map((id) => `#${id}`);
  const more = others.length - named.length;
  // Of a full list nobody knows how many are not on it.
  const counted = others.length < CONFLICTS_NAMED_MAX ? `${more} more` : "more";
  const last = more > 0 ? counted : named.pop()!;
  const which = named.length === 0 ? last : `${named.join(", ")} and ${last}`;
  const ask = others.length === 1 ? "asks for another value" : "ask for other values";
  return `${which} of the same selection ${ask} of the same record and field: decide it on its own.`;
}
