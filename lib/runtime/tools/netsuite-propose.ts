import { ACTION_TYPES, actionTypeOf, fieldOf } from "@/lib/action-types/registry";
import { PROPOSAL_LIMITS } from "@/lib/contract/actions/proposal";
import type { Finding } from "@/lib/runtime/definitions/problem";
import { proposeInRun } from "@/lib/runtime/proposals/propose-in-run";
import { proposeInputSchema } from "@/lib/runtime/proposals/propose-input";
import { defineTool } from "./tool";

export const netsuitePropose = defineTool({
  name: "netsuite.propose",
  title: "Propose a write",
  effect: "write",
  approval: {
    secondsMin: PROPOSAL_LIMITS.expiresInSecondsMin,
    secondsMax: PROPOSAL_LIMITS.expiresInSecondsMax,
  },
  input: proposeInputSchema,
  output: { action_id: "int", record_id: "string" },
  run: (call) => proposeInRun(call, proposeInputSchema.parse(call.input)),
  check({ action_type: type, entity_type: entityType, changes }, isKnown) {
    if (typeof type !== "string" || !isKnown(["action_type"])) return [];
    const definition = actionTypeOf(type);
    if (!definition)
      return [
        {
          path: ["action_type"],
          code: "unknown_action_type",
          message: `There is no action type ${type}. There are ${ACTION_TYPES.join(", ")}.`,
        },
      ];
    const findings: Finding[] = [];
    const { entityTypes, fields, anyField } = definition;
    if (typeof entityType === "string" && isKnown(["entity_type"]) && !entityTypes.includes(entityType))
      findings.push({
        path: ["entity_type"],
        code: "invalid",
        message: `\`${type}\` is about ${entityTypes.join(" or ")}.`,
      });
    if (anyField || !Array.isArray(changes)) return findings;
    for (const [index, change] of (changes as { field?: unknown }[]).entries()) {
      const path = ["changes", index, "field"];
      if (typeof change?.field !== "string" || !isKnown(path) || fieldOf(type, change.field)) continue;
      const names = fields.map(({ field }) => field).join(", ");
      findings.push({
        path,
        code: "unknown_target_field",
        message: `\`${type}\` does not change ${change.field}. It changes ${names}.`,
      });
    }
    return findings;
  },
});
