/** This room bounds work that somebody else's text asks for: how long it takes, and checks against their JSON Schemas. */

import { z } from "zod";
import type { FieldIssue } from "@/lib/core/errors";
import { TimeLimitError, withinTimeLimit } from "./time-limit";

export type JsonSchema = Parameters<typeof z.fromJSONSchema>[0];

type Checked = { value: unknown; issues: null } | { value: null; issues: FieldIssue[] };

/** A value that fits is checked within a millisecond, and while it is, the process does nothing else. */
const TIME_LIMIT_MS = 200;

/** The value as the schema takes it, defaults filled in, or what is wrong with it, each place named from `at` on. */
export function checkBySchema(schema: JsonSchema, value: unknown, at: string): Checked {
  let member: string[] = [];
  try {
    // A `pattern` of the text may take a regular expression minutes over a value of somebody else: each member is tried first, to name it.
    const checked = withinTimeLimit(() => {
      const whole = z.fromJSONSchema(schema);
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

const membersOf = (value: unknown): [string, unknown][] =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? Object.entries(value) : [];

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
