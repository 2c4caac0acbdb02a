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
    const before = change?.from ?? proposed[field];
    return { field, value, drifted: before !== undefined && !sameFieldValue(kind, before, value) };
  });
  if (!values.some(({ drifted }) => drifted)) return { finding: "holds", values };
  return { finding: dependsOnRecord(payload) ? "drifted" : "moved", values };
}

/** False where the approved write stays right whatever the record holds; a type that is not known depends on it. */
function dependsOnRecord(payload: ProposalPayload): boolean {
  const definition = actionTypeOf(payload.action_type);
  return definition === null || definition.afterExternalEdit === "stale";
}
