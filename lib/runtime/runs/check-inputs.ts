import { z } from "zod";
import { AppError } from "@/lib/core/errors";
import { whyNotStorable } from "@/lib/core/values/storable";
import type { WorkflowDefinition } from "@/lib/runtime/definitions/definition";
import type { Json } from "@/lib/runtime/values/evaluate";
import { TimeLimitError, withinTimeLimit } from "@/lib/runtime/values/time-limit";

/**
 * The inputs as the workflow's JSON Schema takes them, defaults filled in. @throws AppError validation_failed 422 naming each
 *   input at fault.
 */
export function checkInputs(
  definition: WorkflowDefinition,
  inputs: Record<string, Json>,
): Record<string, Json> {
  const { properties = {} } = (definition.inputs ?? {}) as { properties?: Record<string, unknown> };
  const unknown = Object.keys(inputs).filter((name) => !Object.hasOwn(properties, name));
  if (unknown.length > 0)
    throw refused(
      unknown.map((name) => ({
        path: `inputs.${name}`,
        message: `is no input of ${definition.workflow}${listed(Object.keys(properties))}`,
      })),
    );
  if (!definition.inputs) return {};
  const why = whyNotStorable(inputs);
  if (why) throw refused([{ path: "inputs", message: why }]);
  const checked = parsed(definition.inputs as JsonSchema, inputs);
  if (checked.success) return checked.data as Record<string, Json>;
  throw refused(
    checked.error.issues.map(({ path, message }) => ({
      path: ["inputs", ...path.map(String)].join("."),
      message: message.replace(/^Invalid input: /, "").replace(/\.$/, ""),
    })),
  );
}

type JsonSchema = Parameters<typeof z.fromJSONSchema>[0];

/** Inputs that fit are checked within a millisecond, and while they are, the process does nothing else. */
const TIME_LIMIT_MS = 200;

/** A `pattern` of the text may take a regular expression minutes over an input of somebody else: each is tried alone first, to name it. */
function parsed(schema: JsonSchema, inputs: Record<string, Json>) {
  let current: string[] = [];
  try {
    return withinTimeLimit(() => {
      const whole = z.fromJSONSchema(schema);
      for (const name of Object.keys(inputs)) {
        current = [name];
        whole.safeParse({ [name]: inputs[name] });
      }
      current = [];
      return whole.safeParse(inputs);
    }, TIME_LIMIT_MS);
  } catch (error) {
    // A version from before such schemas were refused has references that lead back to themselves.
    if (error instanceof RangeError)
      throw refused([{ path: "inputs", message: "cannot be checked against the schema: it has no end" }]);
    if (!(error instanceof TimeLimitError)) throw error;
    const path = ["inputs", ...current].join(".");
    throw refused([{ path, message: `cannot be checked against the schema: ${error.message}` }]);
  }
}

const listed = (names: string[]) => (names.length > 0 ? `; it has ${names.join(", ")}` : "; it has none");
const refused = (issues: { path: string; message: string }[]) =>
  new AppError("validation_failed", "These inputs do not fit the workflow; see errors.", { issues });
