import { compareDecimals } from "@/lib/core/values/decimal";
import type { ActionType, ProposalPayload } from "@/lib/core/field-map";
import { inOneSpelling } from "@/lib/core/record-key";
import type { NetSuiteFacts } from "@/lib/core/push/verdict";

/** What the gateway read from NetSuite when the action was proposed. */
export interface LiveRead {
  recordName: string | null;
  /** Canonical field values by NetSuite's field id. */
  values: Record<string, string | null>;
  facts: NetSuiteFacts;
  /** Of a roll: one per line, in order; null where that line could not be read. */
  lines?: readonly (LiveLine | null)[];
  /** Of a roll: what its lines came to when it was proposed. Stands in for them where a list leaves them out. */
  roll?: RollFigures;
}

/** What people are told of a roll before they look at its lines. */
export interface RollFigures {
  lines: number;
  raised: number;
  lowered: number;
  /** Set to what they are, or to what cannot be compared. */
  kept: number;
  parties: number;
  /** Where all lines are for one. */
  party: string | null;
  /** Signed, a year, of the lines whose worth is known; null where none is. */
  net_cents: number | null;
  /** Lines whose worth is unknown; absent in rolls of before it was noted. */
  unweighed?: number;
  /** Lines that go by name alone. */
  unverified: number;
}

export interface LiveLine extends Omit<LiveRead, "lines" | "roll"> {
  /** What the line weighs, signed; absent before it was weighed, null where unknown. */
  impactCents?: number | null;
}

/** What the tier trigger weighs. A null figure that the type needs means `complete: false`: unknown is never small. */
export interface Weighed {
  /** Percent of the live value, decimal text; null where the type has no movement. */
  movementPercent: string | null;
  /** Signed integer cents; null where unknown. */
  impactCents: number | null;
  /** What the impact means: `a year, 9,000 units`. */
  basis: string | null;
  /** The customer's name as NetSuite has it. */
  customerRef: string | null;
  /** `itemKeyOf`. */
  sku: string | null;
  complete: boolean;
  /** Of a roll: each line by itself; null where it could not be read. */
  lines?: readonly (Weighed | null)[];
}

/** Everything the product knows about one action type beyond the NetSuite field map. One file each. */
export interface ActionTypeDefinition {
  type: ActionType;
  entityTypes: readonly string[];
  /** `Bid price` */
  title: string;
  /** Field id → people's word. */
  fieldLabels: Record<string, string>;
  weigh(payload: ProposalPayload, live: LiveRead): Weighed;
  /** What the card is about: `Strawberries 8×1 lb clamshell`. */
  subject(payload: ProposalPayload, live: LiveRead | null): string;
  /** Short facts shown beside it: bid, location, order, and every text that is written beside the changes. */
  details(payload: ProposalPayload, live: LiveRead | null): string[];
  /** The whole change in one sentence, from the payload alone but for the record's name. */
  sentence(payload: ProposalPayload, live: LiveRead | null): string;
  /** Of a roll alone; null where neither its lines nor their figures are at hand. */
  rollFigures?(payload: ProposalPayload, live: LiveRead | null): RollFigures | null;
  /** The payload that would take an applied one back, or null where there is none. */
  undo(payload: ProposalPayload): ProposalPayload | null;
}

/** The change of one field, by NetSuite's id. */
export function changeOf(
  payload: ProposalPayload,
  field: string,
): { from: string | null; to: string | null } {
  const change = payload.changes.find((entry) => entry.field === field);
  return { from: textOf(change?.from), to: textOf(change?.to) };
}

/** Absolute values are undone by writing the old value, on condition that ours is still there. */
export function undoByRestoring(payload: ProposalPayload): ProposalPayload | null {
  if (payload.changes.some((change) => change.from === undefined || change.from === null)) return null;
  return {
    ...asProposed(payload),
    changes: payload.changes.map((change) => ({ field: change.field, from: change.to, to: change.from! })),
  };
}

/** The payload as an agent could send it: the record's ids are the gateway's own to find, each time anew. */
export function asProposed({ record: _record, ...payload }: ProposalPayload): ProposalPayload {
  return payload;
}

/** A figure that something is multiplied or divided by: missing or zero, it makes any change look like none. */
export function isPositive(figure: string | null | undefined): boolean {
  return compareDecimals(figure ?? null, "0") === 1;
}

/** What the tier's sums know an item by: NetSuite's own id, or the reference in one spelling where that is not known. */
export function itemKeyOf(payload: ProposalPayload, reference: string | null): string | null {
  return payload.record?.item_id ?? (reference === null ? null : inOneSpelling(reference));
}

function textOf(value: unknown): string | null {
  if (typeof value === "string" && value !== "") return value;
  return typeof value === "number" ? String(value) : null;
}
