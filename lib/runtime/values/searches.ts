import type { Environment } from "@marcbachmann/cel-js";
import { allot, bytesOfParts } from "./memory-limit";
import { BOUNDED } from "./nodes";

/**
 * Searches of texts in texts. V8 interrupts none of them, and one of them may take as many steps as the product of both lengths:
 * 200,000 characters and 100,000 take three seconds.
 */

const PRODUCT_MAX = 1_000_000_000;

function bounded<Rest extends unknown[], Value>(
  search: (text: string, part: string, ...rest: Rest) => Value,
) {
  return (text: string, part: string, ...rest: Rest): Value => {
    if (text.length * part.length > PRODUCT_MAX)
      throw new RangeError(
        `Looking for a text of ${part.length} characters in one of ${text.length} takes too long`,
      );
    return search(text, part, ...rest);
  };
}

/** Declares them beside the language's own, which cannot be replaced. */
export const withBoundedSearches = (environment: Environment): Environment =>
  environment
    .registerFunction(
      `string.${BOUNDED}contains(string): bool`,
      bounded((text, part) => text.includes(part)),
    )
    .registerFunction(
      `string.${BOUNDED}indexOf(string): int`,
      bounded((text, part) => BigInt(text.indexOf(part))),
    )
    .registerFunction(
      `string.${BOUNDED}indexOf(string, int): int`,
      bounded((text, part, from: bigint) => searchFrom(text, part, from, (at) => text.indexOf(part, at))),
    )
    .registerFunction(
      `string.${BOUNDED}lastIndexOf(string): int`,
      bounded((text, part) => BigInt(text.lastIndexOf(part))),
    )
    .registerFunction(
      `string.${BOUNDED}lastIndexOf(string, int): int`,
      bounded((text, part, from: bigint) => searchFrom(text, part, from, (at) => text.lastIndexOf(part, at))),
    )
    .registerFunction(`string.${BOUNDED}split(string): list<string>`, bounded(split))
    .registerFunction(`string.${BOUNDED}split(string, int): list<string>`, bounded(splitInto));

/** As the language has it. */
function searchFrom(text: string, part: string, from: bigint, search: (at: number) => number): bigint {
  if (part === "") return from;
  if (from < 0n || from >= BigInt(text.length)) throw new RangeError(`${from} is no place in this text`);
  return BigInt(search(Number(from)));
}

/** Counts its parts first: there may be one for each character. */
function split(text: string, part: string): string[] {
  let count = part === "" ? text.length : 1;
  if (part !== "")
    for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length)) count += 1;
  allot(bytesOfParts(text, count));
  return text.split(part);
}

/** As the language has it: the last of `count` parts is the rest; a negative count is no limit. */
function splitInto(text: string, part: string, count: bigint): string[] {
  const parts = split(text, part);
  const most = Number(count);
  if (most === 0) return [];
  if (most < 0 || parts.length <= most) return parts;
  return [...parts.slice(0, most - 1), parts.slice(most - 1).join(part)];
}
