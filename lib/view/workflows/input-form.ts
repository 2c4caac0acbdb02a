/** A form for the inputs of a workflow, made from their JSON Schema. */

export type JsonValue = string | number | boolean | null | JsonValue[] | { [name: string]: JsonValue };

export interface InputField {
  name: string;
  label: string;
  kind: "text" | "integer" | "number" | "choice" | "json";
  isNeeded: boolean;
  hint: string | undefined;
  /** The field's first value: the default of the schema. */
  first: string;
  /** For a choice: its values as JSON text, each with its words. */
  options: readonly { value: string; name: string }[];
}

interface PropertySchema {
  type?: JsonValue;
  enum?: JsonValue;
  default?: JsonValue;
  title?: JsonValue;
  description?: JsonValue;
}
type Schema = Readonly<Record<string, unknown>>;

/** Those that are required first, in the order in which they are named there: a stored schema has its properties by name. */
export function inputFieldsOf(schema: Schema | null): InputField[] {
  const properties = (schema?.properties ?? {}) as Record<string, unknown>;
  const required = Array.isArray(schema?.required) ? (schema.required as unknown[]) : [];
  const names = Object.keys(properties);
  const first = required.filter((name): name is string => typeof name === "string" && names.includes(name));
  return [...new Set([...first, ...names])].map((name) => {
    const property = properties[name];
    const schemaOfIt = typeof property === "object" && property !== null ? property : {};
    return fieldOf(name, schemaOfIt, required.includes(name));
  });
}

function fieldOf(name: string, schema: PropertySchema, isRequired: boolean): InputField {
  const kind = kindOf(schema);
  const isNeeded = isRequired && schema.default === undefined;
  return {
    name,
    label: typeof schema.title === "string" ? schema.title : name,
    kind,
    isNeeded,
    hint: hintOf(schema, kind, isNeeded),
    first: schema.default === undefined ? "" : textOf(kind, schema.default),
    options: kind === "choice" ? optionsOf(schema) : [],
  };
}

function kindOf({ type, enum: choices }: PropertySchema): InputField["kind"] {
  if (Array.isArray(choices) || type === "boolean") return "choice";
  if (type === "integer" || type === "number") return type;
  return type === "string" ? "text" : "json";
}

function hintOf(schema: PropertySchema, kind: InputField["kind"], isNeeded: boolean): string | undefined {
  const { description, default: usual } = schema;
  const words = typeof description === "string" ? description.trim().replace(/\.$/, "") : "";
  const form = kind === "json" ? "As JSON" : "";
  const empty = isNeeded
    ? ""
    : usual === undefined
      ? "It may be left empty"
      : `Left empty it is ${wordsOf(usual)}`;
  const sentences = [words, form, empty].filter(Boolean);
  return sentences.length > 0 ? `${sentences.join(". ")}.` : undefined;
}

const wordsOf = (value: JsonValue) => (typeof value === "string" ? value : JSON.stringify(value));
const textOf = (kind: InputField["kind"], value: JsonValue): string =>
  kind === "choice"
    ? JSON.stringify(value)
    : kind === "json"
      ? JSON.stringify(value, null, 2)
      : wordsOf(value);

function optionsOf({ enum: choices }: PropertySchema): InputField["options"] {
  const values = Array.isArray(choices) ? choices : [true, false];
  return values.map((value) => ({ value: JSON.stringify(value), name: wordsOf(value) }));
}

/** `value` undefined: it is left out. `error`: why it cannot be sent. */
type ReadInput = { value: JsonValue | undefined; error: null } | { error: string };

const whole = /^[+-]?\d+$/;
const decimal = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

export function readInput(field: InputField, typed: string): ReadInput {
  const text = field.kind === "text" ? typed : typed.trim();
  if (text === "")
    return field.isNeeded ? { error: "This input is needed." } : { value: undefined, error: null };
  switch (field.kind) {
    case "text":
      return { value: text, error: null };
    case "integer":
      return whole.test(text) && Number.isSafeInteger(Number(text))
        ? { value: Number(text), error: null }
        : { error: "A whole number." };
    case "number":
      return decimal.test(text) && Number.isFinite(Number(text))
        ? { value: Number(text), error: null }
        : { error: "A number, such as 0.12." };
    case "choice":
    case "json":
      return jsonIn(text);
  }
}

function jsonIn(text: string): ReadInput {
  try {
    return { value: JSON.parse(text) as JsonValue, error: null };
  } catch (error) {
    return { error: `This is no JSON: ${(error as Error).message}` };
  }
}

/** The body to send. Null: an input has a fault. */
export function readInputs(
  fields: readonly InputField[],
  typed: Readonly<Record<string, string>>,
): Record<string, JsonValue> | null {
  const inputs: Record<string, JsonValue> = {};
  for (const field of fields) {
    const read = readInput(field, typed[field.name] ?? field.first);
    if (read.error !== null) return null;
    if (read.value !== undefined) inputs[field.name] = read.value;
  }
  return inputs;
}
