import { plainWords, sentenceCase } from "@/lib/view/words";

/**
 * A form for one answer, made from its JSON Schema. The server checks the answer against the schema; the form only finds a field
 * for each part of it. A part that it has no field for is typed as JSON.
 */

export type JsonValue = string | number | boolean | null | JsonValue[] | { [name: string]: JsonValue };
export type JsonSchema = Readonly<Record<string, unknown>>;

type AnswerKind =
  "text" | "long_text" | "integer" | "number" | "date" | "choice" | "choices" | "json" | "group";

export interface AnswerField {
  /** As the server names it in its refusals: `response.amount`. */
  path: string;
  name: string;
  /** From outside, as `hint` and the options' labels are. Null: it is the whole answer. */
  label: string | null;
  hint: string | null;
  /** The range of a number, in our own words. Null: none. */
  range: string | null;
  isNeeded: boolean;
  kind: AnswerKind;
  /** In it before anything is typed: the schema's default. What is emptied is sent empty. */
  first: string;
  /** For a choice: its values as JSON text. */
  options: readonly AnswerOption[];
  /** The fields of a group. */
  fields: readonly AnswerField[];
}

export interface AnswerOption {
  value: string;
  label: string;
}

const FIELDS_MAX = 60;
const DEPTH_MAX = 3;
const LONG_TEXT_CHARACTERS = 200;
/** Words of a schema that say several forms at once, or lead elsewhere. */
const COMPOSED = ["$ref", "oneOf", "anyOf", "allOf", "patternProperties"];

export function answerFieldOf(schema: JsonSchema, options: readonly AnswerOption[] | null): AnswerField {
  const root = { path: "response", name: "response", label: null, isNeeded: true, depth: 0 };
  const field = fieldOf(schema, root, labelsOf(options));
  return countFields(field) > FIELDS_MAX ? { ...field, kind: "json", fields: [] } : field;
}

/** The options of a selection by their values, each as JSON text. */
const labelsOf = (options: readonly AnswerOption[] | null): ReadonlyMap<string, string> =>
  new Map(options?.map(({ value, label }) => [JSON.stringify(value), label]));

const countFields = ({ fields }: AnswerField): number =>
  fields.reduce((sum, one) => sum + countFields(one), 1);

interface Place extends Pick<AnswerField, "path" | "name" | "label" | "isNeeded"> {
  depth: number;
}

function fieldOf(schema: JsonSchema, place: Place, labels: ReadonlyMap<string, string>): AnswerField {
  const { depth, ...rest } = place;
  const kind = kindOf(schema, depth);
  return {
    ...rest,
    label: rest.label === null ? null : (textOf(schema.title) ?? rest.label),
    hint: textOf(schema.description),
    range: kind === "integer" || kind === "number" ? rangeOf(schema) : null,
    kind,
    first: schema.default === undefined ? "" : firstOf(kind, schema.default as JsonValue),
    options: optionsOf(kind, schema, labels),
    fields: kind === "group" ? fieldsOf(schema, place, labels) : [],
  };
}

const textOf = (value: unknown): string | null =>
  typeof value === "string" && value.trim() !== "" ? value : null;
function rangeOf({ minimum, maximum }: JsonSchema): string | null {
  if (typeof minimum === "number" && typeof maximum === "number") return `From ${minimum} to ${maximum}.`;
  if (typeof minimum === "number") return `At least ${minimum}.`;
  return typeof maximum === "number" ? `At most ${maximum}.` : null;
}
const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const hasChoices = (schema: JsonSchema) =>
  (Array.isArray(schema.enum) && schema.enum.length > 0) || schema.const !== undefined;

function kindOf(schema: JsonSchema, depth: number): AnswerKind {
  if (COMPOSED.some((word) => schema[word] !== undefined)) return "json";
  if (hasChoices(schema) || schema.type === "boolean") return "choice";
  switch (schema.type) {
    case "string":
      if (schema.format === "date") return "date";
      return Number(schema.maxLength ?? 0) > LONG_TEXT_CHARACTERS ? "long_text" : "text";
    case "integer":
    case "number":
      return schema.type;
    case "array":
      return isSchema(schema.items) && hasChoices(schema.items) ? "choices" : "json";
    case "object":
      return depth < DEPTH_MAX && isGroup(schema) ? "group" : "json";
    default:
      return "json";
  }
}

/** A dot in a name could not be told from one between two names. */
function isGroup({ properties }: JsonSchema): boolean {
  const entries = isSchema(properties) ? Object.entries(properties) : [];
  return entries.length > 0 && entries.every(([name, one]) => isSchema(one) && !name.includes("."));
}

/** Those that are required first, in the order in which they are named there: a stored schema has its properties by name. */
function fieldsOf(
  schema: JsonSchema,
  { path, depth }: Place,
  labels: ReadonlyMap<string, string>,
): AnswerField[] {
  const properties = schema.properties as Record<string, JsonSchema>;
  const required = Array.isArray(schema.required) ? (schema.required as unknown[]).map(String) : [];
  const first = required.filter((name) => Object.hasOwn(properties, name));
  return [...new Set([...first, ...Object.keys(properties)])].map((name) =>
    fieldOf(
      properties[name]!,
      {
        path: `${path}.${name}`,
        name,
        label: labelOf(name),
        isNeeded: required.includes(name),
        depth: depth + 1,
      },
      labels,
    ),
  );
}

/** `amount_cents` → `Amount cents`; any other name stays as it is. */
export const labelOf = (name: string): string =>
  /^[a-z][a-z0-9_-]*$/.test(name) ? sentenceCase(plainWords(name)) : name;

/** A value as it stands in its field. */
export function firstOf(kind: AnswerKind, value: JsonValue): string {
  if (kind === "choices" && Array.isArray(value))
    return JSON.stringify(value.map((one) => JSON.stringify(one)));
  if (kind === "choice") return JSON.stringify(value);
  if (kind === "json") return JSON.stringify(value, null, 2);
  return typeof value === "object" ? "" : String(value);
}

function optionsOf(
  kind: AnswerKind,
  schema: JsonSchema,
  labels: ReadonlyMap<string, string>,
): AnswerOption[] {
  if (kind !== "choice" && kind !== "choices") return [];
  const one = kind === "choices" ? (schema.items as JsonSchema) : schema;
  const values = Array.isArray(one.enum)
    ? (one.enum as JsonValue[])
    : one.const === undefined
      ? []
      : [one.const as JsonValue];
  const given = hasChoices(one) ? values : [true, false];
  return given.map((value) => {
    const json = JSON.stringify(value);
    return { value: json, label: labels.get(json) ?? choiceWords(value) };
  });
}

/** A value as people read it: `Yes` for true, text as it is, anything else as JSON. */
export function choiceWords(value: JsonValue): string {
  if (typeof value === "boolean") return value ? "Yes" : "No";
  return typeof value === "string" ? value : JSON.stringify(value);
}
