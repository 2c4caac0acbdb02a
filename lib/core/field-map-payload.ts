/** A proposal as it is stored, hashed, shown and pushed. */

export interface ProposedChange {
  field: string;
  /** Absent: no precondition. Null: the field was empty. */
  from?: string | number | null;
  to: string | number | null;
}

/**
 * The record that the proposal's names led to when the gateway read it, in NetSuite's own ids. It is part of what is
 * hashed and approved: a name that leads elsewhere by the time of the write is not what anybody agreed to.
 */
export interface PinnedRecord extends Partial<Record<PinnedId, string>> {
  type: string;
  id: string;
}

/** The ids beside the record's own, each where an action type needs it to say where a write lands. */
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

/** Those of the pinned ids that are known, from whatever else a record or an answer holds. */
export function pinnedIdsOf(
  source: Partial<Record<PinnedId, string | undefined>>,
): Partial<Record<PinnedId, string>> {
  const known = PINNED_IDS.flatMap((name) =>
    source[name] === undefined ? [] : [[name, source[name]] as const],
  );
  return Object.fromEntries(known);
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

export interface FieldMapIssue {
  path: string;
  message: string;
}
