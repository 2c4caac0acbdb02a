import { z } from "zod";
import { actionDetailSchema, actionSummarySchema, timelineEntrySchema } from "./action-view";

/**
 * A proposed action as people read it from whom its content is hidden. The lists below name the fields that stay: a field
 * that is added to an action later is null here until somebody adds its name.
 */

export const KEPT_OF_SUMMARY = {
  id: true,
  action_type: true,
  title: true,
  entity_type: true,
  entity_ref: true,
  goes_to_netsuite: true,
  risk_level: true,
  raised_from: true,
  status: true,
  impact: true,
  agent: true,
  run: true,
  on_behalf_of: true,
  author: true,
  supersedes_id: true,
  superseded_by_id: true,
  undo_of_id: true,
  created_at: true,
  expires_at: true,
  approvals: true,
  required_approvals: true,
  approved_by_me: true,
  requires_step_up: true,
  decision: true,
  decided_by: true,
  decided_at: true,
  ended_at: true,
  ended_by: true,
  applied_at: true,
  push: true,
} as const;

export const KEPT_OF_DETAIL = {
  ...KEPT_OF_SUMMARY,
  may: true,
  undone_by_id: true,
  timeline: true,
} as const;
export const KEPT_OF_ENTRY = {
  id: true,
  at: true,
  type: true,
  actor_kind: true,
  actor: true,
  text: true,
} as const;

type Hidden<Shape, Kept> = { [Name in Exclude<keyof Shape, keyof Kept | "redacted">]: z.ZodNull };

function hiddenOf<Shape extends z.ZodRawShape, Kept>(shape: Shape, names: Kept): Hidden<Shape, Kept> {
  const hidden = Object.keys(shape).filter((name) => name !== "redacted" && !(name in (names as object)));
  return Object.fromEntries(hidden.map((name) => [name, z.null()])) as Hidden<Shape, Kept>;
}

const redacted = z
  .literal(true)
  .describe(
    "The content is hidden from this person, and each field of it is null. An administrator can show it.",
  );

const entryOutlineSchema = z.object({
  ...timelineEntrySchema.pick(KEPT_OF_ENTRY).shape,
  ...hiddenOf(timelineEntrySchema.shape, KEPT_OF_ENTRY),
});

export const summaryOutlineSchema = z.object({
  ...actionSummarySchema.pick(KEPT_OF_SUMMARY).shape,
  ...hiddenOf(actionSummarySchema.shape, KEPT_OF_SUMMARY),
  redacted,
});
export type SummaryOutline = z.infer<typeof summaryOutlineSchema>;

export const detailOutlineSchema = z.object({
  ...actionDetailSchema.pick(KEPT_OF_DETAIL).shape,
  ...hiddenOf(actionDetailSchema.shape, KEPT_OF_DETAIL),
  timeline: z.array(entryOutlineSchema),
  redacted,
});
export type DetailOutline = z.infer<typeof detailOutlineSchema>;
export type EntryOutline = DetailOutline["timeline"][number];

/** Either form, as every read of an action answers. */
export const anySummarySchema = z.discriminatedUnion("redacted", [actionSummarySchema, summaryOutlineSchema]);
export type AnySummary = z.infer<typeof anySummarySchema>;
export const anyDetailSchema = z.discriminatedUnion("redacted", [actionDetailSchema, detailOutlineSchema]);
export type AnyDetail = z.infer<typeof anyDetailSchema>;

export const actionListSchema = z.object({
  items: z.array(anySummarySchema),
  next_cursor: z.string().nullable(),
});
export type ActionList = z.infer<typeof actionListSchema>;
