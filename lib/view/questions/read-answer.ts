import type { FieldIssue } from "@/lib/core/errors";
import { findLongNumbers } from "@/lib/core/values/text-safety";
import { type AnswerField, type JsonValue, firstOf } from "./answer-form";

/** The answer in the fields of its form. Each field's text stays as it was typed, whatever is made of it. */

/** Typed texts by the fields' paths. A missing field holds its initial value. */
export type Draft = Readonly<Record<string, string>>;

export const typedIn = (field: AnswerField, draft: Draft): string => draft[field.path] ?? field.first;

/** The chosen values of a field with several choices, as JSON text. */
export const chosenIn = (field: AnswerField, draft: Draft): string[] => chosenOf(typedIn(field, draft));

const chosenOf = (text: string): string[] => (text === "" ? [] : (JSON.parse(text) as string[]));

export interface ReadAnswer {
  /** Undefined: it is left out. */
  value: JsonValue | undefined;
  /** Faults that keep it from being sent, by the fields' paths. */
  issues: readonly FieldIssue[];
}

export function readAnswer(field: AnswerField, draft: Draft): ReadAnswer {
  if (field.kind === "group") return readGroup(field, draft);
  const text = typedIn(field, draft);
  const isEmpty = field.kind === "choices" ? chosenOf(text).length === 0 : text.trim() === "";
  if (isEmpty)
    return field.isNeeded ? refused(field, neededWords[field.kind]) : { value: undefined, issues: [] };
  const read = readText(field, text);
  return "value" in read ? { value: read.value, issues: [] } : refused(field, read.whyNot);
}

/** An optional group in which nothing is typed is left out. */
function readGroup(field: AnswerField, draft: Draft): ReadAnswer {
  if (!field.isNeeded && !holdsAnything(field, draft)) return { value: undefined, issues: [] };
  const read = field.fields.map((one) => [one.name, readAnswer(one, draft)] as const);
  // Not by assignment: a property may be called __proto__.
  const value = Object.fromEntries(
    read.flatMap(([name, one]) => (one.value === undefined ? [] : [[name, one.value] as const])),
  );
  return { value, issues: read.flatMap(([, one]) => one.issues) };
}

const holdsAnything = (field: AnswerField, draft: Draft): boolean =>
  field.kind === "group"
    ? field.fields.some((one) => holdsAnything(one, draft))
    : !["", "[]"].includes(typedIn(field, draft).trim());

const refused = ({ path }: AnswerField, message: string): ReadAnswer => ({
  value: undefined,
  issues: [{ path, message }],
});

const neededWords: Record<Exclude<AnswerField["kind"], "group">, string> = {
  text: "is needed",
  long_text: "is needed",
  integer: "is needed",
  number: "is needed",
  date: "is needed",
  choice: "is needed: choose one",
  choices: "is needed: choose one or more",
  json: "is needed",
};

const whole = /^[+-]?\d+$/;
const decimal = /^[+-]?(\d+\.?\d*|\.\d+)$/;
const DIGITS = "has more digits than can be kept: 15 at most";

type ReadText = { value: JsonValue } | { whyNot: string };

function readText({ kind }: AnswerField, text: string): ReadText {
  switch (kind) {
    case "integer":
    case "number":
      return readNumber(kind, text.trim());
    case "choices":
      return { value: chosenOf(text).map((one) => JSON.parse(one) as JsonValue) };
    case "choice":
    case "json":
      return readJson(text);
    case "date":
      return { value: text.trim() };
    default:
      return { value: text };
  }
}

function readNumber(kind: "integer" | "number", text: string): ReadText {
  if (!(kind === "integer" ? whole : decimal).test(text))
    return { whyNot: kind === "integer" ? "must be a whole number" : "must be a number, such as 1250.50" };
  if (findLongNumbers(text.replace(/^\+/, "")).length > 0) return { whyNot: DIGITS };
  return { value: Number(text) };
}

function readJson(text: string): ReadText {
  try {
    const value = JSON.parse(text) as JsonValue;
    return findLongNumbers(text).length > 0 ? { whyNot: DIGITS } : { value };
  } catch (error) {
    return { whyNot: `is no JSON: ${(error as Error).message}` };
  }
}

/** The fields of a form that already holds an answer, such as one that is corrected. */
export function draftOf(field: AnswerField, value: JsonValue | undefined): Draft {
  if (value === undefined) return {};
  if (field.kind !== "group") return { [field.path]: firstOf(field.kind, value) };
  const members = typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
  return Object.assign(
    {},
    ...field.fields.map((one) =>
      draftOf(one, Object.hasOwn(members, one.name) ? members[one.name] : undefined),
    ),
  ) as Draft;
}

/** Every field in which something is typed or chosen, group by group: those of the whole form. */
export const leavesOf = (field: AnswerField): AnswerField[] =>
  field.kind === "group" ? field.fields.flatMap(leavesOf) : [field];
