import type { FieldIssue } from "@/lib/core/errors";

/** A proposal as it is stored, hashed, shown and pushed. */

export interface ProposedChange {
  field: string;
  /** Absent: no precondition. Null: the field was empty. */
  from?: string | number | null;
  to: string | number | null;
}

/**
 * The record that the proposal's names led to when the gateway read it, in NetSuite's own ids. It is part of the hash
 * that people approve: a name that leads to another record by the time of the write is not the one they agreed to.
 */
export interface PinnedRecord extends Partial<Record<PinnedId, string>> {
  type: string;
  id: string;
}

/** Ids beside the record's own. Each action type names those that it needs to say where a write lands. */
export const PINNED_IDS = [
  "item_id",
  "line_key",
  "location_id",
  "level_id",
  "break_quantity",
  "currency_id",
  "vendor_id",
  "revision_id",
] as const;
export type PinnedId = (typeof PINNED_IDS)[number];

/** The pinned ids among the other facts of a record or an answer. */
export function pinnedIdsOf(
  source: Partial<Record<PinnedId, string | undefined>>,
): Partial<Record<PinnedId, string>> {
  const found = PINNED_IDS.flatMap((name) =>
    source[name] === undefined ? [] : [[name, source[name]] as const],
  );
  return Object.fromEntries(found);
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
  /** Only of a roll, whose own `changes` are empty. */
  lines?: readonly RollLine[];
}

/** The line as its roll keeps it. */
export function asLine({ entity_ref, changes, context, record }: ProposalPayload): RollLine {
  return { entity_ref, changes, context, ...(record ? { record } : {}) };
}

/** The record as NetSuite itself names it, however the proposal spelled it; null where it could not be read. */
export function recordRefOf({ record }: ProposalPayload): string | null {
  return record ? `${record.type}:${record.id}` : null;
}

/** A reference in the one spelling in which letter case and spaces make no second record of it. */
export function inOneSpelling(reference: string): string {
  return reference.trim().toUpperCase();
}

/** The issue of a line under the path that its sender counts by: `lines[17].changes[0].to`. */
export function atLine(index: number, issue: FieldIssue): FieldIssue {
  return { ...issue, path: `lines[${index}].${issue.path}` };
}
