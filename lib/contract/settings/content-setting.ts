import { z } from "zod";
import { reasonSchema } from "@/lib/contract/actions/decision";

/** Whether viewers see the content of proposed actions: reason, evidence, values, drafts, comments. */

export const contentSettingSchema = z.object({
  viewers_see_content: z
    .boolean()
    .describe(
      "False: a viewer gets type, record, tier, status, impact, times and people, with `redacted: true`.",
    ),
  changed_by: z.string().nullable().describe("Null: it is as shipped."),
  changed_at: z.iso.datetime().nullable(),
  reason: z.string().nullable(),
});
export type ContentSetting = z.infer<typeof contentSettingSchema>;

export const contentSettingChangeSchema = z.strictObject({
  viewers_see_content: z.boolean(),
  reason: reasonSchema(500).describe("Kept in the ledger."),
});
export type ContentSettingChange = z.infer<typeof contentSettingChangeSchema>;
