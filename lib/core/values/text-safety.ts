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

/** Numbers in JSON text with more digits than a double keeps. The text must be valid JSON, as for `findMisread`. */
export const findLongNumbers = (jsonText: string): string[] => findMisread(jsonText).longNumbers;

/** Parts of a JSON text that `JSON.parse` passes on as something else, without a word. */
export interface Misread {
  /** Numbers with more digits than a double keeps, as written: they would be rounded before any schema sees them. */
  longNumbers: string[];
  /** The paths of names that one object holds more than once: all values but the last would be dropped. */
  repeatedNames: string[];
}

/** An object or a list that the search is in. `at`: the name or the index of the present entry. */
interface Level {
  names: Set<string> | null;
  at: string | number;
}

const token = /("(?:[^"\\]|\\.)*")(\s*:)?|-?\d[\d.eE+-]*|[{}[\],]/gs;

/**
 * One pass over the text, which must be valid JSON, because an unclosed string would take quadratic time. Measured: 3 ms for 160 kB, of which
 * the numbers alone take 2.
 */
export function findMisread(jsonText: string): Misread {
  const found: Misread = { longNumbers: [], repeatedNames: [] };
  const levels: Level[] = [];
  for (const [whole, text, colon] of jsonText.matchAll(token)) {
    const level = levels.at(-1);
    switch (whole[0]) {
      case '"':
        if (colon !== undefined && level) enter(level, nameOf(text!), levels, found);
        break;
      case "{":
        levels.push({ names: new Set(), at: "" });
        break;
      case "[":
        levels.push({ names: null, at: 0 });
        break;
      case "}":
      case "]":
        levels.pop();
        break;
      case ",":
        if (typeof level?.at === "number") level.at += 1;
        break;
      default:
        if (isRounded(whole)) found.longNumbers.push(whole);
    }
  }
  return found;
}

function enter(level: Level, name: string, levels: readonly Level[], { repeatedNames }: Misread): void {
  level.at = name;
  if (level.names!.has(name)) repeatedNames.push(pathOf(levels));
  level.names!.add(name);
}

/** `"\u0061"` is the name `a`. */
const nameOf = (text: string): string =>
  text.includes("\\") ? (JSON.parse(text) as string) : text.slice(1, -1);

const pathOf = (levels: readonly Level[]): string =>
  levels.reduce(
    (path, { at }) => (typeof at === "number" ? `${path}[${at}]` : path === "" ? at : `${path}.${at}`),
    "",
  );

function isRounded(literal: string): boolean {
  if (literal.length <= digitsMax && !/e/i.test(literal)) return false;
  const mantissa = literal
    .replace(/[eE].*$/, "")
    .replace(/[-.]/g, "")
    .replace(/^0+/, "");
  return mantissa.length > digitsMax || !Number.isFinite(Number(literal));
}
