/** This room bounds work that somebody else's text asks for: how long it takes, and checks against their JSON Schemas. */

import { z } from "zod";
import type { FieldIssue } from "@/lib/core/errors";
import { TimeLimitError, withinTimeLimit } from "./time-limit";

export type JsonSchema = Parameters<typeof z.fromJSONSchema>[0];

type Checked = { value: unknown; issues: null } | { value: null; issues: FieldIssue[] };

/** A value that fits is checked within a millisecond, and while it is, the process does nothing else. */
const TIME_LIMIT_MS = 200;

/** The value as it is, or what is wrong with it, each place named from `at` on. No default stands in for what is missing. */
export function checkBySchema(schema: JsonSchema, value: unknown, at: string): Checked {
  const { issues } = check(() => withoutDefaults(schema) as JsonSchema, value, at);
  return issues ? { value: null, issues } : { value, issues: null };
}

/** The value with the schema's defaults for what is missing, or what is wrong with it. */
export const fillBySchema = (schema: JsonSchema, value: unknown, at: string): Checked =>
  check(() => schema, value, at);

function check(schemaOf: () => JsonSchema, value: unknown, at: string): Checked {
  let member: string[] = [];
  try {
    // A `pattern` of the text may take a regular expression minutes over a value of somebody else: each member is tried first, to name it.
    const checked = withinTimeLimit(() => {
      const whole = z.fromJSONSchema(schemaOf());
      for (const [name, one] of membersOf(value)) {
        member = [name];
        whole.safeParse({ [name]: one });
      }
      member = [];
      return whole.safeParse(value);
    }, TIME_LIMIT_MS);
    if (checked.success) return { value: checked.data, issues: null };
    const issues = checked.error.issues.map(({ path, message }) => ({
      path: [at, ...path.map(String)].join("."),
      message: message.replace(/^Invalid input: /, "").replace(/\.$/, ""),
    }));
    return { value: null, issues };
  } catch (error) {
    const path = [at, ...member].join(".");
    return {
      value: null,
      issues: [{ path, message: `cannot be checked against the schema: ${whyNot(error)}` }],
    };
  }
}

/** Words of a schema whose members are schemas by names of somebody else's, such as a property called `default`. */
const BY_NAME = new Set(["properties", "patternProperties", "$defs", "definitions", "dependentSchemas"]);

function withoutDefaults(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutDefaults);
  if (!isObject(schema)) return schema;
  return mapMembers(schema, (word, part) => {
    if (word === "default") return undefined;
    if (BY_NAME.has(word) && isObject(part)) return mapMembers(part, (_, one) => withoutDefaults(one));
    return withoutDefaults(part);
  });
}

/** Not by assignment: a property may be called __proto__. Undefined members are left out. */
const mapMembers = (of: object, change: (name: string, part: unknown) => unknown) =>
  Object.fromEntries(
    Object.entries(of)
      .map(([name, part]) => [name, change(name, part)] as const)
      .filter(([, part]) => part !== undefined),
  );

const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const membersOf = (value: unknown): [string, unknown][] => (isObject(value) ? Object.entries(value) : []);

/** A text from before such schemas were refused may have references that lead back to themselves. @throws any other error. */
function whyNot(error: unknown): string {
  if (error instanceof RangeError) return "it has no end";
  if (error instanceof TimeLimitError) return error.message;
  throw error;
}

/** Why this is no JSON Schema, as a sentence without its full stop. Null: it is one. */
export function whyNoSchema(schema: unknown): string | null {
  try {
    withinTimeLimit(() => z.fromJSONSchema(schema as JsonSchema));
    return null;
  } catch (error) {
    return (error as Error).message.replace(/\.$/, "");
  }
}
