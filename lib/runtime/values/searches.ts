import type { ASTNode, Environment } from "@marcbachmann/cel-js";

/**
 * Searches of texts in texts. V8 interrupts none of them, and one of them may take as many steps as the product of both lengths:
 * 200,000 characters and 100,000 take three seconds.
 */

const PRODUCT_MAX = 1_000_000_000;
const BOUNDED = "bounded_";
const NAMES: ReadonlySet<string> = new Set(["contains", "indexOf", "lastIndexOf", "split"]);

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
    .registerFunction(
      `string.${BOUNDED}split(string): list<string>`,
      bounded((text, part) => text.split(part)),
    )
    .registerFunction(`string.${BOUNDED}split(string, int): list<string>`, bounded(splitInto));

/** As the language has it. */
function searchFrom(text: string, part: string, from: bigint, search: (at: number) => number): bigint {
  if (part === "") return from;
  if (from < 0n || from >= BigInt(text.length)) throw new RangeError(`${from} is no place in this text`);
  return BigInt(search(Number(from)));
}

/** As the language has it: the last of `count` parts is the rest; a negative count is no limit. */
function splitInto(text: string, part: string, count: bigint): string[] {
  const parts = text.split(part);
  const most = Number(count);
  if (most === 0) return [];
  if (most < 0 || parts.length <= most) return parts;
  return [...parts.slice(0, most - 1), parts.slice(most - 1).join(part)];
}

/** Has a parsed expression call them instead of the language's own, before it is evaluated. */
export function boundSearches(node: ASTNode): void {
  if (node.op === "rcall" && NAMES.has(node.args[0])) node.args[0] = `${BOUNDED}${node.args[0]}`;
  for (const part of nodesIn(node.args)) boundSearches(part);
}

const isNode = (value: unknown): value is ASTNode =>
  typeof value === "object" && value !== null && "op" in value && "args" in value;
const nodesIn = (value: unknown): ASTNode[] =>
  isNode(value) ? [value] : Array.isArray(value) ? value.flatMap(nodesIn) : [];
