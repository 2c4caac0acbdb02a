import type { TenantTransaction } from "@/db/client";
import type { ActionDetail, Permissions } from "@/lib/contract/actions/action-view";
import { fieldOf } from "@/lib/action-types/registry";
import { AMEND_VERBS, refusalOf } from "@/lib/core/action/amend-rules";
import type { Person } from "@/lib/core/access/principal";
import { variablePartsOf } from "@/lib/action-types/payload/variable-parts";
import { readAmendable } from "./amend-facts";
import { whyUncounted } from "./why-uncounted";

/** The part of the detail that amending needs: the verbs that this viewer may use, and the values that an edit can change. */
export async function readAmendView(
  tx: TenantTransaction,
  person: Person,
  actionId: number,
): Promise<Pick<ActionDetail, "may" | "own_approval" | "variable" | "undone_by_id">> {
  const { action, payload, facts } = await readAmendable(tx, person, actionId);
  const permissions = AMEND_VERBS.map((verb) => {
    const refusal = refusalOf(verb, facts);
    return [verb, { allowed: refusal === null, why: refusal?.why ?? null }] as const;
  });
  const variable = variablePartsOf(payload);
  return {
    may: Object.fromEntries(permissions) as Permissions,
    own_approval: facts.status === "pending" ? await whyUncounted(tx, person, action.id) : null,
    variable: {
      ...variable,
      changes: variable.changes.map((change) => ({
        ...change,
        label: fieldOf(payload.action_type, change.field)?.label ?? change.field,
      })),
    },
    undone_by_id: facts.undoId,
  };
}
