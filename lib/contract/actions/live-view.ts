import { z } from "zod";
import { LIVE_FRESH_SECONDS } from "@/lib/core/action/live-finding";
import { LIVE_READINGS_MAX } from "@/lib/core/limits";
import { aboutSchema, changeViewSchema, impactSchema, tierSchema, weighedSchema } from "./action-view";
import { payloadHashSchema } from "./decision";

/** The record of an action as NetSuite holds it now, and the proposal that could be made from there. */

const timestamp = z.iso.datetime();

export const DIRECTIONS = ["raises", "lowers", "keeps"] as const;

/** The same values, proposed from the record as it is now. Nothing of it is stored. */
export const reproposalSchema = z.object({
  sentence: z.string().describe("The whole change in one sentence, from the present value."),
  sayable: z.boolean(),
  direction: z
    .enum(DIRECTIONS)
    .nullable()
    .describe(
      "The direction of its main figure, from the present value; null if it has none, and for a roll.",
    ),
  subject: z.string(),
  details: z.array(z.string()),
  about: z.array(aboutSchema),
  changes: z
    .array(changeViewSchema)
    .describe("`from`, `delta` and `delta_percent` are those of the present value."),
  impact: impactSchema,
  movement_percent: z.string().nullable(),
  weighed: weighedSchema,
  facts: z.record(z.string(), z.unknown()),
  risk_level: tierSchema.describe("The tier that the database would set."),
  risk_label: z.string().describe("`L4 High`"),
  risk_rule: z.string(),
  rule_words: z.string().describe("The rule behind the tier as a sentence."),
  required_approvals: z.int(),
  requires_step_up: z.boolean(),
  own_approval: z
    .string()
    .nullable()
    .describe("Why this viewer, as its author, cannot be its only approver; null: they can."),
  shown_hash: payloadHashSchema.describe("Named in `expected` when it is proposed, so that nothing else is."),
  nothing_to_do: z.boolean().describe("The record holds these values already: it is not proposed."),
  why_not: z.string().nullable().describe("Why this viewer cannot propose it; null: they can."),
  verified: z.boolean().describe("False: NetSuite could not be read, and the earlier values stand in."),
});
export type Reproposal = z.infer<typeof reproposalSchema>;

/** The reproposal that a person saw; another one is not made. */
export const expectedReproposalSchema = z.strictObject({
  shown_hash: payloadHashSchema,
  risk_level: z.int().min(1).max(5),
  required_approvals: z.int().min(1).max(10),
});
export type ExpectedReproposal = z.infer<typeof expectedReproposalSchema>;

const whyNotApprovable = z
  .string()
  .nullable()
  .describe(
    `Why an approval is refused (412 \`drifted\` or \`tier_raised\`) for ${LIVE_FRESH_SECONDS} seconds after this reading, or until a later one; null: it is not.`,
  );

/** The record as it is in NetSuite now, beside what was proposed and will be written. */
export const liveViewSchema = z.discriminatedUnion("state", [
  z.object({
    state: z.literal("read"),
    read_at: timestamp,
    values: z.array(z.object({ field: z.string(), value: z.string().nullable(), drifted: z.boolean() })),
    drifted: z.boolean(),
    last_modified_at: z.string().nullable(),
    last_modified_by: z.string().nullable(),
    why_not_approvable: whyNotApprovable,
    reproposal: reproposalSchema
      .nullable()
      .describe(
        "Where the record drifted, or the action ended unwritten: the same values from the present one. Null: there is none.",
      ),
  }),
  z.object({ state: z.literal("record_missing"), read_at: timestamp, why_not_approvable: whyNotApprovable }),
  z.object({ state: z.literal("unreadable"), reason: z.string(), why_not_approvable: whyNotApprovable }),
]);
export type LiveView = z.infer<typeof liveViewSchema>;

const id = "[1-9]\\d{0,15}";

export const liveReadingsQuerySchema = z.object({
  ids: z
    .string()
    .regex(
      new RegExp(`^${id}(,${id}){0,${LIVE_READINGS_MAX - 1}}$`),
      `must be up to ${LIVE_READINGS_MAX} ids with commas between them`,
    )
    .transform((text) => [...new Set(text.split(",").map(Number))])
    .refine((ids) => ids.every(Number.isSafeInteger), "must be ids")
    .describe("Ids with commas between them, such as `8421,8422`."),
});

export const liveReadingsSchema = z.object({
  items: z
    .array(z.object({ id: z.int(), live: liveViewSchema }))
    .describe(
      "In the order of the ids. One that is missing does not exist, or does not wait for a decision.",
    ),
});
export type LiveReadings = z.infer<typeof liveReadingsSchema>;
