import type { TenantTransaction } from "@/db/client";
import { selectFirst } from "@/db/queries/rows";

/** Steps of a re-run that repeat what a step of an earlier run may have done. */

export interface RepeatedStep {
  idempotencyKey: string;
  /** Of its run, to the microsecond. */
  runCreatedAt: string;
}

/**
 * The first step that sent the request which this one repeats, in the runs that its run goes on from. A request that its address refused is
 * over, and so is whatever was sent before it. Null: nothing was sent of which anybody knows, or it was refused.
 */
export const findRepeatedStep = (
  tx: TenantTransaction,
  tenantId: number,
  {
    runId,
    stepId,
    item,
    isOnError,
  }: { runId: number; stepId: string; item: number | null; isOnError: boolean },
) =>
  selectFirst<RepeatedStep>(tx)`
    WITH RECURSIVE former AS (
      SELECT rerun_of_id AS id, 1 AS back FROM runs WHERE tenant_id = ${tenantId} AND id = ${runId}
      UNION ALL
      SELECT r.rerun_of_id, f.back + 1 FROM former f JOIN runs r ON r.tenant_id = ${tenantId} AND r.id = f.id),
    sent AS (
      SELECT f.back, s.idempotency_key, r.created_at AS run_created_at, c.status FROM former f
      JOIN runs r ON r.tenant_id = ${tenantId} AND r.id = f.id
      JOIN steps s ON s.tenant_id = ${tenantId} AND s.run_id = f.id AND s.step_id = ${stepId}
        AND s.item IS NOT DISTINCT FROM ${item}::integer AND NOT s.is_on_error AND NOT ${isOnError}::boolean
      JOIN step_receipts c ON c.tenant_id = ${tenantId} AND c.idempotency_key = s.idempotency_key)
    SELECT idempotency_key, run_created_at FROM sent
    WHERE NOT EXISTS (SELECT FROM sent refused WHERE refused.status = 'failed' AND refused.back <= sent.back)
    ORDER BY back DESC LIMIT 1`;
