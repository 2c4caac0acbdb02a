import { schemaFaults } from "@/lib/limits/schema-faults";
import type { Finding } from "./problem";
import { endlessReference } from "./schema-loops";
import { valueAt } from "./shape";

/** Why this is no JSON Schema that a value can be checked against. Paths begin in it. */
export function schemaFindings(schema: Readonly<Record<string, unknown>>): Finding[] {
  const faults = schemaFaults(schema);
  if (faults.length > 0)
    return faults.map(({ path, why }) => ({
      path,
      // A keyword with lines of its own below it.
      ...(typeof valueAt(schema, path) === "object" && { atKey: true }),
      code: "invalid_schema",
      message: `This is no JSON Schema: ${why}.`,
    }));
  const path = endlessReference(schema);
  if (!path) return [];
  return [
    {
      path,
      code: "invalid_schema",
      message: "This `$ref` leads back to itself: no check of a value would end.",
    },
  ];
}
