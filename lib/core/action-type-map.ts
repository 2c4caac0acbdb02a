import type { FieldKind } from "./field-value";

/** What a row of the field map says of an action type: which fields it writes, and how its record is found. */

export interface MappedField {
  /** NetSuite's field id, also the name we prefer in a proposal. */
  field: string;
  record: string;
  sublist: string | null;
  kind: FieldKind;
  /** Other words an agent may use for it. */
  aliases: readonly string[];
  /** What `to` may be, where not every value of its kind makes sense. */
  bound?: "not_zero" | "positive" | "not_negative";
  /** Every proposal says it, though it is not what the action type is about. */
  required?: true;
  /** Text of a certain form; absent: any text. */
  format?: "line" | "email_addresses";
}

/** A change in NetSuite's own words. `from` absent: no precondition; null: the field must be empty. */
export interface NetSuiteChange {
  field: string;
  from?: string | null;
  to: string | null;
}

export interface TargetPart {
  name: string;
  /** Where the value comes from: the first of these keys that holds one; `entity_ref` means the proposal's own. */
  from: readonly string[];
  required: boolean;
  /** The text itself is written, beside the changes; otherwise it only says where. */
  written?: boolean;
  /** What the text must be, where it is no name: a day (`2026-11-20`), or a decimal from zero up. */
  kind?: "date" | "quantity";
}

export interface ActionTypeMap {
  /** `create` adds a record of its own (its externalid is the action key); `update` sets absolute values. */
  effect: "create" | "update";
  /** The first is what the action type is about: every proposal changes it, unless any field will do. */
  fields: readonly MappedField[];
  anyField?: true;
  target: readonly TargetPart[];
  /** At least one of these parts must be known, or NetSuite's record cannot be found. */
  oneOf?: readonly string[];
  /** What the action type means beyond the proposed changes. Stored with them, so that it is shown and hashed as well. */
  implied?: readonly NetSuiteChange[];
  /** The only value `to` may take, where the action type allows just one. */
  onlyTo?: string;
  /** A roll: many writes of one type under one decision. Its lines hold the changes, `fields` says what they may be. */
  lines?: { actionType: string; entityType: string; max: number };
  /** Absent: NetSuite. `internal`: to tables of our own. */
  destination?: "internal";
}
