import type { ASTNode, Environment, ParseResult } from "@marcbachmann/cel-js";
import { type CelError, expressionWords } from "./expression-words";
import { COMPREHENSIONS, EXPRESSION_LENGTH_MAX, REFUSED_FUNCTIONS } from "./language";
import type { ProblemCode } from "./problem";

/** The names of one place: what an expression there may use. */
export interface Scope {
  /** With the results of the steps that the expression names: a workflow may have hundreds. */
  environmentFor: (source: string) => Environment;
  names: readonly string[];
  /** The fields of a value by its names, such as `["inputs"]`. Empty: they are known in the run alone. */
  fieldsOf: (path: readonly string[]) => readonly string[];
  /** Why `steps.<id>` may not be used here. Null: it may. */
  whyNoStep: (id: string) => { code: ProblemCode; message: string } | null;
  whyNoSecret: (name: string) => { code: ProblemCode; message: string } | null;
}

export interface Fault {
  code: ProblemCode;
  message: string;
  /** Characters from the expression's beginning. */
  offset: number;
}

export type ExpressionCheck = { fault: Fault } | { fault: null; type: string; ast: ASTNode };

/** Parses and checks one expression without evaluating it, in time that its length bounds. */
export function checkExpression(source: string, scope: Scope): ExpressionCheck {
  const large = { code: "expression_too_large" as const, offset: 0 };
  if (source.length > EXPRESSION_LENGTH_MAX)
    return { fault: { ...large, message: `An expression has at most ${EXPRESSION_LENGTH_MAX} characters.` } };
  if (source.trim() === "")
    return { fault: { code: "expression", message: "There is nothing between the braces.", offset: 0 } };
  let parsed: ParseResult;
  try {
    parsed = scope.environmentFor(source).parse(source);
  } catch (error) {
    return { fault: faultOf(error, scope) };
  }
  const fault = faultIn(parsed.ast, scope, { within: null, bound: [] });
  if (fault) return { fault };
  const { valid, type, error } = parsed.check();
  return valid ? { fault: null, type: String(type), ast: parsed.ast } : { fault: faultOf(error, scope) };
}

interface Around {
  /** The comprehension around it. */
  within: string | null;
  /** The names that comprehensions around it give. */
  bound: readonly string[];
}

/** The first thing that the language has and a workflow must not use. */
function faultIn(node: ASTNode, scope: Scope, around: Around): Fault | null {
  const at = (code: ProblemCode, message: string): Fault => ({ code, message, offset: node.start });
  if (node.op === "call" || node.op === "rcall") {
    const [name] = node.args;
    const refused = REFUSED_FUNCTIONS.get(name);
    if (refused) return at("function_not_allowed", refused);
    if (node.op === "rcall" && COMPREHENSIONS.has(name)) return comprehensionFault(node, scope, around);
  }
  if (node.op === ".") {
    const [object, member] = node.args;
    const isFree = object.op === "id" && !around.bound.includes(object.args);
    const why =
      isFree && object.args === "steps"
        ? scope.whyNoStep(member)
        : isFree && object.args === "secrets"
          ? scope.whyNoSecret(member)
          : null;
    if (why) return { ...why, offset: node.pos };
  }
  return firstFault(partsOf(node), scope, around);
}

function comprehensionFault(node: ASTNode & { op: "rcall" }, scope: Scope, around: Around): Fault | null {
  const [name, list, [variable, ...rest]] = node.args;
  const at = (one: ASTNode, code: ProblemCode, message: string): Fault => ({
    code,
    message,
    offset: one.start,
  });
  if (around.within !== null)
    return at(
      node,
      "nested_comprehension",
      `\`${name}\` stands within ${around.within}: its work would grow with the square of a list. Use a step with \`for\`.`,
    );
  if (variable?.op !== "id") return null;
  if (scope.names.includes(variable.args))
    return at(
      variable,
      "name_taken",
      `\`${variable.args}\` is a name of this place: call the element something else.`,
    );
  return (
    faultIn(list, scope, around) ??
    firstFault(rest, scope, { within: name, bound: [...around.bound, variable.args] })
  );
}

const firstFault = (nodes: readonly ASTNode[], scope: Scope, around: Around): Fault | null => {
  for (const node of nodes) {
    const fault = faultIn(node, scope, around);
    if (fault) return fault;
  }
  return null;
};

const isNode = (value: unknown): value is ASTNode =>
  typeof value === "object" && value !== null && "op" in value && "args" in value;
const nodesIn = (value: unknown): ASTNode[] =>
  isNode(value) ? [value] : Array.isArray(value) ? value.flatMap(nodesIn) : [];
const partsOf = ({ args }: ASTNode): ASTNode[] => nodesIn(args);

/** True where it names nothing: its value is the same in every run. */
export const isConstant = (node: ASTNode): boolean => node.op !== "id" && partsOf(node).every(isConstant);

const codes: Record<string, ProblemCode> = {
  limit_exceeded: "expression_too_large",
  unknown_variable: "unknown_name",
  no_such_key: "unknown_name",
  no_such_overload: "expression_type",
  no_matching_overload: "expression_type",
};

function faultOf(error: unknown, scope: Scope): Fault {
  const { code, range } = error as CelError;
  return {
    code: codes[code] ?? "expression",
    message: expressionWords(error as CelError, scope),
    offset: range?.start ?? 0,
  };
}
