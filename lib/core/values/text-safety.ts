import type { FieldIssue } from "@/lib/core/errors";

/** Finds characters that text must not contain, and reveals characters that could deceive a person. */

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

/** Bidi controls, zero-width and other invisible characters, which can make a text look like another one. */
const deceptive =
  /\p{Cf}|(?![\t\n\r])\p{Cc}|\u034f|\u115f|\u1160|\u17b4|\u17b5|\u3164|[\ufe00-\ufe0f]|\uffa0/gu;

/** A piece of text to display: unchanged, or the visible name of a hidden or deceptive character. */
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

/** True if there is something to read in it: more than spaces and hidden characters. */
export function hasVisibleText(text: string): boolean {
  return revealText(text).some((piece) => piece.kind === "text" && piece.text.trim() !== "");
}

/** Text from elsewhere as one line of our own: hidden characters by their names, and cut at `lengthMax`. */
export function revealedLine(text: string, lengthMax: number): string {
  const pieces = revealText(text.slice(0, lengthMax + 1).toWellFormed());
  const line = pieces
    .map((piece) => (piece.kind === "text" ? piece.text : `[${piece.codePoint}]`))
    .join("")
    .replace(/\s+/g, " ");
  return line.length > lengthMax ? `${line.slice(0, lengthMax - 1).toWellFormed()}…` : line;
}

/** True if a word mixes Latin with Cyrillic or Greek letters, since one of them imitates another. */
export function hasLookAlikes(text: string): boolean {
  return text
    .split(/[^\p{L}]+/u)
    .some((word) => /\p{Script=Latin}/u.test(word) && /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(word));
}
