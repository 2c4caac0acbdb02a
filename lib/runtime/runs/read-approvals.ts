import { inTenant } from "@/db/client";
import {
  type ApprovalFilter,
  type ApprovalRow,
  listActionApprovals,
  listQuestionApprovals,
} from "@/db/queries/workflows/approvals";
import type { Approvals } from "@/lib/contract/workflows/approvals";
import type { Person } from "@/lib/core/access/principal";
import { isoOf } from "@/lib/core/values/time";
import { type Gateway, getGateway } from "@/lib/gateway/context";

/**
 * Approvals, newest first: the rows of actions and of the questions whether a run may send something, in the words of workflows.
 * `cursor`: the last action and the last question that were read, as `ID-ID`; an empty one stands for none.
 */
export async function readApprovals(
  { tenantId }: Person,
  { limit, cursor, ...filter }: ApprovalFilter & { cursor?: string | undefined },
  gateway: Gateway = getGateway(),
): Promise<Approvals> {
  const [action, question] = (cursor ?? "-").split("-").map((id) => (id === "" ? null : Number(id)));
  const older = { ...filter, limit: limit + 1 };
  const [actions, questions] = await inTenant(gateway.database, tenantId, async (tx) => [
    await listActionApprovals(tx, tenantId, { ...older, before: action! }),
    await listQuestionApprovals(tx, tenantId, { ...older, before: question! }),
  ]);
  const rows = newestOf(actions!, questions!, limit);
  const last = (kind: ApprovalRow["kind"]) => rows.findLast((row) => row.kind === kind)?.id;
  const isMore = actions!.length + questions!.length > rows.length;
  return {
    items: rows.map(viewOf),
    next_cursor: isMore ? `${last("action") ?? action ?? ""}-${last("question") ?? question ?? ""}` : null,
  };
}

/** Each list keeps its own order, so that a cursor into both skips none. */
function newestOf(
  actions: readonly ApprovalRow[],
  questions: readonly ApprovalRow[],
  limit: number,
): ApprovalRow[] {
  const rows: ApprovalRow[] = [];
  let [a, q] = [0, 0];
  while (rows.length < limit) {
    const [action, question] = [actions[a], questions[q]];
    if (!action && !question) break;
    if (action && (!question || Date.parse(action.createdAt) >= Date.parse(question.createdAt))) {
      rows.push(action);
      a += 1;
    } else {
      rows.push(question!);
      q += 1;
    }
  }
  return rows;
}

const viewOf = (row: ApprovalRow): Approvals["items"][number] => ({
  kind: row.kind,
  id: row.id,
  tier: row.tier,
  status: row.status,
  two_person: row.twoPerson,
  action_type: row.actionType,
  entity_ref: row.entityRef,
  tool: row.tool,
  run_id: row.runId,
  step_id: row.stepId,
  workspace: row.workspace,
  requested_at: isoOf(row.createdAt)!,
  decided_by: row.decidedByLabel,
  decided_at: isoOf(row.decidedAt),
});
