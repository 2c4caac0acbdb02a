import { expressionWorkMax } from "../limits";

/** A field that an event lacks, and whatever is read from it. No error: Inngest treats it much like null. */
export const missing = Symbol("missing");

/**
 * Values of an expression. Every JSON number is a CEL double (number), as on Inngest's server. Only literals, size() and
 * int() give CEL integers (bigint).
 */
export type Value =
  null | boolean | string | number | bigint | Date | readonly unknown[] | object | typeof missing;

/** Why an expression has no result: it is for a person who wrote the expression, and holds no data of the event. */
export class ExpressionFault extends Error {}

export interface Scope {
  /** `event`, `async`, and the variable of each macro around. */
  variables: Readonly<Record<string, Value>>;
  /** Unix milliseconds, for now() and its like. */
  nowMs: number;
  /** Shared by a whole evaluation. */
  work: { done: number; metMissing: boolean };
}

/** Counts work in characters and elements, and gives up where an expression would take too long. */
export function spend(scope: Scope, amount: number): void {
  scope.work.done += amount;
  if (scope.work.done > expressionWorkMax) throw new ExpressionFault("it takes too long");
}

/** A value that JSON.parse gave, as a value of an expression. */
export function load(raw: unknown): Value {
  return raw === undefined ? missing : (raw as Value);
}

/** Own fields only: what objects inherit is no part of an event. */
export function field(value: Value, name: string): Value {
  if (!isRecord(value) || !Object.hasOwn(value, name)) return missing;
  return load((value as Record<string, unknown>)[name]);
}

export function isRecord(value: Value): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date);
}

/** As in JavaScript, but empty lists and objects are true: so it is with Inngest. */
export function isTruthy(value: Value): boolean {
  return value !== missing && Boolean(value);
}

/** For messages: never the value itself. */
export function typeName(value: Value): string {
  if (value === null) return "null";
  if (value === missing) return "a missing field";
  if (Array.isArray(value)) return "list";
  if (value instanceof Date) return "timestamp";
  const names: Record<string, string> = { bigint: "int", number: "double", boolean: "bool", object: "map" };
  return names[typeof value] ?? typeof value;
}
