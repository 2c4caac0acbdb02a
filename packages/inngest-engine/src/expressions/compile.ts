import type { ASTNode } from "@marcbachmann/cel-js";
import { type ExpressionFunction, functions, methods } from "./functions";
import { binaryOperators, negate } from "./operators";
import {
  type Scope,
  type Value,
  ExpressionFault,
  field,
  isRecord,
  isTruthy,
  load,
  missing,
  spend,
  typeName,
} from "./value";

export type Evaluate = (scope: Scope) => Value;

/** An expression uses something unknown. Thrown when it is compiled, before any event. */
export class RefusedExpression extends Error {}

/** Functions that cannot be kept from running for ever on a chosen text. */
const unbounded = new Set(["matches"]);
const quantifiers = new Set(["all", "exists", "exists_one"]);

/** Turns a parsed expression into a function of its variables. Every step of it is counted against one budget. */
export function compile(node: ASTNode, variables: readonly string[]): Evaluate {
  const evaluate = compileNode(node, variables);
  return (scope) => {
    spend(scope, 1);
    return evaluate(scope);
  };
}

function compileNode(node: ASTNode, variables: readonly string[]): Evaluate {
  const part = (child: ASTNode): Evaluate => compile(child, variables);
  switch (node.op) {
    case "value":
      return literal(node.args);
    case "id":
      return variable(node.args, variables);
    case ".":
    case "[]":
      return compileSelection(node, variables);
    case "||":
    case "&&": {
      const [left, right] = pair(node.args, part);
      const isOr = node.op === "||";
      return (scope) => {
        const first = left(scope);
        return isTruthy(first) === isOr ? first : right(scope);
      };
    }
    case "?:": {
      const [condition, yes, no] = [part(node.args[0]), part(node.args[1]), part(node.args[2])];
      return (scope) => (isTruthy(condition(scope)) ? yes(scope) : no(scope));
    }
    case "!_":
      return not(part(node.args));
    case "-_": {
      const value = part(node.args);
      return (scope) => negate(value(scope));
    }
    case "list": {
      const members = node.args.map(part);
      return (scope) => members.map((member) => member(scope));
    }
    case "map":
      return record(node.args, part);
    case "call":
      return call(node.args, variables);
    case "rcall":
      return methodCall(node.args, variables);
    default:
      return binary(node, part);
  }
}

function binary(node: ASTNode, part: (child: ASTNode) => Evaluate): Evaluate {
  const operator = binaryOperators.get(node.op);
  if (!operator) throw new RefusedExpression(`uses ${node.op}, which this engine does not know`);
  const [left, right] = pair(node.args as [ASTNode, ASTNode], part);
  return (scope) => operator(left(scope), right(scope), scope);
}

function pair(nodes: readonly [ASTNode, ASTNode], part: (node: ASTNode) => Evaluate): [Evaluate, Evaluate] {
  return [part(nodes[0]), part(nodes[1])];
}

function literal(value: unknown): Evaluate {
  const isPlain = value === null || ["string", "number", "bigint", "boolean"].includes(typeof value);
  if (!isPlain)
    throw new RefusedExpression("holds bytes or an unsigned integer, which this engine does not know");
  const entry = value as Value;
  return () => entry;
}

function variable(name: string, variables: readonly string[]): Evaluate {
  if (!variables.includes(name)) throw new RefusedExpression(`uses "${name}", which is unknown here`);
  return (scope) => scope.variables[name] ?? missing;
}

function compileSelection(node: ASTNode, variables: readonly string[]): Evaluate {
  if (node.op !== "." && node.op !== "[]") return compile(node, variables);
  const [target, key] = node.args;
  const from = compileSelection(target, variables);
  if (typeof key === "string") return (scope) => field(from(scope), key);
  const index = compile(key, variables);
  return (scope) => element(from(scope), index(scope));
}

function element(target: Value, index: Value): Value {
  if (typeof index === "string") return field(target, index);
  if (typeof index !== "bigint" && typeof index !== "number") return missing;
  return Array.isArray(target) ? load((target as unknown[])[Number(index)]) : missing;
}

/** `!` of a missing field is false, as Inngest has it. */
function not(value: Evaluate): Evaluate {
  return (scope) => {
    const operand = value(scope);
    if (operand === missing) return false;
    if (typeof operand !== "boolean") throw new ExpressionFault(`! takes no ${typeName(operand)}`);
    return !operand;
  };
}

function record(entries: readonly [ASTNode, ASTNode][], part: (node: ASTNode) => Evaluate): Evaluate {
  const compiled = entries.map(([key, value]) => pair([key, value], part));
  return (scope) => {
    // No prototype: a key may have any name.
    const result = Object.create(null) as Record<string, unknown>;
    for (const [key, value] of compiled) result[String(key(scope))] = value(scope);
    return result;
  };
}

function call([name, args]: readonly [string, ASTNode[]], variables: readonly string[]): Evaluate {
  if (name === "has") return has(args, variables);
  return applied(find(functions, name, args.length), args, variables);
}

function applied(
  { apply }: ExpressionFunction,
  args: readonly ASTNode[],
  variables: readonly string[],
): Evaluate {
  const values = args.map((arg) => compile(arg, variables));
  return (scope) => {
    const operands = values.map((value) => value(scope));
    return apply(operands, scope);
  };
}

/** Asks whether a field is there, whatever it holds. */
function has(args: readonly ASTNode[], variables: readonly string[]): Evaluate {
  const [path] = args;
  if (args.length !== 1 || (path?.op !== "." && path?.op !== "[]")) {
    throw new RefusedExpression("has() takes one path, such as has(event.data.name)");
  }
  const select = compileSelection(path, variables);
  return (scope) => select(scope) !== missing;
}

function methodCall(
  [name, receiver, args]: readonly [string, ASTNode, ASTNode[]],
  variables: readonly string[],
): Evaluate {
  if (quantifiers.has(name) || name === "filter" || name === "map") {
    return macro(name, { receiver, args, variables });
  }
  return applied(find(methods, name, args.length), [receiver, ...args], variables);
}

function find(
  table: Readonly<Record<string, ExpressionFunction>>,
  name: string,
  argumentCount: number,
): ExpressionFunction {
  if (unbounded.has(name)) {
    throw new RefusedExpression(
      `uses ${name}(): regular expressions cannot be bounded, use contains() and its like`,
    );
  }
  const entry = Object.hasOwn(table, name) ? table[name] : undefined;
  if (!entry) throw new RefusedExpression(`uses ${name}(), which is unknown here`);
  if (entry.arguments !== argumentCount) {
    throw new RefusedExpression(`gives ${name}() ${argumentCount} arguments instead of ${entry.arguments}`);
  }
  return entry;
}

/** `list.exists(x, x > 1)` and its like: over the elements of a list, or the names of a map. */
function macro(
  name: string,
  given: { receiver: ASTNode; args: readonly ASTNode[]; variables: readonly string[] },
): Evaluate {
  const [binding, ...bodies] = given.args;
  const fits = bodies.length === 1 || (name === "map" && bodies.length === 2);
  if (binding?.op !== "id" || !fits) throw new RefusedExpression(`gives ${name}() the wrong arguments`);
  const own = binding.args;
  const source = compile(given.receiver, given.variables);
  const [first, second] = bodies.map((body) => compile(body, [...given.variables, own]));
  if (!first) throw new RefusedExpression(`gives ${name}() the wrong arguments`);
  return (scope) => {
    const elements = iterate(source(scope), scope);
    if (elements === null) return missing;
    const inner = (value: Value): Scope => ({ ...scope, variables: { ...scope.variables, [own]: value } });
    const passes = (value: Value): boolean => isTruthy(first(inner(value)));
    if (name === "all") return elements.every(passes);
    if (name === "exists") return elements.some(passes);
    if (name === "exists_one") return elements.filter(passes).length === 1;
    if (name === "filter") return elements.filter(passes);
    if (second) return elements.filter(passes).map((value) => second(inner(value)));
    return elements.map((value) => first(inner(value)));
  };
}

/** Null where there is nothing to go over. */
function iterate(value: Value, scope: Scope): Value[] | null {
  if (value === missing || value === null) return null;
  const elements = Array.isArray(value) ? (value as unknown[]) : isRecord(value) ? Object.keys(value) : null;
  spend(scope, elements?.length ?? 0);
  if (elements) return elements.map(load);
  throw new ExpressionFault(`a list is needed, not ${typeName(value)}`);
}
