import type { DecisionContextRow } from "@/db/queries/actions/decide";
import { conflictsAmong } from "@/lib/action-types/payload/conflicts-among";
import { type SetValue, setValuesOf } from "@/lib/action-types/payload/set-values";
import { conflictInBulkWords } from "@/lib/core/action/bulk-conflict";
import { type Decision, isFinalAction } from "@/lib/core/action/proposed-action";
import type { ProposalPayload } from "@/lib/core/payload/payload";

/**
 * Why a waiting action of a bulk approval is left out because of another one of the same request, by its id: one of the two would be
 * judged by the record that the other has changed. Another that was approved a moment ago, and is not written yet, counts as well.
 * Read from the payloads, which never change, and not from what the database knows of waiting values: two actions that one request
 * claims both waited when their payloads were read, so both are left out, whatever comes or goes meanwhile.
 */
export function conflictsInBulk(
  decision: Decision,
  contexts: ReadonlyMap<number, Pick<DecisionContextRow, "status" | "payloadText">>,
): ReadonlyMap<number, string> {
  if (decision === "reject") return new Map();
  const values = new Map<number, readonly SetValue[]>();
  for (const [id, { status, payloadText }] of contexts)
    if (!isFinalAction(status)) values.set(id, setValuesOf(JSON.parse(payloadText) as ProposalPayload));
  return new Map(
    [...conflictsAmong(values)]
      .filter(([id]) => contexts.get(id)!.status === "pending")
      .map(([id, others]) => [id, conflictInBulkWords(others)!]),
  );
}
