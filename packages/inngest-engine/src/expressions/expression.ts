import { type ASTNode, Environment } from "@marcbachmann/cel-js";
import { canonicalJson } from "../app/canonical";
import { expressionDepthMax, expressionLengthMax, expressionNodesMax } from "../limits";
import { type Evaluate, compile, RefusedExpression } from "./compile";
import { plainText } from "./operators";
import { type Scope, type Value, ExpressionFault, isRecord, load, missing, typeName } from "./value";

/** Parses only: what expressions mean is decided here, as Inngest decides it, and within a bound. */
const parser = new Environment({ limits: { maxAstNodes: expressionNodesMax, maxDepth: expressionDepthMax } });

/** A CEL expression that can be evaluated as often as events come. */
export interface Expression {
  text: string;
  ast: ASTNode;
  evaluate: Evaluate;
}

/** The run's own event and (in waits and cancelOn) the one that came. */
export interface Variables {
  event: unknown;
  async?: unknown;
}

/** `isUnreadable`: it is no CEL at all, for Inngest neither. Otherwise it uses something that this engine does not know. */
export type Parsed = { expression: Expression } | { problem: string; isUnreadable: boolean };

/** Reads an expression over these variables. The problem is a clause that follows the name of an option. */
export function parseExpression(text: string, variables: readonly (keyof Variables)[]): Parsed {
  if (text.length > expressionLengthMax)
    return { problem: `is longer than ${expressionLengthMax} characters`, isUnreadable: false };
  let ast: ASTNode;
  try {
    ({ ast } = parser.parse(text));
  } catch (error) {
    const summary = error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error);
    return { problem: `is no expression (${summary}): ${text}`, isUnreadable: true };
  }
  try {
    return { expression: { text, ast, evaluate: compile(ast, variables) } };
  } catch (error) {
    if (error instanceof RefusedExpression) {
      return { problem: `${error.message}: ${text}`, isUnreadable: false };
    }
    throw error;
  }
}

/** Whether an event meets a condition. Throws ExpressionFault where the expression has no yes or no for it. */
export function isMet(expression: Expression, variables: Variables, nowMs: number): boolean {
  const result = expression.evaluate(newScope(variables, nowMs));
  if (result === missing) return false;
  if (typeof result !== "boolean")
    throw new ExpressionFault(`it gives ${typeName(result)}, not true or false`);
  return result;
}

/**
 * The text of a concurrency or idempotency key; canonical JSON where the key is an object or a list. Null where the event
 * lacks a part of the key, or where the key is null or has no value: such an event shares its key with no other.
 */
export function keyText(expression: Expression, event: unknown, nowMs: number): string | null {
  const scope = newScope({ event }, nowMs);
  try {
    const result = expression.evaluate(scope);
    if (scope.work.metMissing) return null;
    return Array.isArray(result) || isRecord(result) ? jsonText(result) : plainText(result);
  } catch (error) {
    if (error instanceof ExpressionFault) return null;
    throw error;
  }
}

function jsonText(value: object): string {
  // Literals within it are integers, which JSON does not know.
  const plain = (_name: string, part: unknown): unknown => (typeof part === "bigint" ? Number(part) : part);
  return canonicalJson(JSON.parse(JSON.stringify(value, plain)));
}

/** A part of a condition that only needs the run's own event. */
export function valueOf(evaluate: Evaluate, event: unknown, nowMs: number): Value {
  return evaluate(newScope({ event, async: {} }, nowMs));
}

function newScope(variables: Variables, nowMs: number): Scope {
  return {
    variables:
      "async" in variables
        ? { event: load(variables.event), async: load(variables.async) }
        : { event: load(variables.event) },
    nowMs,
    work: { done: 0, metMissing: false },
  };
}
