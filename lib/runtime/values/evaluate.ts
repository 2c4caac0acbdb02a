/** Works out the values of a step while a run is under way: expressions become values, values become JSON. */

import { whyNotStorable } from "@/lib/core/values/storable";
import { Decimal, LANGUAGE } from "@/lib/runtime/definitions/language";
import { isOneExpression, parseTemplate } from "@/lib/runtime/definitions/templates";
import {
  allot,
  bytesOf,
  countBuilt,
  keep,
  withBoundedMemory,
  withinMemory,
  workWithMemory,
} from "./memory-limit";
import { callBounded } from "./nodes";
import { withBoundedSearches } from "./searches";
import { TimeLimitError, withinTimeLimit } from "@/lib/limits/time-limit";

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** An expression that gives no value here, such as a key that is missing. Its message is for people. */
export class ValueError extends Error {
  override readonly name = "ValueError";
}

/** The names that expressions may use, with their values as JSON. */
export type Names = Readonly<Record<string, Json>>;

const BOUNDED_LANGUAGE = withBoundedMemory(withBoundedSearches(LANGUAGE.clone()));

/** A comprehension costs its list's length: longer ones are refused. */
const LIST_LENGTH_MAX = 5_000;

/** The longest JSON text of one value, without its quotation marks. */
const RESULT_CHARACTERS_MAX = 1_000_000;

/** `value` with every expression in it replaced by what it gives, all of them within one time limit. @throws ValueError. */
export const evaluateValue = (value: Json, names: Names): Json =>
  hasExpression(value) ? inTime(() => valueOf(value, names)) : value;

/** The same for the parts of a step's `with`, each with the names that it may use. @throws ValueError. */
export function evaluateParts(
  parts: Readonly<Record<string, Json>>,
  namesFor: (part: string) => Names,
): Record<string, Json> {
  const entries = Object.entries(parts);
  if (!entries.some(([, value]) => hasExpression(value))) return { ...parts };
  return inTime(() =>
    Object.fromEntries(entries.map(([part, value]) => [part, valueOf(value, namesFor(part))])),
  );
}

/** A text that is one expression has its value; any other is a text. @throws ValueError. */
export const evaluateText = (text: string, names: Names): Json =>
  hasExpression(text) ? inTime(() => valueOfText(text, names)) : text;

function hasExpression(value: Json): boolean {
  if (typeof value === "string") return value.includes("${{");
  if (value === null || typeof value !== "object") return false;
  return Object.values(value).some(hasExpression);
}

function inTime<Value>(work: () => Value): Value {
  try {
    return withinTimeLimit(() => workWithMemory(work));
  } catch (error) {
    if (!(error instanceof TimeLimitError)) throw error;
    throw new ValueError(`An expression cannot be worked out: ${error.message}.`, {
      cause: error,
    });
  }
}

function valueOf(value: Json, names: Names): Json {
  if (typeof value === "string") return valueOfText(value, names);
  if (Array.isArray(value)) return value.map((element) => valueOf(element, names));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, valueOf(part, names)]));
}

function valueOfText(text: string, names: Names): Json {
  const template = parseTemplate(text);
  if (template.expressions.length === 0) return text;
  if (isOneExpression(template)) return valueOfExpression(template.expressions[0]!.source, names);
  return template.parts
    .map((part) => ("text" in part ? part.text : textOf(valueOfExpression(part.source, names), part.source)))
    .join("");
}

function textOf(value: Json, source: string): string {
  if (typeof value === "object")
    throw new ValueError(
      `\`${source.trim()}\` gives ${value === null ? "nothing" : "a list or a map"}, not a text.`,
    );
  return String(value);
}

function valueOfExpression(source: string, names: Names): Json {
  try {
    const values = withinMemory(() => valuesFor(source, names));
    return withinMemory(() => evaluate(source, values));
  } catch (error) {
    if (error instanceof ValueError) throw error;
    if (!(error instanceof Error)) throw error;
    throw new ValueError(`\`${source.trim()}\`: ${whatIsWrong(error, source, names)}.`, { cause: error });
  }
}

/** In one line. An error of an expression that uses secrets may quote them, and is kept where many read it. */
function whatIsWrong({ message }: Error, source: string, { secrets }: Names): string {
  if (secrets !== undefined && source.includes("secrets"))
    return "it uses secrets and cannot be worked out, and the reason is not kept because it may quote them";
  return firstLine(message);
}

/** The values of the names that the expression uses. */
const valuesFor = (source: string, names: Names): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(names)
      .filter(([name]) => source.includes(name))
      .map(([name, value]) => [name, celOf(value)]),
  );

function evaluate(source: string, values: Record<string, unknown>): Json {
  const environment = BOUNDED_LANGUAGE.clone();
  for (const name of Object.keys(values)) environment.registerVariable(name, "dyn");
  const parsed = environment.parse(source);
  callBounded(parsed.ast);
  countBuilt(parsed.ast);
  const room = { characters: RESULT_CHARACTERS_MAX };
  const value = jsonOf(parsed(values), room);
  keep(RESULT_CHARACTERS_MAX - room.characters);
  const why = whyNotStorable(value);
  if (why) throw new ValueError(`\`${source.trim()}\` gives a value that ${why}.`);
  return value;
}

/** Without the name of the library that says it. */
const firstLine = (text: string) =>
  text
    .split("\n", 1)[0]!
    .replace(/^\[big\.js\] /, "")
    .replace(/\.$/, "");

/** Whole numbers are ints in CEL, all others doubles. */
function celOf(value: Json): unknown {
  if (typeof value !== "string") allot(bytesOf(value));
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

/** `room`: what the whole value may still hold. A list may hold one long text thousands of times. */
function jsonOf(value: unknown, room: { characters: number }): Json {
  room.characters -= typeof value === "string" ? value.length : 1;
  if (room.characters < 0)
    throw new ValueError(`This gives a value of more than ${RESULT_CHARACTERS_MAX} characters.`);
  const partOf = (part: unknown) => jsonOf(part, room);
  if (value === null || value === undefined) return null;
  if (typeof value === "bigint") return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if (typeof value === "number") {
    if (!Number.isFinite(value)) throw new ValueError("A number without an end, or none, is no value.");
    return value;
  }
  if (typeof value === "string" || typeof value === "boolean") return value;
  if (value instanceof Decimal) return value.value.toFixed();
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(partOf);
  if (value instanceof Map)
    return Object.fromEntries([...value].map(([key, part]) => [String(key), partOf(part)]));
  if (isPlain(value))
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, partOf(part)]));
  // A span of time is said in seconds.
  if (typeof value === "object" && "seconds" in value && typeof value.seconds === "bigint")
    return Number(value.seconds);
  throw new ValueError("This gives a value that no JSON can hold.");
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" &&
  value !== null &&
  (Object.getPrototypeOf(value) === Object.prototype || Object.getPrototypeOf(value) === null);
