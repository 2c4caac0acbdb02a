import { compareDecimals } from "@/lib/core/values/decimal";
import { type ProposalPayload, inOneSpelling } from "@/lib/core/payload/payload";

/** Questions that definitions ask of a payload's changes and figures. */

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

/** The payload as an agent could send it: without the record's ids, which the gateway finds again each time. */
export function asProposed({ record: _record, ...payload }: ProposalPayload): ProposalPayload {
  return payload;
}

/** A figure that something is multiplied or divided by: missing or zero, it makes any change look like none. */
export function isPositive(figure: string | null | undefined): boolean {
  return compareDecimals(figure ?? null, "0") === 1;
}

/** The key of an item in the tier's sums: NetSuite's own id, or the reference in one spelling where the id is unknown. */
export function itemKeyOf(payload: ProposalPayload, reference: string | null): string | null {
  return payload.record?.item_id ?? (reference === null ? null : inOneSpelling(reference));
}

/** The key of a location in the tier's sums, by the same rule. */
export function locationKeyOf({ record, context }: ProposalPayload): string | null {
  const named = textOf(context.location);
  return record?.location_id ?? (named === null ? null : inOneSpelling(named));
}

function textOf(value: unknown): string | null {
  if (typeof value === "string" && value !== "") return value;
  return typeof value === "number" ? String(value) : null;
}
