import { sql } from "drizzle-orm";
import type { TenantTransaction } from "@/db/client";
import type { ApprovalStatus, ApprovalTier } from "@/lib/core/run/approval";
import { selectAll } from "@/db/queries/rows";

/** Approvals, as a view of the actions' own rows. */

export interface ApprovalRow {
  id: number;
  tier: ApprovalTier;
  status: ApprovalStatus;
  twoPerson: boolean;
  actionType: string;
  entityRef: string;
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
  cursor?: number | undefined;
  limit: number;
}

const status = sql`CASE WHEN a.status = 'pending' THEN 'requested'
  WHEN a.status IN ('cancelled', 'superseded') THEN 'canceled' WHEN a.status = 'expired' THEN 'expired'
  WHEN a.decision = 'reject' THEN 'rejected' ELSE 'approved' END`;
const tier = sql`CASE WHEN a.risk_level <= 2 THEN 'low' WHEN a.risk_level = 3 THEN 'med' ELSE 'high' END`;

/** Newest first, each with the step that asked for it, first of all. A version that another one replaced has none any more. */
export const listApprovals = (
  tx: TenantTransaction,
  tenantId: number,
  { status: wanted, tier: ofTier, workspace, cursor, limit }: ApprovalFilter,
) =>
  selectAll<ApprovalRow>(tx)`
    SELECT a.id, ${tier} AS tier, ${status} AS status, a.required_approvals > 1 AS two_person, a.action_type,
      a.entity_ref, r.run_id, r.step_id, r.workspace, a.created_at, a.decided_by_label, a.decided_at
    FROM proposed_actions a LEFT JOIN LATERAL (
      SELECT s.run_id, s.step_id, w.name AS workspace FROM workflows f
      JOIN steps s ON s.tenant_id = a.tenant_id AND s.id = step_that_proposed(a)
      JOIN workspaces w ON w.tenant_id = a.tenant_id AND w.id = f.workspace_id
      WHERE f.tenant_id = a.tenant_id AND f.agent_id = a.agent_id AND a.superseded_by_id IS NULL) r ON true
    WHERE a.tenant_id = ${tenantId} AND (${cursor ?? null}::bigint IS NULL OR a.id < ${cursor ?? null})
      AND (${wanted ?? null}::text IS NULL OR ${status} = ${wanted ?? null})
      AND (${ofTier ?? null}::text IS NULL OR ${tier} = ${ofTier ?? null})
      AND (${workspace ?? null}::text IS NULL OR r.workspace = ${workspace ?? null})
    ORDER BY a.id DESC LIMIT ${limit}`;
