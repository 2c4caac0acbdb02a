/** This room holds the payload: the fields, target and lines that a proposal asks to be written. */

import type { FieldIssue } from "@/lib/core/errors";

/** The payload of a proposal: this form is stored, hashed, shown and pushed. */

export interface ProposedChange {
  field: string;
  /** Absent: no precondition. Null: the field was empty. */
  from?: string | number | null;
  to: string | number | null;
}

/**
 * The record behind the proposal's names at the live read, in NetSuite's own ids. It is part of the hash that people
 * approve, so a name that later leads to another record fails the write.
 */
export interface PinnedRecord extends Partial<Record<PinnedId, string>> {
  type: string;
  id: string;
}

/** Ids of the records that a change's values name. They say what is written, not where. */
export const VALUE_IDS = ["terms_id", "held_terms_id"] as const;
export type ValueId = (typeof VALUE_IDS)[number];

/** Further ids that locate a write within the record, or fix its values. Each action type lists the ones that it needs. */
export const PINNED_IDS = [
  "item_id",
  "line_key",
  "location_id",
  "level_id",
  "break_quantity",
  "currency_id",
  "vendor_id",
  "revision_id",
  ...VALUE_IDS,
] as const;
export type PinnedId = (typeof PINNED_IDS)[number];

/** The pinned ids among the other facts of a record or an answer. */
export function pinnedIdsOf(
  source: Partial<Record<PinnedId, string | undefined>>,
): Partial<Record<PinnedId, string>> {
  const ids = PINNED_IDS.flatMap((name) =>
    source[name] === undefined ? [] : [[name, source[name]] as const],
  );
  return Object.fromEntries(ids);
}

/** One line of a roll: a write of its own, decided together with the others. */
export interface RollLine {
  entity_ref: string;
  changes: readonly ProposedChange[];
  context: Record<string, unknown>;
  record?: PinnedRecord;
}

export interface ProposalPayload {
  action_type: string;
  entity_type: string;
  entity_ref: string;
  changes: readonly ProposedChange[];
  context: Record<string, unknown>;
  /** From the gateway's own read, never from the proposer. Absent: NetSuite could not be read. */
  record?: PinnedRecord;
  /** For a roll only; its own `changes` are empty. */
  lines?: readonly RollLine[];
}

/** The part of a line's payload that its roll stores. */
export function asLine({ entity_ref, changes, context, record }: ProposalPayload): RollLine {
  return { entity_ref, changes, context, ...(record ? { record } : {}) };
}

/** The fields that a payload changes, in any of its lines, each once, in the order of their names. */
export function changedFieldsOf({ changes, lines }: Pick<ProposalPayload, "changes" | "lines">): string[] {
  const all = [...changes, ...(lines ?? []).flatMap((line) => line.changes)];
  return [...new Set(all.map(({ field }) => field))].toSorted();
}

/** The record under NetSuite's own id, whatever the proposal's spelling; null if it could not be read. */
export function recordRefOf({ record }: ProposalPayload | RollLine): string | null {
  return record ? `${record.type}:${record.id}` : null;
}

/** A reference in one spelling, so that letter case and surrounding spaces do not make a second record of it. */
export function inOneSpelling(reference: string): string {
  return reference.trim().toUpperCase();
}

/** A line's issue under its path in the whole payload: `lines[17].changes[0].to`. */
export function atLine(index: number, issue: FieldIssue): FieldIssue {
  return { ...issue, path: `lines[${index}].${issue.path}` };
}
