import { z } from "zod";
import { contentSettingChangeSchema, contentSettingSchema } from "@/lib/contract/settings/content-setting";
import { graceSettingChangeSchema, graceSettingSchema } from "@/lib/contract/settings/grace";
import { reasonSchema } from "@/lib/contract/actions/decision";
import { killSwitchChangeSchema, killSwitchesSchema } from "@/lib/contract/monitoring/overview";
import {
  retentionChangeSchema,
  retentionRunSchema,
  retentionSchema,
} from "@/lib/contract/settings/retention";
import { SWITCH_NAMES } from "@/lib/core/kill-switch";
import { readContentSettingOf, setContentSetting } from "@/lib/gateway/controls/content-setting";
import { runRetention } from "@/lib/gateway/controls/retention/enforce-retention";
import { readGraceSetting, setGraceSetting } from "@/lib/gateway/controls/grace-setting";
import { readRetention } from "@/lib/gateway/controls/retention/read-retention";
import { setKillSwitch } from "@/lib/gateway/controls/set-kill-switch";
import { setRetention } from "@/lib/gateway/controls/retention/set-retention";
import { readOverview } from "@/lib/gateway/read/state/read-overview";
import { defineOperation, ok } from "@/lib/operations/frame/operation";

/** Settings of the whole tenant: kill switches, how long data is kept, who sees content, and the time to take back. */

export const controls = {
  readKillSwitches: defineOperation("GET /api/kill-switches", {
    summary: "Read the kill switches",
    answers: ok(killSwitchesSchema),
    verb: async (person) => ({ switches: (await readOverview(person)).switches }),
  }),
  setKillSwitch: defineOperation("PUT /api/kill-switches", {
    summary: "Engage or release a kill switch",
    role: "admin",
    body: z.strictObject({
      name: z.enum(SWITCH_NAMES),
      engaged: z.boolean(),
      reason: reasonSchema(500),
      since: z.iso
        .datetime()
        .optional()
        .describe(
          "Of a release: `since` of the stop that it ends, as it was shown. A later stop is left alone.",
        ),
    }),
    example: { name: "ns_writes", engaged: true, reason: "The price list is being checked" },
    answers: ok(killSwitchChangeSchema),
    refusals: ["blocked", "changed"],
    stepUp: true,
    verb: (person, change) => setKillSwitch(person, change),
  }),
  readContentSetting: defineOperation("GET /api/settings/content", {
    summary: "Whether viewers see the content of proposed actions",
    answers: ok(contentSettingSchema),
    verb: (person) => readContentSettingOf(person),
  }),
  setContentSetting: defineOperation("PUT /api/settings/content", {
    summary: "Show the content of proposed actions to viewers, or hide it from them",
    role: "admin",
    body: contentSettingChangeSchema,
    example: { viewers_see_content: true, reason: "Sales reads along" },
    answers: ok(contentSettingSchema),
    stepUp: true,
    verb: (person, change) => setContentSetting(person, change),
  }),
  readGraceSetting: defineOperation("GET /api/settings/grace", {
    summary: "How long a decision on a page may be taken back",
    answers: ok(graceSettingSchema),
    verb: (person) => readGraceSetting(person),
  }),
  setGraceSetting: defineOperation("PUT /api/settings/grace", {
    summary: "Set how long a decision on a page at L2 or L3 may be taken back; its write waits for as long",
    role: "admin",
    body: graceSettingChangeSchema,
    example: { seconds: 8, reason: "The team is new to it" },
    answers: ok(graceSettingSchema),
    verb: (person, change) => setGraceSetting(person, change),
  }),
  readRetention: defineOperation("GET /api/retention", {
    summary: "How long each kind of data is kept, and what the last runs did",
    answers: ok(retentionSchema),
    verb: (person) => readRetention(person),
  }),
  setRetention: defineOperation("PUT /api/retention", {
    summary: "Set how long a kind of data is kept",
    role: "admin",
    body: retentionChangeSchema,
    example: { kind: "agent_prose", days: 400, reason: "The auditors ask for a year" },
    answers: ok(retentionSchema),
    verb: (person, change) => setRetention(person, change),
  }),
  runRetention: defineOperation("POST /api/retention/run", {
    summary: "Delete and blank now what is over",
    role: "admin",
    answers: ok(retentionRunSchema),
    verb: (person) => runRetention(person),
  }),
};
