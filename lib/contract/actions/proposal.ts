import { z } from "zod";
import { idSchema } from "./decision";
import { ACTION_STATUSES, CONFLICTS_NAMED_MAX, DECISIONS } from "@/lib/core/action/proposed-action";
import { ROLL_VERIFICATIONS } from "@/lib/core/push/push";

/** Requests of agents and their answers. The OpenAPI document is generated from these very schemas. */

export const PROPOSAL_LIMITS = {
  bodyBytesMax: 256 * 1024,
  changesMax: 20,
  contextNamesMax: 32,
  /** Every text of an action is searched for deceptive characters whenever it is shown. */
  contextLengthMax: 8_000,
  linesMax: 500,
  evidenceMax: 50,
  reasonLengthMax: 4_000,
  expiresInSecondsMin: 60,
  expiresInSecondsMax: 30 * 24 * 3600,
  idempotencyKeyLengthMax: 200,
  waitSecondsMax: 55,
  aheadMax: 1_000,
} as const;

/** A decimal as a JSON number (at most 15 digits) or as text such as "1.42"; text fields take any text. */
const fieldValue = z.union([z.string().max(4_000), z.number()]).nullable();

export const changeSchema = z.strictObject({
  field: z.string().min(1).max(64),
  from: fieldValue
    .optional()
    .describe(
      "The value the agent saw; refused unless it is the live one. Absent: the live value is taken, and must still hold when written.",
    ),
  to: fieldValue.describe("The value to write."),
});

const contextSchema = z
  .record(z.string().max(64), z.union([z.string().max(2_000), z.number(), z.boolean(), z.null()]))
  .refine((context) => Object.keys(context).length <= PROPOSAL_LIMITS.contextNamesMax, {
    error: `must hold at most ${PROPOSAL_LIMITS.contextNamesMax} names`,
  })
  .refine((context) => JSON.stringify(context).length <= PROPOSAL_LIMITS.contextLengthMax, {
    error: `must hold at most ${PROPOSAL_LIMITS.contextLengthMax} characters in all`,
  })
  .default({});

/** One line of a roll, in the words of a proposal of the lines' own type. */
const lineSchema = z.strictObject({
  entity_ref: z.string().min(1).max(200),
  changes: z.array(changeSchema).min(1).max(PROPOSAL_LIMITS.changesMax),
  context: contextSchema,
});

export const proposalSchema = z.strictObject({
  action_type: z.string().min(1).max(64),
  entity_type: z.string().min(1).max(64),
  entity_ref: z.string().min(1).max(200),
  changes: z
    .array(changeSchema)
    .max(PROPOSAL_LIMITS.changesMax)
    .default([])
    .describe("At least one; none for a roll, and for a type that means one thing alone."),
  context: contextSchema,
  lines: z
    .array(lineSchema)
    .min(1)
    .max(PROPOSAL_LIMITS.linesMax)
    .optional()
    .describe("Only of a roll, which is decided as a whole and written line by line."),
  reason: z.string().max(PROPOSAL_LIMITS.reasonLengthMax).default(""),
  evidence: z
    .array(z.union([z.string().max(2_000), z.record(z.string().max(64), z.unknown())]))
    .max(PROPOSAL_LIMITS.evidenceMax)
    .default([]),
  expires_in_seconds: z
    .int()
    .min(PROPOSAL_LIMITS.expiresInSecondsMin)
    .max(PROPOSAL_LIMITS.expiresInSecondsMax)
    .optional()
    .describe(
      "At most, and by default, the full time of the tier: L1 and L2 72 h, L3 48 h, L4 and L5 24 h. A longer wish is shortened; expires_at of the answer tells.",
    ),
  conversation_ref: z.string().max(200).optional(),
  model: z.string().max(200).optional(),
  prompt_template_version: z.string().max(200).optional(),
  risk_level: z
    .unknown()
    .optional()
    .describe("Your own view of the tier, 1 to 5: kept and shown as your claim. It is never weighed."),
});
export type ProposalInput = z.infer<typeof proposalSchema>;

const timestamp = z.iso.datetime();

/** One step of an RFC 6902 JSON Patch. */
const patchStepSchema = z.object({
  op: z.enum(["add", "remove", "replace", "move", "copy", "test"]),
  path: z.string(),
  from: z.string().optional(),
  value: z.unknown().optional(),
});

export const proposalViewSchema = z.object({
  id: z.int(),
  status: z.enum(ACTION_STATUSES),
  risk_level: z.int().min(1).max(5),
  risk_rule: z.string(),
  claimed_risk_level: z.int().min(1).max(5).nullable().describe("The tier that the proposer claimed."),
  payload_hash: z.string(),
  expires_at: timestamp,
  policy: z.object({ version: z.int(), hash: z.string(), rule: z.string() }),
  url: z.string(),
  correlation_id: z.string(),
  required_approvals: z.int(),
  decision: z.enum(DECISIONS).nullable(),
  decided_by: z.string().nullable(),
  decided_at: timestamp.nullable(),
  comment: z.string().nullable(),
  applied_at: timestamp.nullable(),
  ns_internal_id: z.string().nullable(),
  verification: z
    .enum(ROLL_VERIFICATIONS)
    .nullable()
    .describe("`partial`: some lines of a roll were not written."),
  push_status: z.string().nullable(),
  end_reason: z.string().nullable(),
  supersedes: z.int().nullable().describe("The version that this one took the place of."),
  undo_of: z.int().nullable().describe("The applied proposal that this one takes back."),
  author: z.string().nullable().describe("The person who wrote this version; null: the agent's own."),
  superseded_by: z
    .object({
      id: z.int(),
      url: z.string(),
      patch: z
        .array(patchStepSchema)
        .describe("RFC 6902 JSON Patch from this payload to the one that took its place."),
    })
    .nullable(),
  conflicts_with: z
    .array(z.object({ id: z.int(), url: z.string(), agent: z.string() }))
    .max(CONFLICTS_NAMED_MAX)
    .describe(
      "While it waits: others that wait with another value for the same record and field, as of this answer. At most one of them can be written.",
    ),
  queue: z
    .object({
      ahead: z
        .int()
        .describe(
          `How many of the same tiers (L1 to L3, or L4 and L5) stand before it in the inbox, where what expires first comes first; ${PROPOSAL_LIMITS.aheadMax} at most.`,
        ),
      median_decision_seconds: z
        .int()
        .nullable()
        .describe(
          "How long people took lately, from a proposal to its decision. Null: they decided too few.",
        ),
    })
    .nullable()
    .describe("While it waits for people. Null as well where many are listed at once."),
});
export type ProposalView = z.infer<typeof proposalViewSchema>;

export const listedProposalSchema = proposalViewSchema.omit({ queue: true }).extend({
  action_type: z.string(),
  entity_type: z.string(),
  entity_ref: z.string(),
  idempotency_key: z.string().nullable().describe("The key of the request that made it."),
  conversation_ref: z.string().nullable(),
  created_at: timestamp,
});

export const proposalListSchema = z.object({
  items: z.array(listedProposalSchema),
  next_cursor: idSchema.nullable().describe("Ask with `cursor` for older ones; null: there are none."),
});
export type ProposalList = z.infer<typeof proposalListSchema>;

export const proposalsQuerySchema = z.strictObject({
  status: z
    .string()
    .max(200)
    .transform((text) => text.split(","))
    .pipe(z.array(z.enum(ACTION_STATUSES)).min(1))
    .optional()
    .describe("One or several, with commas."),
  conversation_ref: z.string().min(1).max(200).optional(),
  cursor: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});
export type ProposalsQuery = z.output<typeof proposalsQuerySchema>;
