/** Works out the values of a step while a run is under way: expressions become values, values become JSON. */

import { EvaluationError, ParseError, TypeError as CelTypeError } from "@marcbachmann/cel-js";
import { Decimal, LANGUAGE } from "@/lib/runtime/definitions/language";
import { isOneExpression, parseTemplate } from "@/lib/runtime/definitions/templates";

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** An expression that gives no value here, such as a key that is missing. Its message is for people. */
export class ValueError extends Error {
  override readonly name = "ValueError";
}

/** The names that expressions may use, with their values as JSON. */
export type Names = Readonly<Record<string, Json>>;

/** A comprehension costs its list's length: longer ones are refused. */
const LIST_LENGTH_MAX = 5_000;

/** `value` with every expression in it replaced by what it gives. @throws ValueError. */
export function evaluateValue(value: Json, names: Names): Json {
  if (typeof value === "string") return evaluateText(value, names);
  if (Array.isArray(value)) return value.map((element) => evaluateValue(element, names));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, evaluateValue(part, names)]));
}

/** A text that is one expression has its value; any other is a text. @throws ValueError. */
export function evaluateText(text: string, names: Names): Json {
  const template = parseTemplate(text);
  if (template.expressions.length === 0) return text;
  if (isOneExpression(template)) return evaluateExpression(template.expressions[0]!.source, names);
  return template.parts
    .map((part) => ("text" in part ? part.text : textOf(evaluateExpression(part.source, names), part.source)))
    .join("");
}

function textOf(value: Json, source: string): string {
  if (typeof value === "object")
    throw new ValueError(
      `\`${source.trim()}\` gives ${value === null ? "nothing" : "a list or a map"}, not a text.`,
    );
  return String(value);
}

/** @throws ValueError. */
export function evaluateExpression(source: string, names: Names): Json {
  const environment = LANGUAGE.clone();
  const values: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(names)) {
    if (!source.includes(name)) continue;
    environment.registerVariable(name, "dyn");
    values[name] = celOf(value);
  }
  try {
    return jsonOf(environment.evaluate(source, values));
  } catch (error) {
    if (error instanceof ValueError) throw error;
    if (error instanceof EvaluationError || error instanceof ParseError || error instanceof CelTypeError)
      throw new ValueError(`\`${source.trim()}\`: ${firstLine(error.message)}.`, { cause: error });
    // A function of ours, such as decimal("x"), says what is wrong in one line as well.
    if (error instanceof Error)
      throw new ValueError(`\`${source.trim()}\`: ${firstLine(error.message)}.`, { cause: error });
    throw error;
  }
}

/** Without the name of the library that says it. */
const firstLine = (text: string) =>
  text
    .split("\n", 1)[0]!
    .replace(/^\[big\.js\] /, "")
    .replace(/\.$/, "");

/** Whole numbers are ints in CEL, all others doubles. */
function celOf(value: Json): unknown {
  if (typeof value === "number") return Number.isSafeInteger(value) ? BigInt(value) : value;
  if (Array.isArray(value)) {
    if (value.length > LIST_LENGTH_MAX)
      throw new ValueError(
        `A list of ${value.length} elements is too long: ${LIST_LENGTH_MAX} are the most.`,
      );
    return value.map(celOf);
  }
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, celOf(part)]));
}

function jsonOf(value: unknown): Json {
  if (value === null || value === undefined) return null;
  if (typeof value === "bigint") return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if (typeof value === "number") {
    if (!Number.isFinite(value)) throw new ValueError("A number without an end, or none, is no value.");
    return value;
  }
  if (typeof value === "string" || typeof value === "boolean") return value;
  if (value instanceof Decimal) return value.value.toFixed();
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(jsonOf);
  if (value instanceof Map)
    return Object.fromEntries([...value].map(([key, part]) => [String(key), jsonOf(part)]));
  if (isPlain(value))
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, jsonOf(part)]));
  // A span of time is said in seconds.
  if (typeof value === "object" && "seconds" in value && typeof value.seconds === "bigint")
    return Number(value.seconds);
  throw new ValueError("This gives a value that no JSON can hold.");
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" &&
  value !== null &&
  (Object.getPrototypeOf(value) === Object.prototype || Object.getPrototypeOf(value) === null);
