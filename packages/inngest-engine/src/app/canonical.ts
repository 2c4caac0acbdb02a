import canonicalize from "canonicalize";

/**
 * JSON in its canonical form (RFC 8785): the text that signatures are made over. Throws on what has no such form, above
 * all on half of a surrogate pair.
 */
export function canonicalJson(value: unknown): string {
  const text = canonicalize(value);
  if (text === undefined) throw new Error("a value without a JSON form");
  return text;
}
