import type { ErrorCode } from "@/lib/core/errors";

/** Every way in which an input can break a JSON schema, one at a time, made from the schema itself. */

export interface JsonSchema {
  type?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: boolean | JsonSchema;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  /** A choice by a field that is a constant in each. */
  oneOf?: JsonSchema[];
  enum?: unknown[];
  const?: unknown;
  pattern?: string;
  format?: string;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
}

export interface Bad {
  /** `no reason`, `reason: a number`. */
  name: string;
  input: unknown;
  code: ErrorCode;
  /** As the answer names it; null where no single field is at fault. */
  field: string | null;
}

type Path = readonly (string | number)[];

/** The choice that a good value makes. */
function choiceOf(choices: readonly JsonSchema[], good: unknown): JsonSchema {
  const fits = ({ properties = {} }: JsonSchema) =>
    Object.entries(properties).every(
      ([name, { const: fixed }]) => fixed === undefined || (good as Record<string, unknown>)[name] === fixed,
    );
  return choices.find(fits)!;
}

const valueAt = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>((inner, step) => (inner as Record<string, unknown> | undefined)?.[step], value);

/** Variants of a good input. Fields that it leaves out are tried as well, with a value made from their schema. */
export function badInputs(schema: JsonSchema, good: unknown): Bad[] {
  const at = (path: Path, what: string, value: unknown, code: ErrorCode = "validation_failed"): Bad => ({
    name: path.length === 0 ? what : `${fieldOf(path)}: ${what}`,
    input: withValue(good, path, value),
    code,
    field: path.length === 0 ? null : fieldOf(path),
  });
  const visit = (part: JsonSchema, path: Path): (Bad | false | 0 | undefined)[] => {
    if (part.oneOf) return visit(choiceOf(part.oneOf, valueAt(good, path)), path);
    if (part.anyOf) {
      const others = part.anyOf.filter(({ type }) => type !== "null");
      if (others.length === 1) return visit(others[0]!, path);
      return others.some(({ type }) => type === "boolean") ? [] : [at(path, "true", true)];
    }
    switch (part.type) {
      case "object":
        return [
          at(path, "a list", []),
          part.additionalProperties === false && at([...path, "nobody_knows"], "an unknown field", 1),
          ...(part.required ?? []).map((name) => at([...path, name], "absent", undefined)),
          ...Object.entries(part.properties ?? {}).flatMap(([name, inner]) => visit(inner, [...path, name])),
        ];
      case "array":
        return [
          at(path, "an object", {}),
          part.minItems && at(path, "empty", []),
          part.maxItems &&
            at(path, `${part.maxItems + 1} entries`, Array(part.maxItems + 1).fill(sampleOf(part.items!))),
          ...visit(part.items ?? {}, [...path, 0]),
        ];
      case "string":
        return [
          at(path, "a number", 7),
          at(path, "NUL", "a\u0000", "unsupported_character"),
          at(path, "a lone surrogate", "a\ud83d", "unsupported_character"),
          !!(part.enum || part.pattern || part.format || part.const) &&
            at(path, "another word", "no such word"),
          part.minLength && at(path, "empty", ""),
          part.maxLength && at(path, `${part.maxLength + 1} characters`, "x".repeat(part.maxLength + 1)),
        ];
      case "integer":
      case "number":
        return [
          at(path, "text", "1"),
          at(path, "too many digits", 2 ** 53, "number_too_long"),
          part.type === "integer" && at(path, "a fraction", 1.5),
          part.exclusiveMinimum !== undefined && at(path, "the excluded minimum", part.exclusiveMinimum),
          part.minimum !== undefined &&
            part.minimum >= -1e15 &&
            at(path, "below the minimum", part.minimum - 1),
          part.maximum !== undefined &&
            part.maximum <= 1e15 &&
            at(path, "above the maximum", part.maximum + 1),
        ];
      case "boolean":
        return [at(path, "text", "yes")];
      default:
        return [];
    }
  };
  return visit(schema, []).filter((bad) => !!bad);
}

/** The same for a query, in which everything is text and nothing is required. */
export function badQueries(properties: Record<string, JsonSchema>): Bad[] {
  return Object.entries(properties).flatMap(([name, part]) => {
    const row = (value: string, code: ErrorCode = "validation_failed"): Bad => ({
      name: `${name}=${value.slice(0, 20)}`,
      input: { [name]: value },
      code,
      field: name,
    });
    const inNumbers = part.type === "integer" || part.type === "number";
    return [
      row("\u0000", "unsupported_character"),
      ...(inNumbers ? ["ten", "1.5", "-5"].map((text) => row(text)) : []),
      ...(part.maximum === undefined ? [] : [row(String(part.maximum + 1))]),
      ...(part.enum || part.pattern ? [row("everything else")] : []),
      ...(part.minLength ? [row("")] : []),
      ...(part.maxLength ? [row("x".repeat(part.maxLength + 1))] : []),
    ];
  });
}

/** The smallest value that the schema accepts. */
function sampleOf(schema: JsonSchema): unknown {
  const only = schema.anyOf?.find(({ type }) => type !== "null");
  if (only) return sampleOf(only);
  if (schema.enum) return schema.enum[0];
  if (schema.type === "object")
    return Object.fromEntries(
      (schema.required ?? []).map((name) => [name, sampleOf(schema.properties![name]!)]),
    );
  if (schema.type === "array") return [];
  if (schema.type === "integer" || schema.type === "number") return Math.max(schema.minimum ?? 1, 1);
  if (schema.type === "boolean") return true;
  return schema.pattern?.includes("{64}") ? "0".repeat(64) : "x";
}

/** `["changes", 0, "to"]` → `changes[0].to`. */
function fieldOf(path: Path): string {
  return path.reduce<string>(
    (text, part) => (typeof part === "number" ? `${text}[${part}]` : text === "" ? part : `${text}.${part}`),
    "",
  );
}

/** A copy with this value there; the way to it is made where it is missing. */
function withValue(input: unknown, [first, ...rest]: Path, value: unknown): unknown {
  if (first === undefined) return value;
  const copy: unknown = Array.isArray(input)
    ? [...(input as unknown[])]
    : typeof first === "number"
      ? []
      : { ...(input as object) };
  const holder = copy as Record<string | number, unknown>;
  holder[first] = withValue(holder[first], rest, value);
  return copy;
}
