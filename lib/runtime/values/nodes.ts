import type { ASTNode } from "@marcbachmann/cel-js";

/** A parsed expression: its parts, and the functions that it calls in the place of the language's own. */

export const BOUNDED = "bounded_";
const NAMES: ReadonlySet<string> = new Set(["contains", "indexOf", "lastIndexOf", "split", "join", "json"]);

/** Has it call ours instead of the language's own, which cannot be replaced, before it is evaluated. */
export function callBounded(node: ASTNode): void {
  if (node.op === "rcall" && NAMES.has(node.args[0])) node.args[0] = `${BOUNDED}${node.args[0]}`;
  for (const part of nodesIn(node.args)) callBounded(part);
}

const isNode = (value: unknown): value is ASTNode =>
  typeof value === "object" && value !== null && "op" in value && "args" in value;

export const nodesIn = (value: unknown): ASTNode[] =>
  isNode(value) ? [value] : Array.isArray(value) ? value.flatMap(nodesIn) : [];
