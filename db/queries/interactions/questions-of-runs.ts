import { sql } from "drizzle-orm";
import type { TenantTransaction } from "@/db/client";
import { execute, selectAll, selectFirst, selectOne } from "@/db/queries/rows";
import type { UncountedApproval } from "@/lib/core/action/own-proposal";
import type { AfterId } from "@/db/queries/workflows/steps";
import { type InteractionRow, questionColumns } from "./interactions";

/** Questions of runs: the one question of a step, the pause that waits for its end, and the weight of approvals. */

/** A place of a run, by the step's key. */
export interface PlaceInRun {
  executionId: number;
  nodeId: string;
}

/** The question that a step asked. Null: it asked none. */
export const findQuestionOfStep = (
  tx: TenantTransaction,
  tenantId: number,
  { executionId, nodeId }: PlaceInRun,
) =>
  selectFirst<{ id: number }>(tx)`
    SELECT id FROM hil_interactions
    WHERE tenant_id = ${tenantId} AND execution_id = ${executionId} AND node_id = ${nodeId}`;

/** Those that runs asked, in their order, with the ends of their chains. */
export const listQuestionsOfRuns = (tx: TenantTransaction, tenantId: number, runIds: readonly number[]) =>
  selectAll<InteractionRow & { chainSeq: number; chainHead: string }>(tx)`
    SELECT ${questionColumns}, s.chain_seq, s.chain_head FROM hil_interactions h
    JOIN ledger_subjects s ON s.tenant_id = h.tenant_id AND s.entity_type = 'interaction' AND s.entity_id = h.id
    WHERE h.tenant_id = ${tenantId} AND h.execution_id = ANY (${sql.param(runIds as number[])}::bigint[])
    ORDER BY h.id`;

export const insertPause = (
  tx: TenantTransaction,
  tenantId: number,
  { executionId, nodeId, interactionId }: PlaceInRun & { interactionId: number },
) =>
  execute(tx)`
    INSERT INTO workflow_execution_pauses (tenant_id, execution_id, node_id, pause_reason, resume_conditions,
      hil_interaction_id)
    VALUES (${tenantId}, ${executionId}, ${nodeId}, 'human_interaction',
      jsonb_build_object('interaction_ended', ${interactionId}::bigint), ${interactionId})`;

/** True while the step that asked has not ended. A worker that lost its lease may have asked for a step that has. */
export async function isStepOpen(
  tx: TenantTransaction,
  tenantId: number,
  { executionId, nodeId }: PlaceInRun,
): Promise<boolean> {
  const step = await selectFirst<{ id: number }>(tx)`
    SELECT id FROM steps
    WHERE tenant_id = ${tenantId} AND run_id = ${executionId} AND idempotency_key = ${nodeId} AND ended_at IS NULL`;
  return step !== null;
}

export interface WeighedApproval {
  /** How many of the voters count, and how many must. */
  counted: number;
  needed: number;
  /** Why the last of them does not count. Null: they do. */
  refusal: UncountedApproval["refusal"] | null;
  because: string | null;
}

/** Weighs the approvals of a step's request, in the order of the answers. Null: the question is not about a request. */
export const weighApproval = (
  tx: TenantTransaction,
  tenantId: number,
  { executionId, nodeId }: PlaceInRun,
  { voters, needed }: { voters: readonly number[]; needed: number },
) =>
  selectFirst<WeighedApproval>(tx)`
    SELECT w.counted, w.needed, w.refusal, w.because FROM steps s
    CROSS JOIN LATERAL weigh_request(s.tenant_id, s.id, ${sql.param(voters as number[])}::bigint[],
      ${needed}::integer) AS w
    WHERE s.tenant_id = ${tenantId} AND s.run_id = ${executionId} AND s.idempotency_key = ${nodeId}
      AND s.tool_name <> 'human.ask'`;

/** How many must approve what a step is about to send, where its text and the policy ask for `approvals`. */
export const approvalsToAskFor = async (
  tx: TenantTransaction,
  tenantId: number,
  stepId: number,
  approvals: number,
): Promise<number> =>
  (
    await selectOne<{ needed: number }>(tx)`
      SELECT request_approvals(${tenantId}::bigint, ${stepId}::bigint, ${approvals}::integer) AS needed`
  ).needed;

/** Open questions that steps asked which have ended since; with a run, its own alone. */
export const listOrphanQuestions = (
  tx: TenantTransaction,
  tenantId: number,
  { afterId, limit, runId = null }: AfterId & { runId?: number | null },
) =>
  selectAll<{ id: number }>(tx)`
    SELECT h.id FROM hil_interactions h
    JOIN steps s ON s.tenant_id = h.tenant_id AND s.run_id = h.execution_id AND s.idempotency_key = h.node_id
    WHERE h.tenant_id = ${tenantId} AND h.status = 'pending' AND h.id > ${afterId}
      AND (${runId}::bigint IS NULL OR h.execution_id = ${runId}::bigint) AND s.ended_at IS NOT NULL
    ORDER BY h.id LIMIT ${limit}`;
