import { AppError } from "@/lib/core/errors";
import { whyNotStorable } from "@/lib/core/values/storable";
import { type JsonSchema, fillBySchema } from "@/lib/limits/check-by-schema";
import type { WorkflowDefinition } from "@/lib/runtime/definitions/definition";
import type { Json } from "@/lib/runtime/values/evaluate";

/** As JSON. The database keeps 4 MB, and spends six bytes on a character at most, in a list of small numbers. */
const CHARACTERS_MAX = 600_000;

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
  const { value, issues } = fillBySchema(definition.inputs as JsonSchema, inputs, "inputs");
  if (issues) throw refused(issues);
  if (JSON.stringify(value).length > CHARACTERS_MAX)
    throw refused([
      { path: "inputs", message: `have more than ${CHARACTERS_MAX} characters in all, with their defaults` },
    ]);
  return value as Record<string, Json>;
}

const listed = (names: string[]) => (names.length > 0 ? `; it has ${names.join(", ")}` : "; it has none");
const refused = (issues: { path: string; message: string }[]) =>
  new AppError("validation_failed", "These inputs do not fit the workflow; see errors.", { issues });
