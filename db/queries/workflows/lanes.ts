import type { TenantTransaction } from "@/db/client";
import { execute } from "@/db/queries/rows";

interface WorkflowLane {
  tenantId: number;
  workflowId: number;
  /** Null: no cap of its own. */
  maxConcurrency: number | null;
}

/** A workflow's lane, with the cap of the version that comes into force. */
export const setWorkflowCap = (
  tx: TenantTransaction,
  { tenantId, workflowId, maxConcurrency }: WorkflowLane,
) =>
  execute(tx)`
    INSERT INTO workflow_lanes (tenant_id, workflow_id, max_concurrency)
    VALUES (${tenantId}, ${workflowId}, ${maxConcurrency})
    ON CONFLICT (tenant_id, workflow_id) DO UPDATE SET max_concurrency = EXCLUDED.max_concurrency
    WHERE workflow_lanes.max_concurrency IS DISTINCT FROM EXCLUDED.max_concurrency`;

/** For a workflow that was published before publishing set its cap. A lane that is there keeps its own. */
export const openWorkflowLane = (
  tx: TenantTransaction,
  { tenantId, workflowId, maxConcurrency }: WorkflowLane,
) =>
  execute(tx)`
    INSERT INTO workflow_lanes (tenant_id, workflow_id, max_concurrency)
    VALUES (${tenantId}, ${workflowId}, ${maxConcurrency})
    ON CONFLICT (tenant_id, workflow_id) DO NOTHING`;
