import { z } from "zod";
import { ACTION_STATUSES, DECISIONS } from "@/lib/core/action/proposed-action";
import { AMEND_VERBS, type AmendVerb } from "@/lib/core/action/amend-rules";
import { UNSHOWN_REASONS } from "@/lib/core/action/unshown";
import { FIELD_KINDS } from "@/lib/core/payload/field-value";
import { MARKS } from "@/lib/core/action/marks";
import { RISK_TIERS } from "@/lib/core/action/risk-tier";
import { DESTINATIONS, PUSH_STATUSES, ROLL_VERIFICATIONS } from "@/lib/core/push/push";
import { conflictsSchema, sameWriteSchema } from "./related-actions";

/** A proposed action as people read it, in lists and in full; pages and GET routes return the same. */

const timestamp = z.iso.datetime();

export const tierSchema = z.literal(RISK_TIERS);

export const statusSchema = z.enum(ACTION_STATUSES);

export const changeViewSchema = z.object({
  field: z.string(),
  label: z.string().describe("The field in people's words."),
  kind: z.enum(FIELD_KINDS),
  from: z.string().nullable().describe("The value that the agent says it saw; null where it said nothing."),
  proposed_live: z.string().nullable().describe("The value that the gateway read when this was proposed."),
  to: z.string().nullable(),
  delta: z.string().nullable().describe("to − live, exact decimal; null for text."),
  delta_percent: z.string().nullable(),
  is_difference: z
    .boolean()
    .describe("The value is added to the quantity on hand, as an adjustment is; `from` is that quantity."),
  said: z
    .boolean()
    .describe("The `sentence` says it, so that a page which shows the sentence need not show it again."),
  leaves: z.string().nullable().describe("Of a difference: the quantity that it leaves on hand, if known."),
});
export type ChangeView = z.infer<typeof changeViewSchema>;

/** A detail: the payload's text stands apart, so that a page can draw an edge around it. */
export const aboutSchema = z.object({
  words: z.string().describe("Ours: `at`, `memo`; empty where the text stands alone."),
  text: z.string().nullable().describe("The payload's own; null where all of it is ours."),
});

export const impactSchema = z.object({
  cents: z.int().nullable(),
  currency: z.string(),
  basis: z.string().nullable(),
  lines_total: z.int().describe("The writes of this action: one, or a roll's lines."),
  lines_weighed: z
    .int()
    .nullable()
    .describe("The writes whose worth is known and part of the impact; null where nobody counted them."),
});

/** Figures that a tier was set from; cents and percent, as text. */
export const weighedSchema = z.record(z.string(), z.string().nullable());

export const lineCountsSchema = z.object({
  total: z.int(),
  queued: z.int(),
  pushing: z.int(),
  unknown: z.int(),
  applied: z.int(),
  stale: z.int(),
  dead: z.int(),
  cancelled: z.int(),
  mismatched: z.int().describe("Applied, but read back differently."),
});

export const pushStatusSchema = z.enum(PUSH_STATUSES);

export const pushViewSchema = z.object({
  status: pushStatusSchema.describe("Of a roll: of the lines that have not ended, or else how it ended."),
  destination: z.enum(DESTINATIONS),
  lines: lineCountsSchema.nullable().describe("Only of a roll, whose lines are pushes of their own."),
  attempts: z.int(),
  attempts_max: z.int(),
  next_attempt_at: timestamp.nullable(),
  hold_until: timestamp.nullable(),
  failure_class: z.string().nullable(),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  verification: z.enum(ROLL_VERIFICATIONS).nullable(),
});
export type PushView = z.infer<typeof pushViewSchema>;

export const actionSummarySchema = z.object({
  redacted: z.literal(false).describe("True: the content is hidden from this person (`outline.ts`)."),
  id: z.int(),
  action_type: z.string(),
  title: z.string().describe("The action type in people's words: `Bid price`."),
  subject: z.string().describe("Its subject: `Strawberries 8×1 lb clamshell`."),
  entity_type: z.string(),
  entity_ref: z.string(),
  customer: z.string().nullable(),
  details: z.array(z.string()).describe("Short facts beside it: bid, location, order."),
  about: z
    .array(aboutSchema)
    .describe("The `details` in pieces: words of ours, and the text of the payload behind them."),
  changes: z.array(changeViewSchema),
  goes_to_netsuite: z.boolean().describe("False: it is kept by Countersign itself."),
  letter: z
    .array(z.string())
    .nullable()
    .describe(
      "Of a new record that replaces no value, such as a draft or a note: its fields in the order in which it reads. Null: each change is read as from and to.",
    ),
  line_count: z.int().nullable().describe("Only of a roll: its lines stand at /lines."),
  sentence: z.string().describe("The whole change in one sentence, made from the payload alone."),
  sayable: z
    .boolean()
    .describe(
      "False where a text of the payload holds a quotation mark, a line break or a ` · ` and could pose as words of ours: `sentence` then names the kind of write and its subject alone.",
    ),
  inspectable: z.boolean().describe("False where our renderer cannot show the payload whole."),
  suspicious_text: z
    .boolean()
    .describe("Bidi, zero-width or look-alike characters somewhere in the payload."),
  unshown: z
    .enum(UNSHOWN_REASONS)
    .nullable()
    .describe(
      "Why a card of a list cannot show all that would be written: it is opened first, approved one at a time and with `confirmed`. Null: a card shows it whole.",
    ),
  risk_level: tierSchema,
  risk_rule: z.string(),
  rule_words: z
    .string()
    .describe(
      "The rule behind the tier as a sentence, with the figure at which it begins now: `it moves by 5 % or more`.",
    ),
  raised_from: tierSchema
    .nullable()
    .describe("The tier that it was proposed at, where writes that were approved since raised it."),
  marks: z
    .array(z.enum(MARKS))
    .describe("Seen for the first time: a recipient, or bank details. They lift the tier to L3."),
  status: statusSchema,
  payload_hash: z.string(),
  reversible: z
    .boolean()
    .nullable()
    .describe(
      "False: once written, no other write takes it back. Null in a list of rolls, which comes without their lines.",
    ),
  impact: impactSchema,
  agent: z.string(),
  run: z
    .object({ id: z.int(), workflow: z.string(), step: z.string() })
    .nullable()
    .describe("The run of a workflow that proposed it, and the step of it. Null: none did."),
  on_behalf_of: z.string().nullable(),
  author: z
    .string()
    .nullable()
    .describe("The person who wrote this version: an edit, a re-proposal or an undo. Null: the agent's own."),
  supersedes_id: z.int().nullable().describe("The version that this one took the place of."),
  superseded_by_id: z.int().nullable().describe("The version that took this one's place."),
  undo_of_id: z.int().nullable().describe("The applied action that this one takes back."),
  twin_id: z
    .int()
    .nullable()
    .describe(
      "While it waits: another waiting action with the very same write. Approved both, it is written twice.",
    ),
  same_write: sameWriteSchema,
  conflicts_with: conflictsSchema,
  created_at: timestamp,
  expires_at: timestamp,
  approvals: z.int(),
  required_approvals: z.int(),
  approved_by_me: z.boolean(),
  requires_step_up: z.boolean(),
  decision: z.enum(DECISIONS).nullable(),
  decided_by: z.string().nullable(),
  decided_at: timestamp.nullable(),
  comment: z.string().nullable(),
  take_back_until: timestamp
    .nullable()
    .describe(
      "Until then whoever decided it on a page may take it back, and nothing is sent. Null: not at all.",
    ),
  ended_at: timestamp.nullable(),
  end_reason: z.string().nullable(),
  ended_by: z
    .string()
    .nullable()
    .describe("The person who withdrew, cancelled or edited it; null otherwise."),
  applied_at: timestamp.nullable(),
  push: pushViewSchema.nullable(),
});
export type UnredactedSummary = z.infer<typeof actionSummarySchema>;
/** As pages show it. `redacted`: the page has put neutral words where content is hidden. */
export type ActionSummary = Omit<UnredactedSummary, "redacted"> & { redacted: boolean };

export const timelineEntrySchema = z.object({
  id: z.int(),
  at: timestamp,
  type: z.string(),
  actor_kind: z.string(),
  actor: z.string(),
  text: z.string(),
  related_id: z.int().nullable().describe("Another version that the text names as `#<id>`."),
  hash: z.string(),
});
export type TimelineEntry = z.infer<typeof timelineEntrySchema>;

/** Whether this viewer may use an amendment, and why not; the routes apply the same rules. */
const permission = z.object({ allowed: z.boolean(), why: z.string().nullable() });
const permissionsSchema = z.object(
  Object.fromEntries(AMEND_VERBS.map((verb) => [verb, permission])) as Record<AmendVerb, typeof permission>,
);
export type Permissions = z.infer<typeof permissionsSchema>;

export const actionDetailSchema = actionSummarySchema.extend({
  may: permissionsSchema,
  own_approval: z
    .string()
    .nullable()
    .describe("Why this viewer's approval cannot be the one that suffices; null: it can."),
  variable: z
    .object({
      changes: z.array(
        z.object({
          field: z.string(),
          label: z.string(),
          kind: z.enum(FIELD_KINDS),
          to: z.string().nullable(),
        }),
      ),
      texts: z.array(z.object({ key: z.string(), value: z.string().nullable() })),
    })
    .describe("The values that an edit may vary."),
  undone_by_id: z
    .int()
    .nullable()
    .describe("The compensating change that waits, is approved or was applied."),
  payload: z.unknown(),
  payload_text: z.string(),
  reason: z.string().describe("The agent's own prose, not checked."),
  evidence: z.array(z.unknown()),
  conversation_ref: z.string().nullable(),
  claimed_risk_level: tierSchema.nullable().describe("The tier that the agent claimed. It is never weighed."),
  model: z.string().nullable(),
  prompt_template_version: z.string().nullable(),
  prose_blanked_at: timestamp
    .nullable()
    .describe("When the agent's prose was blanked, at the end of its retention period."),
  correlation_id: z.string(),
  policy: z.object({ version: z.int(), hash: z.string(), rule: z.string() }),
  facts: z.record(z.string(), z.unknown()),
  facts_read_at: timestamp.nullable(),
  movement_percent: z.string().nullable(),
  weighed: weighedSchema.describe("Figures the tier was set from; cents and percent."),
  thresholds: z.array(
    z.object({ name: z.string(), measure: z.string(), at_least: z.string().nullable(), tier: z.int() }),
  ),
  ns_internal_id: z.string().nullable(),
  readback: z
    .array(
      z.object({
        field: z.string(),
        expected: z.string().nullable(),
        actual: z.string().nullable(),
        matches: z.boolean(),
      }),
    )
    .nullable(),
  reversal: z
    .object({ possible: z.boolean(), words: z.string() })
    .describe(
      "Whether another write takes this one back once it is written, and how: `Reversible: proposing the old value $1.42 again.`",
    ),
  receipt: z
    .object({
      idempotency_key: z.string(),
      correlation_id: z.string(),
      status: z.string(),
      verification: z.string().nullable(),
      reversible: z.boolean(),
      started_at: timestamp,
      completed_at: timestamp.nullable(),
    })
    .nullable(),
  timeline: z.array(timelineEntrySchema),
});
export type UnredactedDetail = z.infer<typeof actionDetailSchema>;
export type ActionDetail = Omit<UnredactedDetail, "redacted"> & { redacted: boolean };
