import { z } from "zod";
import { reasonSchema } from "@/lib/contract/actions/decision";
import { globalSwitchChangeSchema, globalSwitchesSchema } from "@/lib/contract/monitoring/overview";
import { SWITCH_NAMES } from "@/lib/core/kill-switch";
import { readGlobalSwitches, setGlobalSwitch } from "@/lib/gateway/controls/set-global-switch";
import { defineOperation, ok } from "@/lib/operations/frame/operation";

/** Operations for the person who runs the installation: the global switches. */

export const operator = {
  readGlobalSwitches: defineOperation("GET /api/operator/kill-switches", {
    summary: "Read the switches that hold for every tenant; 404 while OPERATOR_TOKEN is not set",
    caller: "operator",
    answers: ok(globalSwitchesSchema),
    refusals: ["not_found"],
    verb: (caller) => readGlobalSwitches(caller),
  }),
  setGlobalSwitch: defineOperation("PUT /api/operator/kill-switches", {
    summary: "Engage or release a kill switch for every tenant; 404 while OPERATOR_TOKEN is not set",
    caller: "operator",
    body: z.strictObject({
      name: z.enum(SWITCH_NAMES),
      engaged: z.boolean(),
      reason: reasonSchema(500),
    }),
    example: { name: "ns_writes", engaged: true, reason: "Incident 12" },
    answers: ok(globalSwitchChangeSchema),
    refusals: ["not_found", "changed"],
    verb: (caller, change) => setGlobalSwitch(caller, change),
  }),
};
