import { type SQL, sql } from "drizzle-orm";
import type { TenantTransaction } from "@/db/client";
import type { ApprovalKind, ApprovalStatus, ApprovalTier } from "@/lib/core/run/approval";
import { selectAll } from "@/db/queries/rows";

/** Approvals, as a view of the rows of actions and of questions. */

export interface ApprovalRow {
  kind: ApprovalKind;
  id: number;
  tier: ApprovalTier;
  status: ApprovalStatus;
  twoPerson: boolean;
  actionType: string | null;
  entityRef: string | null;
  tool: string | null;
  runId: number | null;
  stepId: string | null;
  workspace: string | null;
  createdAt: string;
  decidedByLabel: string | null;
  decidedAt: string | null;
}

export interface ApprovalFilter {
  status?: ApprovalStatus | undefined;
  tier?: ApprovalTier | undefined;
  workspace?: string | undefined;
  limit: number;
}

/** Older than the row of this id. Null: from the newest on. */
type Before = ApprovalFilter & { before: number | null };

const isWanted = (
  of: { id: SQL; status: SQL; tier: SQL; workspace: SQL },
  { status, tier, workspace, before }: Before,
): SQL => sql`(${before}::bigint IS NULL OR ${of.id} < ${before})
  AND (${status ?? null}::text IS NULL OR ${of.status} = ${status ?? null})
  AND (${tier ?? null}::text IS NULL OR ${of.tier} = ${tier ?? null})
  AND (${workspace ?? null}::text IS NULL OR ${of.workspace} = ${workspace ?? null})`;

const ofAction = {
  id: sql`a.id`,
  status: sql`CASE WHEN a.status = 'pending' THEN 'requested'
    WHEN a.status IN ('cancelled', 'superseded') THEN 'canceled' WHEN a.status = 'expired' THEN 'expired'
    WHEN a.decision = 'reject' THEN 'rejected' ELSE 'approved' END`,
  tier: sql`CASE WHEN a.risk_level <= 2 THEN 'low' WHEN a.risk_level = 3 THEN 'med' ELSE 'high' END`,
  workspace: sql`r.workspace`,
};

/** Newest first, each with the step that asked for it, first of all. A version that another one replaced has none any more. */
export const listActionApprovals = (tx: TenantTransaction, tenantId: number, filter: Before) =>
  selectAll<ApprovalRow>(tx)`
    SELECT 'action' AS kind, a.id, ${ofAction.tier} AS tier, ${ofAction.status} AS status,
      a.required_approvals > 1 AS two_person, a.action_type, a.entity_ref, NULL AS tool, r.run_id, r.step_id,
      r.workspace, a.created_at, a.decided_by_label, a.decided_at
    FROM proposed_actions a LEFT JOIN LATERAL (
      SELECT s.run_id, s.step_id, w.name AS workspace FROM workflows f
      JOIN steps s ON s.tenant_id = a.tenant_id AND s.id = step_that_proposed(a)
      JOIN workspaces w ON w.tenant_id = a.tenant_id AND w.id = f.workspace_id
      WHERE f.tenant_id = a.tenant_id AND f.agent_id = a.agent_id AND a.superseded_by_id IS NULL) r ON true
    WHERE a.tenant_id = ${tenantId} AND ${isWanted(ofAction, filter)}
    ORDER BY a.id DESC LIMIT ${filter.limit}`;

/** A question is weighed as a write at L4. Its answer to an approval is `{approved, comment?}`. */
const ofQuestion = {
  id: sql`h.id`,
  status: sql`CASE h.status
    WHEN 'pending' THEN 'requested' WHEN 'cancelled' THEN 'canceled' WHEN 'timeout' THEN 'expired'
    ELSE CASE WHEN h.response_data -> 'answer' ->> 'approved' = 'true' THEN 'approved' ELSE 'rejected' END END`,
  tier: sql`'high'`,
  workspace: sql`w.name`,
};

/** The questions whether a step of a run may send its request, newest first. */
export const listQuestionApprovals = (tx: TenantTransaction, tenantId: number, filter: Before) =>
  selectAll<ApprovalRow>(tx)`
    SELECT 'question' AS kind, h.id, ${ofQuestion.tier} AS tier, ${ofQuestion.status} AS status,
      h.answers_needed > 1 AS two_person, NULL AS action_type, NULL AS entity_ref, s.tool_name AS tool, s.run_id,
      s.step_id, w.name AS workspace, h.created_at, d.by AS decided_by_label,
      CASE WHEN d.by IS NOT NULL THEN h.ended_at END AS decided_at
    FROM hil_interactions h
    CROSS JOIN LATERAL (SELECT coalesce(h.response_data ->> 'by', h.cancelled_by_label) AS by) d
    JOIN steps s ON s.tenant_id = h.tenant_id AND s.run_id = h.execution_id AND s.idempotency_key = h.node_id
    JOIN workflows f ON f.tenant_id = h.tenant_id AND f.id = s.workflow_id
    JOIN workspaces w ON w.tenant_id = h.tenant_id AND w.id = f.workspace_id
    WHERE h.tenant_id = ${tenantId} AND h.interaction_type = 'approval' AND h.request_data -> 'sends' = 'true'
      AND ${isWanted(ofQuestion, filter)}
    ORDER BY h.id DESC LIMIT ${filter.limit}`;
