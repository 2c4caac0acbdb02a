import type { ASTNode } from "@marcbachmann/cel-js";
import { keyOf } from "../ids";
import { labelDepthMax, labelsPerEventMax } from "../limits";
import { compile } from "./compile";
import { type Expression, valueOf } from "./expression";
import { isNumber } from "./operators";
import { type Value, ExpressionFault, isRecord, load } from "./value";

/**
 * One field and its value as a short text of fixed length: what an index can find, whatever the value holds. Numbers
 * that are equal have one label, however they were written.
 */
function labelOf(path: readonly string[], value: Value): string | null {
  if (isNumber(value)) return keyOf("number", String(Number(value)), ...path);
  if (typeof value === "string") return keyOf("string", value, ...path);
  return typeof value === "boolean" ? keyOf("boolean", String(value), ...path) : null;
}

/** The label of the event that ends the wait of an invoking step. */
export function correlationLabel(correlation: string): string {
  return keyOf("correlation", correlation);
}

/** Labels of all plain fields of an event; null where it has too many, and waits must be found without an index. */
export function labelsOf(event: unknown): string[] | null {
  const labels: string[] = [];
  const open: { path: readonly string[]; value: Value }[] = [{ path: [], value: load(event) }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { path, value } = next;
    const label = labelOf(path, value);
    if (label !== null) labels.push(label);
    if (!isRecord(value) || path.length === labelDepthMax) continue;
    for (const [name, inner] of Object.entries(value)) {
      open.push({ path: [...path, name], value: load(inner) });
      if (labels.length + open.length > labelsPerEventMax) return null;
    }
  }
  return labels;
}

/**
 * The label that every event meeting the condition has: of one equality between a field of `async` and something known
 * from the run's own event, where all parts of the condition must hold. Null where there is none.
 */
export function liftLabel(condition: Expression, event: unknown, nowMs: number): string | null {
  for (const part of conjuncts(condition.ast)) {
    if (part.op !== "==") continue;
    const [left, right] = part.args;
    const label = liftFrom(left, right, event, nowMs) ?? liftFrom(right, left, event, nowMs);
    if (label !== null) return label;
  }
  return null;
}

/** Inngest writes the value into the condition as text, and never finds one with these characters equal. */
const unmatchable = /["\\\n\0]/;

/**
 * True where the condition wants a field of the event to equal a text of the run's own event that Inngest's server never
 * matches.
 */
export function isNeverMatched(condition: Expression, event: unknown, nowMs: number): boolean {
  return conjuncts(condition.ast).some((part) => {
    if (part.op !== "==") return false;
    const own = part.args.find((side) => pathOf(side)?.root === "event");
    if (!own || !part.args.some((side) => asyncPath(side))) return false;
    const value = valueOf(compile(own, ["event"]), event, nowMs);
    return typeof value === "string" && unmatchable.test(value);
  });
}

function conjuncts(node: ASTNode): ASTNode[] {
  return node.op === "&&" ? node.args.flatMap(conjuncts) : [node];
}

function liftFrom(field: ASTNode, value: ASTNode, event: unknown, nowMs: number): string | null {
  const path = asyncPath(field);
  if (path === null || path.length > labelDepthMax || !isKnown(value)) return null;
  try {
    return labelOf(path, valueOf(compile(value, ["event"]), event, nowMs));
  } catch (error) {
    if (error instanceof ExpressionFault) return null;
    throw error;
  }
}

/** A literal, or a path into the run's own event: nothing that changes with the time. */
function isKnown(node: ASTNode): boolean {
  if (node.op === "value") return true;
  const path = node.op === "." || node.op === "[]" ? pathOf(node) : null;
  return path?.root === "event";
}

function asyncPath(node: ASTNode): string[] | null {
  const path = pathOf(node);
  return path?.root === "async" ? path.names : null;
}

/** Names from the root on; null where the node is no plain path. */
function pathOf(node: ASTNode): { root: string; names: string[] } | null {
  if (node.op === "id") return { root: node.args, names: [] };
  if (node.op !== "." && node.op !== "[]") return null;
  const [target, key] = node.args;
  const name = typeof key === "string" ? key : key.op === "value" ? key.args : null;
  const path = typeof name === "string" ? pathOf(target) : null;
  return path && typeof name === "string" ? { root: path.root, names: [...path.names, name] } : null;
}
