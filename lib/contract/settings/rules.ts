import { z } from "zod";
import { idSchema } from "@/lib/contract/actions/decision";

/** The rules that administrators set: the policy's versions, and standing authorisations. */

const policyVersionSchema = z.object({
  version: z.int(),
  hash: z.string(),
  text: z.string(),
  note: z.string(),
  by: z.string(),
  at: z.iso.datetime(),
  genuine: z
    .boolean()
    .describe("False: the app did not publish it. While it is the newest, everything is denied."),
});

export const policiesSchema = z.object({
  items: z
    .array(policyVersionSchema)
    .describe("Newest first; the first one of all is in force, if it is genuine."),
  next_below: z.int().nullable().describe("Ask with `below` for older ones; null: there are none."),
  shipped: z.object({ hash: z.string(), text: z.string() }).describe("As this release ships it."),
});
export type Policies = z.infer<typeof policiesSchema>;

/** Fits into a request, whose body may have twice as many bytes. */
export const policyTextSchema = z.string().min(1).max(131_072);

export const POLICY_QUESTIONS = ["propose", "requirements", "decide", "auto_apply", "push"] as const;

const policyDifferenceSchema = z.object({
  action_id: idSchema,
  action_type: z.string(),
  entity_ref: z.string(),
  question: z.enum(POLICY_QUESTIONS),
  in_force: z.string().describe("The answer of the policy in force, in words."),
  with_text: z.string().describe("The answer of this text."),
});
export type PolicyDifference = z.infer<typeof policyDifferenceSchema>;

export const policyPreviewSchema = z.object({
  issues: z.array(z.object({ path: z.string(), message: z.string() })),
  looked_at: z.int().describe("Actions of the last 30 days that were asked about, newest first."),
  complete: z.boolean().describe("False: there are more than were looked at."),
  differing: z.int(),
  differences: z.array(policyDifferenceSchema).describe("The newest of them, at most 100."),
});
export type PolicyPreview = z.infer<typeof policyPreviewSchema>;

export const publishPolicySchema = z.strictObject({
  text: policyTextSchema,
  note: z.string().trim().min(1, "must say why").max(500),
  base_version: z.int().min(0).describe("The version that this text was written from."),
});

const standingSchema = z.object({
  id: idSchema,
  action_types: z.array(z.string()),
  per_day_max: z.int(),
  policy_version: z.int(),
  signed_by: z.string(),
  signed_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
  revoked_at: z.iso.datetime().nullable(),
  live: z.boolean(),
  genuine: z
    .boolean()
    .describe("False: it is not over, and the app did not sign it. Nothing goes under it; revoke it."),
  used_today: z.int(),
  used_in_all: z.int(),
});
export type StandingView = z.infer<typeof standingSchema>;

export const standingListSchema = z.object({
  items: z.array(standingSchema),
  trivial_types: z.array(z.string()).describe("Those that one may be signed for."),
});
export type StandingList = z.infer<typeof standingListSchema>;

export const standingDraftSchema = z.strictObject({
  action_types: z.array(z.string().max(63)).min(1, "must name one type at least").max(50),
  per_day_max: z.int().min(1).max(100_000),
});
export const signStandingSchema = standingDraftSchema.extend({ valid_days: z.int().min(1).max(366) });

export const standingPreviewSchema = z.object({
  days: z.int(),
  complete: z.boolean(),
  types: z.array(
    z.object({
      action_type: z.string(),
      proposed: z.int(),
      would_apply: z.int(),
      over_the_day: z.int().describe("Beyond the number for 24 hours."),
      repeated: z.int().describe("The same write was proposed within 24 hours."),
      doubtful: z.int().describe("Texts that may not be as they look."),
      examples: z.array(idSchema).describe("The newest that would have been applied, at most 5."),
    }),
  ),
});
export type StandingPreview = z.infer<typeof standingPreviewSchema>;
