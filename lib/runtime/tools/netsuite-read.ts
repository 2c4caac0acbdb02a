import { z } from "zod";
import { ACTION_TYPES, actionTypeOf } from "@/lib/action-types/registry";
import { defineTool } from "./tool";

export const netsuiteRead = defineTool({
  name: "netsuite.read",
  title: "Read a record",
  effect: "read",
  input: z.strictObject({
    action_type: z.string(),
    entity_type: z.string().optional(),
    entity_ref: z.union([z.string().min(1).max(200), z.int()]),
    context: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  }),
  output: { values: "map<string, string>", facts: "map<string, string>" },
  check({ action_type: type }, isKnown) {
    if (typeof type !== "string" || !isKnown(["action_type"]) || actionTypeOf(type)) return [];
    const message = `There is no action type ${type}, whose record would be read. There are ${ACTION_TYPES.join(", ")}.`;
    return [{ path: ["action_type"], code: "unknown_action_type", message }];
  },
});
