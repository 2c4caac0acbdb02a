import type { TenantTransaction } from "@/db/client";
import { selectAll } from "@/db/queries/rows";
import type { FullReceipt } from "./receipts";

/** Steps of a re-run that repeat what a step of an earlier run may have done. */

export interface SentBefore extends FullReceipt {
  /** The run's creation time, to the microsecond. */
  runCreatedAt: string;
}

/** The receipts of the request that a step repeats, in the runs that its run goes on from, the newest first. */
export const listSentBefore = (
  tx: TenantTransaction,
  tenantId: number,
  {
    runId,
    stepId,
    item,
    isOnError,
  }: { runId: number; stepId: string; item: number | null; isOnError: boolean },
) =>
  selectAll<SentBefore>(tx)`
    WITH RECURSIVE former AS (
      SELECT rerun_of_id AS id, 1 AS back FROM runs WHERE tenant_id = ${tenantId} AND id = ${runId}
      UNION ALL
      SELECT r.rerun_of_id, f.back + 1 FROM former f JOIN runs r ON r.tenant_id = ${tenantId} AND r.id = f.id)
    SELECT r.created_at AS run_created_at, c.id, c.tenant_id, c.run_id, c.step_id, c.idempotency_key,
      c.tool_name, c.status, c.request_metadata, c.response_metadata, c.result_json, c.reversible, c.how_to_reverse,
      c.attempt, c.seal, c.request_seal FROM former f
    JOIN runs r ON r.tenant_id = ${tenantId} AND r.id = f.id
    JOIN steps s ON s.tenant_id = ${tenantId} AND s.run_id = f.id AND s.step_id = ${stepId}
      AND s.item IS NOT DISTINCT FROM ${item}::integer AND NOT s.is_on_error AND NOT ${isOnError}::boolean
    JOIN step_receipts c ON c.tenant_id = ${tenantId} AND c.idempotency_key = s.idempotency_key
    ORDER BY f.back`;
