import type { TenantTransaction } from "@/db/client";
import { selectAll } from "@/db/queries/rows";

/** How much of their caps workflows use now. */

export interface UseOfWorkflow {
  workflowId: number;
  /** Steps that run now. */
  running: number;
  /** Runs that began within the last minute, among the newest 10,000 of the company: no more may begin in a minute. */
  begun: number;
}

/** A workflow that has never run is missing. */
export const listUseOfWorkflows = (tx: TenantTransaction, tenantId: number) =>
  selectAll<UseOfWorkflow>(tx)`
    SELECT l.workflow_id, l.running, coalesce(b.begun, 0) AS begun
    FROM workflow_lanes l LEFT JOIN (
      SELECT n.workflow_id, count(*)::integer AS begun FROM (
        SELECT r.workflow_id, r.created_at FROM runs r WHERE r.tenant_id = ${tenantId} ORDER BY r.id DESC LIMIT 10000) n
      WHERE n.created_at > clock_timestamp() - interval '1 minute' GROUP BY n.workflow_id) b
      ON b.workflow_id = l.workflow_id
    WHERE l.tenant_id = ${tenantId}`;
