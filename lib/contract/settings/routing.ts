import { z } from "zod";
import { tierSchema } from "@/lib/contract/actions/action-view";
import { idSchema } from "@/lib/contract/actions/decision";
import { ROLES } from "@/lib/core/access/principal";
import { OUTCOME_KINDS } from "@/lib/core/action/notice";
import { CHANNEL_KINDS, MESSAGE_STATES } from "@/lib/core/message/message";
import { isTimeZone } from "@/lib/core/values/time-zone";

/** The company's rules of who is told of questions and actions, and when. */

const RULES_MAX = 50;
const MINUTES_MAX = 1_440;

const targetSchema = z.union([
  z.strictObject({ user_id: idSchema }),
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
    when: whenSchema.prefault({}),
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
    digest: z
      .boolean()
      .default(false)
      .describe("L1 and L2 once a day, at each person's time of day, by mail and Slack."),
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
    .array(z.object({ user_id: z.int(), name: z.string(), email: z.string(), role: z.enum(ROLES) }))
    .describe("Whom rules can name."),
});
export type Routing = z.infer<typeof routingSchema>;

export const previewRoutingSchema = z
  .strictObject({
    action_id: idSchema.optional(),
    question_id: idSchema.optional(),
    rules: z.array(routingRuleSchema).max(RULES_MAX).optional().describe("Absent: those in force."),
  })
  .refine(
    ({ action_id: action, question_id: question }) => (action === undefined) !== (question === undefined),
    {
      path: ["action_id"],
      error: "name one action or one question",
    },
  );
export type PreviewRouting = z.output<typeof previewRoutingSchema>;

export const routedSchema = z.object({
  rule: z.string().nullable().describe("The rule that matches, by its name."),
  people: z.array(
    z.object({
      user_id: z.int(),
      name: z.string(),
      told_at: z.iso.datetime().nullable().describe("Null: they are not told."),
      by: z.array(z.enum(CHANNEL_KINDS)),
      why: z.string(),
    }),
  ),
});
export type RoutedView = z.infer<typeof routedSchema>;

const outcomeSchema = z
  .enum(OUTCOME_KINDS)
  .nullable()
  .describe("How the write went wrong, told to whoever decided on it. Null: who was asked.");

export const reachSchema = z.object({
  rule: z.string().nullable().describe("The rule that matched when it was planned last."),
  planned_at: z.iso.datetime().nullable().describe("Null: no channel has looked at it."),
  reached: z.array(
    z.object({
      name: z.string(),
      channel: z.enum(CHANNEL_KINDS),
      outcome: outcomeSchema,
      state: z.enum(MESSAGE_STATES),
      reached_at: z.iso.datetime().nullable().describe("When the channel took it first."),
      due_at: z.iso.datetime().nullable().describe("When it leaves, or is tried again."),
      returned_at: z.iso.datetime().nullable().describe("When a mail server returned it: it did not arrive."),
      reported_at: z.iso.datetime().nullable().describe("When its reader reported it as spam."),
      why: z.string().nullable(),
      problem: z.string().nullable().describe("The provider's own words; for administrators."),
    }),
  ),
  others: z.array(z.object({ name: z.string(), outcome: outcomeSchema, why: z.string() })),
});
export type ReachView = z.infer<typeof reachSchema>;

/** Minutes of the day, as `22:30`. */
const clockSchema = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, "must be a time of day: 22:30");

export const timesSchema = z
  .strictObject({
    time_zone: z.string().refine(isTimeZone, "must be the name of a time zone, such as Europe/Berlin"),
    quiet: z.strictObject({ from: clockSchema, until: clockSchema }).nullable(),
    away: z
      .strictObject({
        from: z.iso.datetime(),
        until: z.iso.datetime(),
        deputy_user_id: idSchema
          .nullable()
          .describe("Told instead. They decide only what they may decide anyway."),
      })
      .nullable(),
    digest_at: clockSchema
      .nullable()
      .default(null)
      .describe("L1 and L2 in one message at this time of working days. Null: each by itself."),
  })
  .refine(({ quiet }) => quiet === null || quiet.from !== quiet.until, {
    path: ["quiet", "until"],
    error: "must differ from the beginning",
  })
  .refine(({ away }) => away === null || Date.parse(away.from) < Date.parse(away.until), {
    path: ["away", "until"],
    error: "must be after the beginning",
  });
export type Times = z.output<typeof timesSchema>;

export const timesViewSchema = timesSchema.safeExtend({
  changed_by: z.string().nullable(),
  changed_at: z.iso.datetime().nullable(),
  people: z.array(z.object({ user_id: z.int(), name: z.string() })).describe("Whom they can name as deputy."),
});
export type TimesView = z.infer<typeof timesViewSchema>;
