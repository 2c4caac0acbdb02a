import { sql } from "drizzle-orm";
import type { TenantTransaction } from "@/db/client";
import { selectAll } from "@/db/queries/rows";
import type { StepProof } from "./steps";

/** The proofs of what succeeded in these runs, of on_error as well. */
export const listProofsOfRuns = async (
  tx: TenantTransaction,
  tenantId: number,
  runIds: readonly number[],
): Promise<(StepProof & { runId: number })[]> =>
  (
    await selectAll<{ proof: StepProof & { runId: number } }>(tx)`
    SELECT step_proof(s) || jsonb_build_object('runId', s.run_id) AS proof
    FROM steps s WHERE s.tenant_id = ${tenantId} AND s.run_id = ANY (${sql.param(runIds as number[])}::bigint[])
      AND s.status = 'succeeded'
    ORDER BY s.run_id, s.step_index, s.item NULLS FIRST, s.id`
  ).map(({ proof }) => proof);
