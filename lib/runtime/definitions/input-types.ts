import { whyNoSchema } from "@/lib/limits/check-by-schema";
import type { ValueType } from "@/lib/runtime/tools/tool";
import type { WorkflowDefinition } from "./definition";
import type { Finding } from "./problem";
import { hasEndlessReference } from "./schema-loops";

/** The inputs of a workflow: a JSON Schema of an object, and the types that expressions see. */

interface JsonSchema {
  type?: unknown;
  properties?: unknown;
  items?: unknown;
  required?: unknown;
  default?: unknown;
}

export function inputFindings({ inputs }: WorkflowDefinition): Finding[] {
  if (!inputs) return [];
  const at = (message: string): Finding[] => [{ path: ["inputs"], code: "invalid_schema", message }];
  if (inputs.type !== "object") return at("Inputs are an object: begin them with `type: object`.");
  const why = whyNoSchema(inputs);
  if (why !== null) return at(`This is no JSON Schema: ${why}.`);
  return hasEndlessReference(inputs)
    ? at("A `$ref` leads back to itself: no check of an input would end.")
    : [];
}

export const inputTypes = ({ inputs }: WorkflowDefinition): ValueType =>
  typeOf(inputs ?? { type: "object", properties: {} });

/** Those that a run cannot begin without. */
export function requiredInputs({ inputs }: WorkflowDefinition): string[] {
  const { required, properties } = (inputs ?? {}) as JsonSchema;
  const hasDefault = (name: string) =>
    ((properties as Record<string, JsonSchema> | undefined)?.[name]?.default ?? null) !== null;
  return Array.isArray(required)
    ? required.filter((name): name is string => typeof name === "string" && !hasDefault(name))
    : [];
}

const simple: Record<string, string> = {
  string: "string",
  integer: "int",
  number: "double",
  boolean: "bool",
};
/** What a CEL name can be. Others are reached by no expression. */
const isName = (name: string) => /^[A-Za-z_]\w{0,63}$/.test(name);

function typeOf(schema: unknown): ValueType {
  const { type, properties, items } = (schema ?? {}) as JsonSchema;
  if (typeof type !== "string") return "dyn";
  if (type === "object" && typeof properties === "object" && properties !== null)
    return Object.fromEntries(
      Object.entries(properties).flatMap(([name, one]) => (isName(name) ? [[name, typeOf(one)]] : [])),
    );
  if (type === "object") return "map";
  if (type === "array") {
    const element = typeOf(items);
    return typeof element === "string" ? `list<${element}>` : "list<map>";
  }
  return simple[type] ?? "dyn";
}
