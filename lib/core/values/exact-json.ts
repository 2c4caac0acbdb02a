import { Big } from "big.js";
import { parseJson } from "./json";

/** A text in quotes, which is left as it is, or a number. */
const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/gs;

/**
 * The value of a JSON text of somebody else. A number that JavaScript would round, such as an id of nineteen digits, is the text of its
 * digits: rounded, it would name another record. Undefined: the text is not JSON.
 */
export function parseExactJson(text: string): unknown {
  const value = parseJson(text);
  // Searched once it is known to be JSON: an unclosed quote would take quadratic time.
  if (value === undefined) return undefined;
  let isRounded = false;
  const exact = text.replace(TOKEN, (token) => {
    if (token.startsWith('"') || isKept(token)) return token;
    isRounded = true;
    return `"${token}"`;
  });
  return isRounded ? parseJson(exact) : value;
}

/** One beyond all bounds stays a number, which nothing can store and which is refused for that. */
function isKept(literal: string): boolean {
  if (literal.length <= 15 && !/e/i.test(literal)) return true;
  const value = Number(literal);
  return !Number.isFinite(value) || new Big(literal).eq(new Big(value));
}
