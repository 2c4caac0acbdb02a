import { spanMs } from "../dispatch/duration";
import { checked, isNumber, plainText } from "./operators";
import { type Scope, type Value, ExpressionFault, isRecord, missing, spend, typeName } from "./value";

export interface ExpressionFunction {
  arguments: number;
  apply: (values: readonly Value[], scope: Scope) => Value;
}

/** `size(x)` and its like. Inngest has them all; what it has beyond them is refused by name. */
export const functions: Readonly<Record<string, ExpressionFunction>> = {
  size: { arguments: 1, apply: ([value = missing]) => size(value) },
  string: { arguments: 1, apply: ([value = missing]) => toText(value) },
  int: { arguments: 1, apply: ([value = missing]) => toInt(value) },
  double: { arguments: 1, apply: ([value = missing]) => toDouble(value) },
  bool: { arguments: 1, apply: ([value = missing]) => toBool(value) },
  lowercase: { arguments: 1, apply: ([text = missing], scope) => textOf(text, scope).toLowerCase() },
  uppercase: { arguments: 1, apply: ([text = missing], scope) => textOf(text, scope).toUpperCase() },
  date: { arguments: 1, apply: ([value = missing]) => toDate(value) },
  timestamp: { arguments: 1, apply: ([value = missing]) => toDate(value) },
  now: { arguments: 0, apply: (_none, scope) => new Date(scope.nowMs) },
  now_plus: { arguments: 1, apply: ([span = missing], scope) => fromNow(span, scope, 1) },
  now_minus: { arguments: 1, apply: ([span = missing], scope) => fromNow(span, scope, -1) },
};

/** `x.contains(y)` and its like; the first value is x. A missing x answers false, and has the size 0. */
export const methods: Readonly<Record<string, ExpressionFunction>> = {
  size: { arguments: 0, apply: ([value = missing]) => size(value) },
  contains: { arguments: 1, apply: onTexts((text, part) => text.includes(part)) },
  startsWith: { arguments: 1, apply: onTexts((text, part) => text.startsWith(part)) },
  endsWith: { arguments: 1, apply: onTexts((text, part) => text.endsWith(part)) },
};

function onTexts(test: (text: string, part: string) => boolean): ExpressionFunction["apply"] {
  return ([text = missing, part = missing], scope) =>
    text !== missing && part !== missing && test(textOf(text, scope), textOf(part, scope));
}

function textOf(value: Value, scope: Scope): string {
  if (typeof value !== "string") throw new ExpressionFault(`a text is needed, not ${typeName(value)}`);
  spend(scope, value.length / 100);
  return value;
}

function size(value: Value): bigint {
  if (value === missing) return 0n;
  // Code points, not UTF-16 units.
  if (typeof value === "string") return BigInt(Array.from(value).length);
  if (Array.isArray(value)) return BigInt(value.length);
  if (isRecord(value)) return BigInt(Object.keys(value).length);
  throw new ExpressionFault(`size takes no ${typeName(value)}`);
}

function toText(value: Value): string {
  const text = value instanceof Date ? value.toISOString() : plainText(value);
  if (text === null) throw new ExpressionFault(`string takes no ${typeName(value)}`);
  return text;
}

function toInt(value: Value): bigint {
  if (typeof value === "bigint") return value;
  if (typeof value === "number" && Number.isFinite(value)) return checked(BigInt(Math.trunc(value)));
  if (typeof value === "string" && /^[+-]?\d{1,19}$/.test(value))
    return checked(BigInt(value.replace("+", "")));
  if (value instanceof Date) return BigInt(Math.floor(value.getTime() / 1_000));
  throw new ExpressionFault(`int cannot read this ${typeName(value)}`);
}

function toDouble(value: Value): number {
  if (isNumber(value)) return Number(value);
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : Number.NaN;
  if (Number.isNaN(number)) throw new ExpressionFault(`double cannot read this ${typeName(value)}`);
  return number;
}

function toBool(value: Value): boolean {
  if (typeof value === "boolean") return value;
  if (value === "true" || value === "false") return value === "true";
  throw new ExpressionFault(`bool cannot read this ${typeName(value)}`);
}

/** An ISO instant, or a Unix time: in seconds where it is too small for milliseconds of our century. */
function toDate(value: Value): Date {
  if (value instanceof Date) return value;
  const ms = typeof value === "string" ? Date.parse(value) : unixMs(value);
  if (!Number.isFinite(ms)) throw new ExpressionFault(`date cannot read this ${typeName(value)}`);
  return new Date(ms);
}

function unixMs(value: Value): number {
  if (!isNumber(value)) return Number.NaN;
  const number = Number(value);
  return Math.abs(number) < 100_000_000_000 ? number * 1_000 : number;
}

function fromNow(span: Value, scope: Scope, direction: 1 | -1): Date {
  const ms = typeof span === "string" ? spanMs(span) : null;
  if (ms === null) throw new ExpressionFault('a span such as "24h" is needed');
  return new Date(scope.nowMs + direction * ms);
}
