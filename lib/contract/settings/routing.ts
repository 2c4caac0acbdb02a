import { z } from "zod";
import { tierSchema } from "@/lib/contract/actions/action-view";
import { ROLES } from "@/lib/core/access/principal";
import { CHANNEL_KINDS } from "@/lib/core/message/message";

/** The company's rules of who is told of questions and actions, and when. */

const RULES_MAX = 50;
const MINUTES_MAX = 1_440;

const targetSchema = z.union([
  z.strictObject({ user_id: z.int().positive() }),
  z.strictObject({ role: z.enum(ROLES) }),
]);
const targetsSchema = z.array(targetSchema).max(20);
const minutesSchema = z.int().min(1).max(MINUTES_MAX);
const namesSchema = z.array(z.string().min(1).max(100)).min(1).max(30).nullable();

const whenSchema = z
  .strictObject({
    about: z.enum(["action", "question", "both"]).default("both"),
    tier_min: tierSchema.nullable().default(null).describe("Matches actions of this tier and above."),
    tier_max: tierSchema.nullable().default(null),
    types: namesSchema.default(null).describe("Types of actions or kinds of questions. Null: each."),
    workspaces: namesSchema.default(null).describe("Of the workflow that asks or proposes. Null: each."),
    amount_min: z
      .number()
      .min(0)
      .max(1e12)
      .nullable()
      .default(null)
      .describe("Impact in the currency's units."),
    amount_max: z.number().min(0).max(1e12).nullable().default(null),
  })
  .refine(({ tier_min: min, tier_max: max }) => min === null || max === null || min <= max, {
    path: ["tier_max"],
    error: "must not be below tier_min",
  })
  .refine(({ amount_min: min, amount_max: max }) => min === null || max === null || min <= max, {
    path: ["amount_max"],
    error: "must not be below amount_min",
  });

export const routingRuleSchema = z
  .strictObject({
    name: z.string().trim().min(1).max(100),
    enabled: z.boolean().default(true),
    when: whenSchema,
    tell: targetsSchema.default([]).describe("Empty: whoever chose to hear of it, or is asked."),
    order: z
      .enum(["all_at_once", "one_after_another"])
      .default("all_at_once")
      .describe("One after another: the first who is there, and the next after next_after_minutes."),
    next_after_minutes: minutesSchema.default(15),
    escalate: z
      .strictObject({ after_minutes: minutesSchema, tell: targetsSchema.min(1) })
      .nullable()
      .default(null)
      .describe("Told as well, where nobody has decided or answered by then."),
    by: z.array(z.enum(CHANNEL_KINDS)).min(1).nullable().default(null).describe("Null: as each chose."),
    through_quiet_hours: z.boolean().default(false),
  })
  .refine(({ order, tell }) => order === "all_at_once" || tell.length > 0, {
    path: ["tell"],
    error: "must name whoever is on call, in order",
  });

export const publishRoutingSchema = z.strictObject({
  base_version: z.int().min(0).describe("The version that you changed."),
  rules: z.array(routingRuleSchema).max(RULES_MAX).describe("The first that matches applies."),
  note: z.string().trim().min(1).max(500),
});
export type PublishRouting = z.output<typeof publishRoutingSchema>;
export type RoutingRule = z.output<typeof routingRuleSchema>;

export const routingSchema = z.object({
  version: z.int().describe("0: none was published, and there are no rules."),
  rules: z.array(routingRuleSchema),
  note: z.string().nullable(),
  published_by: z.string().nullable(),
  published_at: z.iso.datetime().nullable(),
  people: z
    .array(z.object({ user_id: z.int(), name: z.string(), role: z.enum(ROLES) }))
    .describe("Whom rules can name."),
});
export type Routing = z.infer<typeof routingSchema>;
