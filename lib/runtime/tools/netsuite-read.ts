import { z } from "zod";
import { ACTION_TYPES, actionTypeOf } from "@/lib/action-types/registry";
import { readRecord } from "@/lib/gateway/live/read-record";
import { defineTool, done } from "./tool";

const input = z.strictObject({
  action_type: z.string(),
  entity_type: z.string().optional(),
  entity_ref: z.union([z.string().min(1).max(200), z.int()]),
  context: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
});

export const netsuiteRead = defineTool({
  name: "netsuite.read",
  title: "Read a record",
  effect: "read",
  input,
  output: { values: "map<string, string>", facts: "map<string, string>" },
  check({ action_type: type }, isKnown) {
    if (typeof type !== "string" || !isKnown(["action_type"]) || actionTypeOf(type)) return [];
    const message = `There is no action type ${type}, whose record would be read. There are ${ACTION_TYPES.join(", ")}.`;
    return [{ path: ["action_type"], code: "unknown_action_type", message }];
  },
  async run({ gateway, tenantId, run, input: given }) {
    const { action_type, entity_type, entity_ref, context = {} } = input.parse(given);
    const entityType = entity_type ?? actionTypeOf(action_type)?.entityTypes[0] ?? "";
    const target = { action_type, entity_type: entityType, entity_ref: String(entity_ref), context };
    return done(await readRecord(tenantId, target, `run ${run.id}`, gateway));
  },
});
