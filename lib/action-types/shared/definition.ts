import type { DestinationName } from "@/lib/core/push/push";
import type { FieldKind } from "@/lib/core/payload/field-value";
import type { PinnedId, PinnedRecord, ProposalPayload, ValueId } from "@/lib/core/payload/payload";
import type { TierRule } from "@/lib/core/action/tier-rules";
import type { NetSuiteFacts } from "@/lib/core/push/verdict";
import type { Detail } from "./detail";
import type { Range } from "./range";
import type { PermissionNeed } from "./permission";
import type { TargetPart } from "./target";
import type { Tool, Words } from "./tool";

/** The form of an action type's definition: all that the product knows of it, in one file per type. */

export interface ActionTypeDefinition<Type extends string = string, Given extends Words = Words> {
  type: Type;
  /** `Bid price` */
  title: string;
  entityTypes: readonly [string, ...string[]];
  /** `internal`: to tables of our own. */
  destination: DestinationName;
  /** `create` adds a record of its own (its externalid is the action key); `update` sets absolute values. */
  effect: "create" | "update";
  /** The type of record that its fields stand on. With `<record>.<field>` types reach the same place, and share its rules. */
  record: string;
  /** Its fields stand on the record that the proposal names, whatever its type: a note. */
  attached?: true;
  /** The first is the main field: every proposal changes it, unless any field will do. */
  fields: readonly [Field, ...Field[]];
  /** It adds a record that replaces no value, and reads as a letter or a note does: its fields in that order, the text last. */
  letter?: readonly string[];
  anyField?: true;
  target: readonly TargetPart[];
  /** At least one of these parts must be known, or NetSuite's record cannot be found. */
  oneOf?: readonly string[];
  /** Changes added to every proposal of this type. They are stored, shown and hashed with the proposed ones. */
  implied?: readonly NetSuiteChange[];
  /** The only value `to` may take, where the action type allows just one. */
  onlyTo?: string;
  /** A roll: many writes of one type under one decision. Its lines hold the changes, and `fields` describes those. */
  lines?: LinesOfRoll;
  /** The ids that the RESTlet compares with the approved ones before it writes. */
  pinnedIds: readonly PinnedId[];
  /** Permissions of NetSuite's that no other type needs. */
  permissions?: readonly PermissionNeed[];
  /** The facts that `weigh` and the words below take from the live read. */
  facts: readonly FactName[];
  tierRules: readonly TierRule[];
  /** The name under which the sums of several types are one. Absent: the place of the first field, `<record>.<field>`. */
  summedAs?: string;
  /**
   * How a write whose change names its `from` ends when a colleague edits the record between approval and write:
   * `untouched` if nobody's edit moves the value that it is compared with. Null: a roll, whose lines are of another type,
   * or a row that no colleague can reach.
   */
  afterExternalEdit: "stale" | "untouched" | null;
  weigh(payload: ProposalPayload, live: LiveRead): Weighed;
  /** The subject of the card: `Strawberries 8×1 lb clamshell`. */
  subject(payload: ProposalPayload, live: LiveRead | null): string;
  /** Short facts shown beside it: bid, location, order, and every text that is written beside the changes. */
  details(payload: ProposalPayload, live: LiveRead | null): Detail[];
  /**
   * The fields, and the texts written beside them, that the sentence says. Every other change has a line of its own wherever
   * the sentence stands: nobody infers from its text that it says one.
   */
  says: readonly string[];
  /** The whole change in one sentence, from the payload alone but for the record's name. */
  sentence(payload: ProposalPayload, live: LiveRead | null): string;
  /** Only for a roll. Null: neither its lines nor their figures are available. */
  rollFigures?(payload: ProposalPayload, live: LiveRead | null): RollFigures | null;
  /** The payload that would take an applied one back, or null where there is none. */
  undo(payload: ProposalPayload): ProposalPayload | null;
  /**
   * Why nothing takes an applied one back, as the end of a sentence. Absent: an undo is missing only where a change does not
   * name the value that it replaces.
   */
  staysBecause?: string;
  tool: Tool<Given>;
  example: Example;
}

/** Returns the definition unchanged; it exists for type inference. */
export function defineActionType<const Type extends string, Given extends Words>(
  definition: ActionTypeDefinition<Type, Given>,
): ActionTypeDefinition<Type, Given> {
  return definition;
}

export interface Field {
  /** NetSuite's field id, also the name we prefer in a proposal. */
  field: string;
  /** People's word for it. */
  label: string;
  kind: FieldKind;
  /** Other words an agent may use for it. */
  aliases: readonly string[];
  /** The values that `to` may take. Every decimal has one, unless its type allows a single value. */
  range?: Range;
  /** The value is added to the quantity on hand, which the record's own value is. */
  isDifference?: true;
  /** Every proposal says it, though it is not the main field. */
  required?: true;
  /** Text of a certain form; absent: any text. A name is a line without invisible characters. */
  format?: "line" | "name" | "email_address";
  /** Its values are names of records: the pinned ids of the old one and of the new one. */
  names?: { from: ValueId; to: ValueId };
}

/** A change in NetSuite's own words. `from` absent: no precondition; null: the field must be empty. */
export interface NetSuiteChange {
  field: string;
  from?: string | null;
  to: string | null;
}

export interface LinesOfRoll {
  actionType: string;
  entityType: string;
  max: number;
}

export type FactName = keyof NetSuiteFacts;

/**
 * A valid proposal against the seeded distributor, with the values that its records hold. A roll has three lines: one on a
 * record of its own, then two on one record.
 */
export interface Example extends Omit<ProposalPayload, "action_type" | "record"> {
  /** The record and the ids that its names lead to. Absent: of a roll, and of an internal type. */
  record?: PinnedRecord;
  /** An agent's reason for it, which the demo shows. */
  reason?: string;
}

/** The gateway's read of the record in NetSuite when the action was proposed. */
export interface LiveRead {
  recordName: string | null;
  /** Canonical field values by NetSuite's field id. */
  values: Record<string, string | null>;
  facts: NetSuiteFacts;
  /** For a roll: one per line, in order. Null: that line could not be read. */
  lines?: readonly (LiveLine | null)[];
  /** For a roll: the sum of its lines when it was proposed, for lists that leave the lines out. */
  roll?: RollFigures;
}

/** The figures of a roll that people read before they look at its lines. */
export interface RollFigures {
  lines: number;
  raised: number;
  lowered: number;
  /** Lines that set the present value again, or one that cannot be compared. */
  kept: number;
  parties: number;
  /** Where all lines are for one. */
  party: string | null;
  /** Signed, a year, of the lines whose worth is known; null where none is. */
  net_cents: number | null;
  /** Lines whose worth is unknown; absent in rolls from before it was stored. */
  unweighed?: number;
  /** Lines that go by name alone. */
  unverified: number;
}

export interface LiveLine extends Omit<LiveRead, "lines" | "roll"> {
  /** The line's impact, signed; absent before it was weighed, null where unknown. */
  impactCents?: number | null;
}

/** The figures that the tier trigger weighs. A null figure that the type needs means `complete: false`: unknown is never small. */
export interface Weighed {
  /** Percent of the live value, decimal text; null where the type has no movement. */
  movementPercent: string | null;
  /** Signed integer cents; null where unknown. */
  impactCents: number | null;
  /** The meaning of the impact: `a year, 9,000 units`. */
  basis: string | null;
  /** The customer's name as NetSuite has it. */
  customerRef: string | null;
  /** `itemKeyOf`. */
  sku: string | null;
  /** `locationKeyOf`; absent: it moves no stock. */
  locationRef?: string | null;
  complete: boolean;
  /** For a roll: the figures of each line. Null: that line could not be read. */
  lines?: readonly (Weighed | null)[];
}
