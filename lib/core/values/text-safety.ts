import type { FieldIssue } from "@/lib/core/errors";

/** Finds characters and numbers that a request must not contain. */

const depthMax = 32;

/** Finds NUL (Postgres refuses it) and lone surrogates (UTF-8 cannot encode them) anywhere in a parsed document. */
export function findUnsupportedCharacters(value: unknown, path = "", depth = 0): FieldIssue[] {
  if (depth > depthMax) return [{ path, message: `must not nest deeper than ${depthMax} levels` }];
  if (typeof value === "string") {
    if (value.includes("\u0000")) return [{ path, message: "must not contain NUL characters" }];
    return value.isWellFormed() ? [] : [{ path, message: "must not contain lone surrogates" }];
  }
  if (Array.isArray(value)) {
    return value.flatMap((entry, index) => findUnsupportedCharacters(entry, `${path}[${index}]`, depth + 1));
  }
  if (value === null || typeof value !== "object") return [];
  return Object.entries(value).flatMap(([key, entry]) => [
    ...findUnsupportedCharacters(key, path, depth + 1),
    ...findUnsupportedCharacters(entry, path === "" ? key : `${path}.${key}`, depth + 1),
  ]);
}

const digitsMax = 15;

/**
 * Numbers in JSON text with more digits than a double keeps; JSON.parse would round them before any schema sees them.
 * Returns the literals as written. The text must be valid JSON, because an unclosed string would take quadratic time.
 */
export function findLongNumbers(jsonText: string): string[] {
  const longNumbers: string[] = [];
  const token = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/gs;
  for (const [literal] of jsonText.matchAll(token)) {
    if (literal.startsWith('"')) continue;
    const mantissa = literal
      .replace(/[eE].*$/, "")
      .replace(/[-.]/g, "")
      .replace(/^0+/, "");
    if (mantissa.length > digitsMax || !Number.isFinite(Number(literal))) longNumbers.push(literal);
  }
  return longNumbers;
}
