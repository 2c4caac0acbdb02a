import { expressionDepthMax } from "../limits";
import { type Scope, type Value, ExpressionFault, isRecord, load, missing, spend, typeName } from "./value";

type BinaryOperator = (left: Value, right: Value, scope: Scope) => Value;

const intMax = 2n ** 63n - 1n;
const intMin = -(2n ** 63n);

/** A missing field equals nothing but null; values of different types are never equal, numbers of both kinds may be. */
function equals(left: Value, right: Value, scope: Scope): boolean {
  if (left === missing || right === missing) return left === null || right === null;
  return isSame(left, right, scope, 0);
}

function isSame(left: Value, right: Value, scope: Scope, depth: number): boolean {
  if (depth > expressionDepthMax) throw new ExpressionFault("it compares values that are nested too deeply");
  spend(scope, typeof left === "string" ? 1 + left.length / 100 : 1);
  if (isNumber(left) && isNumber(right)) return compareNumbers(left, right) === 0;
  if (left instanceof Date && right instanceof Date) return left.getTime() === right.getTime();
  if (Array.isArray(left) && Array.isArray(right)) {
    return (
      left.length === right.length &&
      left.every((element, at) => isSame(load(element), load(right[at]), scope, depth + 1))
    );
  }
  if (isRecord(left) && isRecord(right)) {
    const names = Object.keys(left);
    return (
      names.length === Object.keys(right).length &&
      names.every((name) => {
        const [mine, theirs] = [left as Record<string, unknown>, right as Record<string, unknown>];
        return Object.hasOwn(theirs, name) && isSame(load(mine[name]), load(theirs[name]), scope, depth + 1);
      })
    );
  }
  return left === right;
}

type Order = "<" | "<=" | ">" | ">=";

/** A missing field is less than anything, and null counts as zero or the empty text: both as Inngest has it. */
const ordered =
  (op: Order, holds: (difference: number) => boolean): BinaryOperator =>
  (left, right) => {
    const isLess = op === "<" || op === "<=";
    if (left === missing) return isLess;
    if (right === missing) return !isLess;
    return holds(compare(left ?? zeroLike(right), right ?? zeroLike(left), op));
  };

function zeroLike(other: Value): Value {
  if (isNumber(other)) return 0n;
  return typeof other === "string" ? "" : null;
}

function compare(left: Value, right: Value, op: string): number {
  if (isNumber(left) && isNumber(right)) return compareNumbers(left, right);
  if (typeof left === "string" && typeof right === "string") return compareText(left, right);
  if (left instanceof Date && right instanceof Date) return left.getTime() - right.getTime();
  if (typeof left === "boolean" && typeof right === "boolean") return Number(left) - Number(right);
  throw noOverload(op, left, right);
}

/** NaN where one of them is none: then every order is false. */
function compareNumbers(left: number | bigint, right: number | bigint): number {
  if (typeof left === "bigint" && typeof right === "bigint") return left < right ? -1 : Number(left > right);
  return Number(left) - Number(right);
}

/** By code points, as CEL wants it, not by the halves of surrogate pairs. */
function compareText(left: string, right: string): number {
  return Buffer.compare(Buffer.from(left), Buffer.from(right));
}

/** Text joins with anything that has a plain text, and a missing field adds nothing. Integers and doubles do not add up. */
function add(left: Value, right: Value, scope: Scope): Value {
  if (left === missing || right === missing) {
    scope.work.metMissing = true;
    return left === missing ? (right === missing ? false : right) : left;
  }
  if (typeof left === "bigint" && typeof right === "bigint") return checked(left + right);
  if (typeof left === "number" && typeof right === "number") return left + right;
  if (Array.isArray(left) && Array.isArray(right)) {
    spend(scope, left.length + right.length);
    return [...(left as unknown[]), ...(right as unknown[])];
  }
  const parts = [plainText(left), plainText(right)];
  if ((typeof left !== "string" && typeof right !== "string") || parts.includes(null)) {
    throw noOverload("+", left, right);
  }
  const joined = parts.join("");
  spend(scope, joined.length);
  return joined;
}

/** Of two integers or of two doubles, never of one each; % is for integers alone. */
function calculate(op: "-" | "*" | "/" | "%", left: Value, right: Value): Value {
  if (typeof left === "bigint" && typeof right === "bigint") {
    if (op === "-") return checked(left - right);
    if (op === "*") return checked(left * right);
    if (right === 0n) throw new ExpressionFault("it divides by zero");
    return checked(op === "/" ? left / right : left % right);
  }
  if (typeof left !== "number" || typeof right !== "number" || op === "%") throw noOverload(op, left, right);
  if (op === "-") return left - right;
  return op === "*" ? left * right : left / right;
}

export function negate(value: Value): Value {
  if (typeof value === "bigint") return checked(-value);
  if (typeof value === "number") return -value;
  throw new ExpressionFault(`- takes no ${typeName(value)}`);
}

/** Element of a list, or field of a map; false for a missing field on either side. */
function contains(value: Value, container: Value, scope: Scope): boolean {
  if (value === missing || container === missing) return false;
  if (Array.isArray(container)) {
    return (container as unknown[]).some((element) => isSame(value, load(element), scope, 0));
  }
  if (isRecord(container) && typeof value === "string") return Object.hasOwn(container, value);
  throw noOverload("in", value, container);
}

/** The text of a scalar as keys and joined texts have it; null for everything else. */
export function plainText(value: Value): string | null {
  if (typeof value === "string") return value;
  return isNumber(value) || typeof value === "boolean" ? String(value) : null;
}

export function checked(value: bigint): bigint {
  if (value > intMax || value < intMin) throw new ExpressionFault("an integer overflows");
  return value;
}

export function isNumber(value: Value): value is number | bigint {
  return typeof value === "number" || typeof value === "bigint";
}

function noOverload(op: string, left: Value, right: Value): ExpressionFault {
  const isArithmetic = isNumber(left) && isNumber(right);
  const hint = isArithmetic ? " (numbers of an event are doubles: write 1.0, or int(event.data.n))" : "";
  return new ExpressionFault(`${op} does not take ${typeName(left)} and ${typeName(right)}${hint}`);
}

export const binaryOperators: ReadonlyMap<string, BinaryOperator> = new Map<string, BinaryOperator>([
  ["==", equals],
  ["!=", (left, right, scope) => !equals(left, right, scope)],
  ["in", contains],
  ["+", add],
  ["-", (left, right) => calculate("-", left, right)],
  ["*", (left, right) => calculate("*", left, right)],
  ["/", (left, right) => calculate("/", left, right)],
  ["%", (left, right) => calculate("%", left, right)],
  ["<", ordered("<", (difference) => difference < 0)],
  ["<=", ordered("<=", (difference) => difference <= 0)],
  [">", ordered(">", (difference) => difference > 0)],
  [">=", ordered(">=", (difference) => difference >= 0)],
]);
