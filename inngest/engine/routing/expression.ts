/**
 * The part of Inngest's expression language that this engine understands: terms joined by `+`, and one comparison of
 * two such terms by `==`. A term is a path into the event (`event.data.action_id`) or a literal ("text", 12, true).
 * Whatever is more is refused when functions are registered, never guessed at when an event arrives.
 */
export type Scalar = string | number | boolean;
type Term = { path: string[] } | { literal: Scalar };
export type Value = readonly Term[];
export interface Comparison {
  left: Value;
  right: Value;
}

const termPattern =
  /^(?:(?<path>event(?:\.[A-Za-z_]\w*|\[["'][^"'\]]+["']\])+)|"(?<double>[^"\\]*)"|'(?<single>[^'\\]*)'|(?<number>-?\d+(?:\.\d+)?)|(?<boolean>true|false))$/;

/** Null where the text holds more than terms joined by `+`. */
export function parseValue(text: string): Value | null {
  const terms: Term[] = [];
  for (const part of splitOutsideQuotes(text, "+")) {
    const term = parseTerm(part.trim());
    if (!term) return null;
    terms.push(term);
  }
  return terms;
}

/** Null where the text is not one `==` between two values. */
export function parseComparison(text: string): Comparison | null {
  const sides = splitOutsideQuotes(text, "==");
  const left = parseValue(sides[0] ?? "");
  const right = parseValue(sides[1] ?? "");
  return sides.length === 2 && left && right ? { left, right } : null;
}

/** The text a key expression gives for an event; null where the event lacks a part of it, or a part is no scalar. */
export function keyText(value: Value, event: unknown): string | null {
  const result = evaluate(value, event);
  return result === null ? null : String(result);
}

/** False where either side is missing from the event. */
export function isTrue(comparison: Comparison, event: unknown): boolean {
  const left = evaluate(comparison.left, event);
  return left !== null && left === evaluate(comparison.right, event);
}

function evaluate(value: Value, event: unknown): Scalar | null {
  const parts: Scalar[] = [];
  for (const term of value) {
    const part = "literal" in term ? term.literal : lookUp(event, term.path);
    if (part === null) return null;
    parts.push(part);
  }
  return parts.length === 1 ? (parts[0] ?? null) : parts.join("");
}

function lookUp(event: unknown, path: string[]): Scalar | null {
  let current = event;
  for (const name of path) {
    if (typeof current !== "object" || current === null || !Object.hasOwn(current, name)) return null;
    current = (current as Record<string, unknown>)[name];
  }
  return isScalar(current) ? current : null;
}

function isScalar(value: unknown): value is Scalar {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}

function parseTerm(text: string): Term | null {
  const groups = termPattern.exec(text)?.groups;
  if (!groups) return null;
  const quoted = groups.double ?? groups.single;
  if (quoted !== undefined) return { literal: quoted };
  if (groups.number !== undefined) return { literal: Number(groups.number) };
  if (groups.boolean !== undefined) return { literal: groups.boolean === "true" };
  const names = (groups.path ?? "").matchAll(/\.([A-Za-z_]\w*)|\[["']([^"'\]]+)["']\]/g);
  return { path: [...names].map((match) => match[1] ?? match[2] ?? "") };
}

function splitOutsideQuotes(text: string, separator: string): string[] {
  const parts = [""];
  let quote = "";
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (!quote && text.startsWith(separator, at)) {
      parts.push("");
      at += separator.length - 1;
      continue;
    }
    if (char === quote) quote = "";
    else if (!quote && (char === '"' || char === "'")) quote = char;
    parts[parts.length - 1] += char;
  }
  return parts;
}
