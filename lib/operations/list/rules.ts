import { z } from "zod";
import {
  policiesSchema,
  policyPreviewSchema,
  policyTextSchema,
  publishPolicySchema,
  signStandingSchema,
  standingDraftSchema,
  standingListSchema,
  standingPreviewSchema,
} from "@/lib/contract/settings/rules";
import {
  setThresholdSchema,
  thresholdDraftSchema,
  thresholdPreviewSchema,
  thresholdsSchema,
} from "@/lib/contract/settings/thresholds";
import { previewPolicy } from "@/lib/gateway/rules/preview-policy";
import { previewStanding } from "@/lib/gateway/rules/preview-standing";
import { previewThreshold } from "@/lib/gateway/rules/preview-threshold";
import { publishPolicy } from "@/lib/gateway/rules/publish-policy";
import { readPolicies } from "@/lib/gateway/rules/read-policies";
import { readThresholds } from "@/lib/gateway/rules/read-thresholds";
import { setThreshold } from "@/lib/gateway/rules/set-threshold";
import {
  readStandingAuthorisations,
  revokeStandingAuthorisation,
  signStandingAuthorisation,
} from "@/lib/gateway/rules/standing-authorisations";
import { created, defineOperation, ok } from "@/lib/operations/frame/operation";

/** The rules that administrators set: the policy, thresholds, and standing authorisations. */

const anyRule = { action_type: "inventory_adjustment", name: "adjustment-from-1000-dollars" };

export const rules = {
  readPolicies: defineOperation("GET /api/policies", {
    summary: "The policy, version by version, the one in force first",
    role: "admin",
    query: z.strictObject({ below: z.coerce.number().int().min(1).optional() }),
    answers: ok(policiesSchema),
    verb: (admin, query) => readPolicies(admin, query),
  }),
  previewPolicy: defineOperation("POST /api/policies/preview", {
    summary: "Check a policy text, and which of the last 30 days' decisions it would change",
    role: "admin",
    body: z.strictObject({ text: policyTextSchema }),
    example: { text: '@id("nothing") forbid (principal, action, resource);' },
    answers: ok(policyPreviewSchema),
    verb: (admin, input) => previewPolicy(admin, input),
  }),
  publishPolicy: defineOperation("POST /api/policies", {
    summary: "Put a policy text in force as the next version",
    role: "admin",
    body: publishPolicySchema,
    example: {
      text: '@id("nothing") forbid (principal, action, resource);',
      note: "Everything is halted while prices are checked",
      base_version: 1,
    },
    answers: created(policiesSchema, "Published"),
    refusals: ["changed", "nothing_to_do"],
    stepUp: true,
    verb: (admin, input) => publishPolicy(admin, input),
  }),
  readThresholds: defineOperation("GET /api/thresholds", {
    summary: "The rules that set the tier, by action type, as they are and as they ship",
    role: "admin",
    answers: ok(thresholdsSchema),
    verb: (admin) => readThresholds(admin),
  }),
  previewThreshold: defineOperation("POST /api/thresholds/preview", {
    summary: "Which actions of the last 30 days a changed rule would have given another tier",
    role: "admin",
    body: thresholdDraftSchema,
    example: { ...anyRule, at_least: "50000", tier: 4 },
    answers: ok(thresholdPreviewSchema),
    refusals: ["not_found"],
    verb: (admin, draft) => previewThreshold(admin, draft),
  }),
  setThreshold: defineOperation("PUT /api/thresholds", {
    summary: "Change the figure or the tier of a rule, with those that are set with it",
    role: "admin",
    body: setThresholdSchema,
    example: {
      ...anyRule,
      at_least: "50000",
      tier: 4,
      reason: "Counts of this warehouse are often wrong",
      base_hash: "0".repeat(64),
    },
    answers: ok(thresholdsSchema),
    refusals: ["not_found", "changed", "nothing_to_do"],
    stepUp: true,
    verb: (admin, change) => setThreshold(admin, change),
  }),
  readStandingAuthorisations: defineOperation("GET /api/standing-authorisations", {
    summary: "Signatures that let trivial writes go without a tap",
    role: "admin",
    answers: ok(standingListSchema),
    verb: (admin) => readStandingAuthorisations(admin),
  }),
  previewStanding: defineOperation("POST /api/standing-authorisations/preview", {
    summary: "What such a signature would have let through within the last 30 days",
    role: "admin",
    body: standingDraftSchema,
    example: { action_types: ["note_attachment"], per_day_max: 100 },
    answers: ok(standingPreviewSchema),
    verb: (admin, draft) => previewStanding(admin, draft),
  }),
  signStanding: defineOperation("POST /api/standing-authorisations", {
    summary: "Sign for trivial writes: which types, how many a day, how long",
    role: "admin",
    body: signStandingSchema,
    example: { action_types: ["note_attachment"], per_day_max: 100, valid_days: 90 },
    answers: created(standingListSchema, "Signed"),
    stepUp: true,
    verb: (admin, grant) => signStandingAuthorisation(admin, grant),
  }),
  revokeStanding: defineOperation("POST /api/standing-authorisations/{id}/revoke", {
    summary: "End such a signature at once",
    role: "admin",
    answers: ok(standingListSchema),
    refusals: ["nothing_to_do"],
    verb: (admin, { id }) => revokeStandingAuthorisation(admin, id),
  }),
};
