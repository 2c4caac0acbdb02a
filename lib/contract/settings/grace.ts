import { z } from "zod";
import { reasonSchema } from "@/lib/contract/actions/decision";
import { GRACE_SECONDS_MAX } from "@/lib/core/limits";

/** How long a person may take back a decision at L2 or L3 that they made on a page. */

export const graceSettingSchema = z.object({
  seconds: z
    .int()
    .describe(
      "An approval on a page at L2 or L3 is sent no earlier. 0: at once, and nothing can be taken back.",
    ),
  changed_by: z.string().nullable().describe("Null: it is as shipped."),
  changed_at: z.iso.datetime().nullable(),
  reason: z.string().nullable(),
});
export type GraceSetting = z.infer<typeof graceSettingSchema>;

export const graceSettingChangeSchema = z.strictObject({
  seconds: z.int().min(0).max(GRACE_SECONDS_MAX).describe("For decisions from now on."),
  reason: reasonSchema(500).describe("Kept in the ledger."),
});
export type GraceSettingChange = z.infer<typeof graceSettingChangeSchema>;
