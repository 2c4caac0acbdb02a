import { inTenant } from "@/db/client";
import { type ApprovalFilter, listApprovals } from "@/db/queries/workflows/approvals";
import type { Approvals } from "@/lib/contract/workflows/approvals";
import type { Person } from "@/lib/core/access/principal";
import { isoOf } from "@/lib/core/values/time";
import { type Gateway, getGateway } from "@/lib/gateway/context";

/** Approvals, newest first: the actions' own rows, in the words of workflows. */
export async function readApprovals(
  { tenantId }: Person,
  { limit, ...filter }: ApprovalFilter,
  gateway: Gateway = getGateway(),
): Promise<Approvals> {
  const rows = await inTenant(gateway.database, tenantId, (tx) =>
    listApprovals(tx, tenantId, { ...filter, limit: limit + 1 }),
  );
  const items = rows.slice(0, limit).map((row) => ({
    id: row.id,
    tier: row.tier,
    status: row.status,
    two_person: row.twoPerson,
    action_type: row.actionType,
    entity_ref: row.entityRef,
    run_id: row.runId,
    step_id: row.stepId,
    workspace: row.workspace,
    requested_at: isoOf(row.createdAt),
    decided_by: row.decidedByLabel,
    decided_at: isoOf(row.decidedAt),
  }));
  return { items, next_cursor: rows.length > limit ? items.at(-1)!.id : null };
}
