import type { ProposedActionRow } from "@/db/schema/actions";
import { actionTypeOf, fieldOf } from "@/lib/action-types/registry";
import type { LiveFinding } from "@/lib/core/action/live-finding";
import { sameFieldValue } from "@/lib/core/payload/field-value";
import type { ProposalPayload } from "@/lib/core/payload/payload";
import { liveOf } from "./live-facts";

export interface ComparedValue {
  field: string;
  value: string | null;
  /** Another value than the one that the proposal starts from, or was shown with. */
  drifted: boolean;
}

/** The values that the record holds now, against those that the action was proposed with. */
export function compareLive(
  action: Pick<ProposedActionRow, "factsJson"> & { factsReadAt: Date | string | null },
  payload: ProposalPayload,
  live: readonly { field: string; value: string | null }[],
): { finding: Extract<LiveFinding, "holds" | "moved" | "drifted">; values: ComparedValue[] } {
  const proposed = liveOf(action.factsJson, action.factsReadAt)?.values ?? {};
  const values = live.map(({ field, value }) => {
    const kind = fieldOf(payload.action_type, field)?.kind ?? "text";
    const change = payload.changes.find((entry) => entry.field === field);
    // A null of its own says that the field was empty.
    const before = change?.from === undefined ? proposed[field] : change.from;
    return { field, value, drifted: before !== undefined && !sameFieldValue(kind, before, value) };
  });
  const moved = values.filter(({ drifted }) => drifted).map(({ field }) => field);
  if (moved.length === 0) return { finding: "holds", values };
  return { finding: dependsOn(payload, moved) ? "drifted" : "moved", values };
}

/**
 * As the RESTlet compares: a value is a condition of the write where its change names the `from`. An adjustment without one
 * is written whatever the stock is by then. A type that is not known depends on each.
 */
function dependsOn(payload: ProposalPayload, fields: readonly string[]): boolean {
  if (actionTypeOf(payload.action_type) === null) return true;
  return payload.changes.some(({ field, from }) => from !== undefined && fields.includes(field));
}
