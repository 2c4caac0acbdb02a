import { z } from "zod";
import { ACTION_STATUSES } from "@/lib/core/action/proposed-action";
import { TIER_MEASURES } from "@/lib/core/action/tier-rules";
import { THRESHOLD_PATTERN } from "@/lib/core/action/threshold-range";
import { tierSchema } from "@/lib/contract/actions/action-view";
import { idSchema } from "@/lib/contract/actions/decision";

/** The rules that set the tier of a proposal. */

const atLeastSchema = z
  .string()
  .nullable()
  .describe("Exact decimal text in the measure's unit: cents, percent, a count. Null: a base rule.");

const ruleNameSchema = z.object({ action_type: z.string(), name: z.string() });

const thresholdSchema = z.object({
  name: z.string(),
  measure: z.enum(TIER_MEASURES).describe("The figure that it weighs; `base` holds for every write."),
  at_least: atLeastSchema,
  tier: tierSchema,
  words: z.string().describe("The writes that it lifts: `worth $1,000 or more`."),
  shipped: z
    .object({ at_least: atLeastSchema, tier: tierSchema })
    .nullable()
    .describe("As this release ships it; null: it ships no such rule."),
  tier_min: tierSchema.describe(
    "2 for the base rule of a type that is not trivial: it never goes without a tap.",
  ),
  set_with: z.array(ruleNameSchema).describe("A change of this rule sets these as well, in one event."),
  changed: z
    .object({ by: z.string(), at: z.iso.datetime(), reason: z.string() })
    .nullable()
    .describe("Its last change by a person; null: nobody has changed it."),
});
export type Threshold = z.infer<typeof thresholdSchema>;

export const thresholdsSchema = z.object({
  hash: z.string().describe("Of all rules as they are: a change names it as `base_hash`."),
  currency: z.string(),
  genuine: z
    .boolean()
    .describe(
      "False: they were changed past Countersign, and everything is denied until somebody sets one again.",
    ),
  types: z.array(
    z.object({
      action_type: z.string().describe("`*` holds the rules that every type obeys besides its own."),
      title: z.string(),
      obeys: z
        .array(z.string())
        .describe("Other types that reach the same field: their rules hold for writes of this type too."),
      rules: z.array(thresholdSchema),
    }),
  ),
});
export type Thresholds = z.infer<typeof thresholdsSchema>;

const draft = {
  action_type: z.string().max(63),
  name: z.string().max(63),
  at_least: z
    .string()
    .max(20)
    .regex(THRESHOLD_PATTERN, "must be a decimal of zero or more, such as 1000 or 2.5")
    .nullable()
    .describe("In the measure's unit; null for a base rule."),
  tier: tierSchema,
};
export const thresholdDraftSchema = z.strictObject(draft);
export type ThresholdDraft = z.infer<typeof thresholdDraftSchema>;

export const setThresholdSchema = z.strictObject({
  ...draft,
  reason: z.string().trim().min(1, "must say why").max(500),
  base_hash: z
    .string()
    .regex(/^[0-9a-f]{64}$/, "must be the `hash` of GET /api/thresholds")
    .describe("The rules that this change was written from."),
});

const tierDifferenceSchema = z.object({
  action_id: idSchema,
  action_type: z.string(),
  title: z.string(),
  entity_ref: z.string(),
  status: z.enum(ACTION_STATUSES),
  in_force: tierSchema.describe("By the rules in force."),
  drafted: tierSchema.describe("With this change."),
});

export const thresholdPreviewSchema = z.object({
  looked_at: z.int().describe("Actions of the last 30 days that were asked about, newest first."),
  complete: z.boolean().describe("False: there are more than were looked at."),
  lower: z.int().describe("Of those that do not wait."),
  higher: z.int().describe("Of those that do not wait."),
  waiting_higher: z
    .int()
    .describe("Waiting ones keep their tier; these are raised once somebody approves them."),
  differences: z.array(tierDifferenceSchema).describe("The newest of them all, at most 100."),
});
export type ThresholdPreview = z.infer<typeof thresholdPreviewSchema>;
