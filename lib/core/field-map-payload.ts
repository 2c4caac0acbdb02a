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
export interface PinnedRecord {
  type: string;
  id: string;
  item_id?: string;
  line_key?: string;
  location_id?: string;
}

export interface ProposalPayload {
  action_type: string;
  entity_type: string;
  entity_ref: string;
  changes: readonly ProposedChange[];
  context: Record<string, unknown>;
  /** From the gateway's own read, never from the proposer. Absent: NetSuite could not be read. */
  record?: PinnedRecord;
}

export interface FieldMapIssue {
  path: string;
  message: string;
}
