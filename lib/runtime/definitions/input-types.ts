import type { ValueType } from "@/lib/runtime/tools/tool";
import type { WorkflowDefinition } from "./definition";
import type { Finding } from "./problem";
import { schemaFindings } from "./schema-findings";

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
  if (inputs.type !== "object") {
    const path = inputs.type === undefined ? ["inputs"] : ["inputs", "type"];
    const message = "Inputs are an object: begin them with `type: object`.";
    return [{ path, code: "invalid_schema", message }];
  }
  return schemaFindings(inputs).map((finding) => ({ ...finding, path: ["inputs", ...finding.path] }));
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
/** The valid CEL names. No expression can reach any other. */
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
