import type { FieldIssue } from "@/lib/core/errors";

/** What text may not hold, and what people must be warned of before they trust their eyes. */

const depthMax = 32;

/** NUL (which Postgres refuses) and lone surrogates (which have no UTF-8), wherever they stand in a parsed document. */
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
 * Numbers in JSON text with more digits than a double keeps: JSON.parse would round them before any schema saw them.
 * Returns the literals as written. The text must be valid JSON: on an unclosed string the search would be quadratic.
 */
export function findLongNumbers(jsonText: string): string[] {
  const found: string[] = [];
  const token = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/gs;
  for (const [literal] of jsonText.matchAll(token)) {
    if (literal.startsWith('"')) continue;
    const mantissa = literal
      .replace(/[eE].*$/, "")
      .replace(/[-.]/g, "")
      .replace(/^0+/, "");
    if (mantissa.length > digitsMax || !Number.isFinite(Number(literal))) found.push(literal);
  }
  return found;
}

/** Bidi controls, zero-width and other invisible characters: they can make a text read as something it is not. */
const deceptive =
  /\p{Cf}|(?![\t\n\r])\p{Cc}|\u034f|\u115f|\u1160|\u17b4|\u17b5|\u3164|[\ufe00-\ufe0f]|\uffa0/gu;

/** A piece of text as it is to be shown: as it is, or as the visible name of a character that would hide or deceive. */
export type ShownPiece = { kind: "text"; text: string } | { kind: "revealed"; codePoint: string };

export function revealText(text: string): ShownPiece[] {
  const pieces: ShownPiece[] = [];
  let last = 0;
  for (const match of text.matchAll(deceptive)) {
    if (match.index > last) pieces.push({ kind: "text", text: text.slice(last, match.index) });
    const code = match[0].codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0");
    pieces.push({ kind: "revealed", codePoint: `U+${code}` });
    last = match.index + match[0].length;
  }
  if (last < text.length) pieces.push({ kind: "text", text: text.slice(last) });
  return pieces;
}

/** True for words that mix Latin with Cyrillic or Greek letters: one of them is posing as another. */
export function hasLookAlikes(text: string): boolean {
  return text
    .split(/[^\p{L}]+/u)
    .some((word) => /\p{Script=Latin}/u.test(word) && /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(word));
}
