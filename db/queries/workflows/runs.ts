import { sql } from "drizzle-orm";
import type { TenantTransaction } from "@/db/client";
import type { BeginningColumn, RunBeginning, runs } from "@/db/schema/runs";
import type { RunStatus, TriggerType } from "@/lib/core/run/run";
import { type RowOf, execute, selectAll, selectFirst, selectOne } from "@/db/queries/rows";
import type { AfterId } from "./steps";
import type { NewStep } from "./turns";

/** Runs: begun once for each trigger, paused, cancelled, looked up and listed. */

type NewRun = RunBeginning &
  Pick<typeof runs.$inferSelect, "workspaceId" | "inputsJson" | "seal"> & { deadlineSeconds: number };

/** Null: the trigger began a run before. */
export const insertRun = (tx: TenantTransaction, run: NewRun) =>
  selectFirst<{ id: number }>(tx)`
    INSERT INTO runs (tenant_id, workspace_id, workflow_id, workflow_version_id, trigger_type, trigger_ref, inputs_json,
      inputs_hash, started_by_user_id, started_by_agent_id, started_by_label, rerun_of_id, parent_step_id,
      event_action_id, event_run_id, call_depth, writes_max, seal, deadline_at)
    VALUES (${run.tenantId}, ${run.workspaceId}, ${run.workflowId}, ${run.workflowVersionId}, ${run.triggerType},
      ${run.triggerRef}, ${JSON.stringify(run.inputsJson)}::jsonb, ${run.inputsHash}, ${run.startedByUserId},
      ${run.startedByAgentId}, ${run.startedByLabel}, ${run.rerunOfId}, ${run.parentStepId},
      ${run.eventActionId}, ${run.eventRunId}, ${run.callDepth}, ${run.writesMax}, ${run.seal},
      clock_timestamp() + make_interval(secs => ${run.deadlineSeconds}))
    ON CONFLICT (tenant_id, workflow_id, trigger_type, trigger_ref) DO NOTHING RETURNING id`;

/** The steps of a run's text: those that need nothing are due at once. */
export const insertSteps = (
  tx: TenantTransaction,
  { tenantId, runId, workflowId }: { tenantId: number; runId: number; workflowId: number },
  steps: readonly NewStep[],
) =>
  execute(tx)`
    INSERT INTO steps (tenant_id, run_id, workflow_id, step_id, step_index, kind, tool_name, idempotency_key, needs,
      waits_for, leasable, attempts_max, next_eligible_at)
    SELECT ${tenantId}::bigint, ${runId}::bigint, ${workflowId}::bigint, s.step_id, s.step_index, s.kind, s.tool_name,
      ${runId}::bigint || ':' || s.step_id, s.needs, cardinality(s.needs), cardinality(s.needs) = 0, s.attempts_max,
      CASE WHEN cardinality(s.needs) = 0 THEN clock_timestamp() END
    FROM jsonb_to_recordset(${JSON.stringify(steps)}::jsonb) AS s (step_id text, step_index integer, tool_name text,
      needs text[], kind text, attempts_max integer)`;

/**
 * The steps of a run that goes on from a former one: what succeeded there is done. `seals`: by the former step's id, for the new run.
 * Returns how many are done.
 */
export const reuseSteps = async (
  tx: TenantTransaction,
  tenantId: number,
  { runId, formerId, seals }: { runId: number; formerId: number; seals: Readonly<Record<number, string>> },
) =>
  (
    await selectOne<{ count: number }>(tx)`
    SELECT reuse_steps(${tenantId}::bigint, ${runId}::bigint, ${formerId}::bigint, ${JSON.stringify(seals)}::jsonb)
      AS count`
  ).count;

export type RunRow = RowOf<
  typeof runs,
  | BeginningColumn
  | "id"
  | "status"
  | "inputsJson"
  | "writesUsed"
  | "errorStep"
  | "errorMessage"
  | "cancelRequestedBy"
  | "deadlineAt"
  | "createdAt"
  | "startedAt"
  | "endedAt"
  | "seal"
> & {
  workflow: string;
  versionNumber: number;
  workspace: string;
  /** The first that it waits for. */
  questionId: number | null;
};

/** The columns of a run, from the tables below. */
export const runColumns = sql`
  r.id, r.workflow_id, r.workflow_version_id, r.trigger_type, r.trigger_ref, r.status, r.inputs_json, r.inputs_hash,
  r.started_by_user_id, r.started_by_agent_id, r.started_by_label, r.rerun_of_id, r.parent_step_id,
  r.event_action_id, r.event_run_id, r.call_depth, r.writes_used, r.writes_max, r.error_step, r.error_message,
  r.cancel_requested_by, r.deadline_at, r.created_at, r.started_at, r.ended_at, r.seal,
  f.name AS workflow, v.number AS version_number, w.name AS workspace,
  CASE WHEN r.status = 'waiting_input' THEN (
    SELECT min(h.id) FROM hil_interactions h WHERE h.tenant_id = r.tenant_id AND h.workflow_id = r.workflow_id
      AND h.execution_id = r.id AND h.status = 'pending') END AS question_id`;
export const runTables = sql`
  runs r JOIN workflows f ON f.tenant_id = r.tenant_id AND f.id = r.workflow_id
  JOIN workspaces w ON w.tenant_id = r.tenant_id AND w.id = r.workspace_id
  JOIN workflow_versions v ON v.tenant_id = r.tenant_id AND v.id = r.workflow_version_id`;

/** Null: the tenant has none of this id. */
export const findRun = (tx: TenantTransaction, tenantId: number, runId: number) =>
  selectFirst<RunRow>(tx)`
    SELECT ${runColumns} FROM ${runTables} WHERE r.tenant_id = ${tenantId} AND r.id = ${runId}`;

export const findRunByTrigger = (
  tx: TenantTransaction,
  tenantId: number,
  {
    workflowId,
    type,
    ref,
    formerRef = ref,
  }: { workflowId: number; type: TriggerType; ref: string; formerRef?: string },
) =>
  selectFirst<{ id: number; inputsHash: string; startedByAgentId: number | null }>(tx)`
    SELECT id, inputs_hash, started_by_agent_id FROM runs
    WHERE tenant_id = ${tenantId} AND workflow_id = ${workflowId} AND trigger_type = ${type}
      AND trigger_ref IN (${ref}, ${formerRef}) ORDER BY id LIMIT 1`;

/**
 * True for a run that neither an event of ours nor another run brought about, and likewise each run that it goes on from: its end may
 * begin others.
 */
export const beginsByItself = async (tx: TenantTransaction, tenantId: number, runId: number) =>
  (
    await selectOne<{ byItself: boolean }>(tx)`
      WITH RECURSIVE line AS (
        SELECT r.trigger_type, r.parent_step_id, r.rerun_of_id FROM runs r
        WHERE r.tenant_id = ${tenantId} AND r.id = ${runId}
        UNION ALL
        SELECT r.trigger_type, r.parent_step_id, r.rerun_of_id FROM line l
        JOIN runs r ON r.tenant_id = ${tenantId} AND r.id = l.rerun_of_id)
      SELECT coalesce(bool_and(trigger_type IN ('api', 'schedule', 'webhook', 'rerun') AND parent_step_id IS NULL),
        false) AS by_itself FROM line`
  ).byItself;

/** Runs that have not ended, by id, at most `limit`. */
export const listOpenRuns = (
  tx: TenantTransaction,
  { tenantId, afterId, limit }: { tenantId: number; afterId: number; limit: number },
) =>
  selectAll<RunRow>(tx)`
    SELECT ${runColumns} FROM ${runTables}
    WHERE r.tenant_id = ${tenantId} AND r.ended_at IS NULL AND r.id > ${afterId} ORDER BY r.id LIMIT ${limit}`;

/** Holds the run. Null: the tenant has none of this id. */
export const lockRun = (tx: TenantTransaction, tenantId: number, runId: number) =>
  selectFirst<{
    id: number;
    status: RunStatus;
    cancelRequestedBy: string | null;
    startedByAgentId: number | null;
  }>(tx)`
    SELECT id, status, cancel_requested_by, started_by_agent_id FROM runs
    WHERE tenant_id = ${tenantId} AND id = ${runId} FOR NO KEY UPDATE`;

/** Nothing of it is leased from now on; what runs now is finished. The caller holds the run. */
export const pauseRun = async (tx: TenantTransaction, tenantId: number, runId: number): Promise<void> => {
  await execute(tx)`UPDATE runs SET status = 'paused' WHERE tenant_id = ${tenantId} AND id = ${runId}`;
  await execute(tx)`
    UPDATE steps SET leasable = false
    WHERE tenant_id = ${tenantId} AND run_id = ${runId} AND status = 'ready' AND leasable`;
};

/** The caller holds the run. */
export const resumeRun = async (tx: TenantTransaction, tenantId: number, runId: number): Promise<void> => {
  await execute(tx)`
    UPDATE runs SET status = CASE WHEN started_at IS NULL THEN 'queued' ELSE 'running' END
    WHERE tenant_id = ${tenantId} AND id = ${runId}`;
  await execute(tx)`
    UPDATE steps SET leasable = true
    WHERE tenant_id = ${tenantId} AND run_id = ${runId} AND status = 'ready' AND waits_for = 0`;
  // All that is left may wait for people: no worker would come and say so.
  await weighRun(tx, tenantId, runId);
};

/** Ends every step that nobody works on; the run ends when the others have. The caller holds the run. Its status then. */
export const cancelRun = async (tx: TenantTransaction, tenantId: number, runId: number, by: string) => {
  await execute(tx)`
    UPDATE runs SET cancel_requested_by = ${by} WHERE tenant_id = ${tenantId} AND id = ${runId}`;
  return endOpenSteps(tx, tenantId, runId);
};

/** The same, for a run whose time is over. */
export const failRun = async (tx: TenantTransaction, tenantId: number, runId: number, message: string) => {
  await execute(tx)`
    UPDATE runs SET error_step = 'deadline', error_message = ${message}
    WHERE tenant_id = ${tenantId} AND id = ${runId} AND error_step IS NULL`;
  return endOpenSteps(tx, tenantId, runId);
};

/** In the order of their ids, as time_out_interactions wakes steps: neither waits for the other. */
async function endOpenSteps(tx: TenantTransaction, tenantId: number, runId: number): Promise<RunStatus> {
  await execute(tx)`
    SELECT FROM steps WHERE tenant_id = ${tenantId} AND run_id = ${runId}
      AND status IN ('ready', 'failed_retryable', 'waiting_approval', 'waiting_input')
    ORDER BY id FOR NO KEY UPDATE`;
  await execute(tx)`
    UPDATE steps SET status = 'cancelled', leasable = false, ended_at = clock_timestamp()
    WHERE tenant_id = ${tenantId} AND run_id = ${runId}
      AND status IN ('ready', 'failed_retryable', 'waiting_approval', 'waiting_input')`;
  return weighRun(tx, tenantId, runId);
}

export const weighRun = async (tx: TenantTransaction, tenantId: number, runId: number): Promise<RunStatus> =>
  (
    await selectOne<{ status: RunStatus }>(tx)`
    SELECT weigh_run(${tenantId}::bigint, ${runId}::bigint) AS status`
  ).status;

/** Runs whose time is over. */
export const listOverdueRuns = (tx: TenantTransaction, tenantId: number, { afterId, limit }: AfterId) =>
  selectAll<{ id: number }>(tx)`
    SELECT id FROM runs
    WHERE tenant_id = ${tenantId} AND id > ${afterId} AND ended_at IS NULL AND deadline_at < clock_timestamp()
    ORDER BY id LIMIT ${limit}`;

/** True for one of those. */
export const isOverdue = async (tx: TenantTransaction, tenantId: number, runId: number): Promise<boolean> =>
  (
    await selectOne<{ overdue: boolean }>(tx)`
    SELECT deadline_at < clock_timestamp() AS overdue FROM runs WHERE tenant_id = ${tenantId} AND id = ${runId}`
  ).overdue;

/** Open runs that a step called which was cancelled. */
export const listOrphanRuns = (tx: TenantTransaction, tenantId: number, { afterId, limit }: AfterId) =>
  selectAll<{ id: number; cancelledBy: string }>(tx)`
    SELECT r.id, coalesce(p.cancel_requested_by, 'the run that called it') AS cancelled_by FROM runs r
    JOIN steps s ON s.tenant_id = r.tenant_id AND s.id = r.parent_step_id AND s.status = 'cancelled'
    JOIN runs p ON p.tenant_id = r.tenant_id AND p.id = s.run_id
    WHERE r.tenant_id = ${tenantId} AND r.id > ${afterId} AND r.ended_at IS NULL AND r.cancel_requested_by IS NULL
    ORDER BY r.id LIMIT ${limit}`;

/** The run that a step called. Null: none yet. */
export const findCalledRun = (tx: TenantTransaction, tenantId: number, stepId: number) =>
  selectFirst<RunRow>(tx)`
    SELECT ${runColumns} FROM ${runTables}
    WHERE r.tenant_id = ${tenantId} AND r.parent_step_id = ${stepId} ORDER BY r.id LIMIT 1`;

/**
 * Of a step of a re-run: the run that the same step called before, in the run that it goes on from or one before that, or the newest
 * that goes on from it. Null: none.
 */
export const findFormerCall = (
  tx: TenantTransaction,
  tenantId: number,
  { runId, stepId, item }: { runId: number; stepId: string; item: number | null },
) =>
  selectFirst<RunRow>(tx)`
    WITH RECURSIVE former AS (
      SELECT rerun_of_id AS id, 1 AS back FROM runs WHERE tenant_id = ${tenantId} AND id = ${runId}
      UNION ALL
      SELECT r.rerun_of_id, f.back + 1 FROM former f JOIN runs r ON r.tenant_id = ${tenantId} AND r.id = f.id),
    line AS (
      (SELECT c.id, c.workflow_id, 0 AS on_from FROM former f
       JOIN steps s ON s.tenant_id = ${tenantId} AND s.run_id = f.id AND s.step_id = ${stepId} AND NOT s.is_on_error
         AND s.item IS NOT DISTINCT FROM ${item}::integer
       JOIN runs c ON c.tenant_id = ${tenantId} AND c.parent_step_id = s.id
       ORDER BY f.back, c.id DESC LIMIT 1)
      UNION ALL
      SELECT r.id, r.workflow_id, l.on_from + 1 FROM line l
      JOIN runs r ON r.tenant_id = ${tenantId} AND r.workflow_id = l.workflow_id AND r.trigger_type = 'rerun'
        AND r.trigger_ref = l.id::text)
    SELECT ${runColumns} FROM ${runTables} JOIN line l ON l.id = r.id
    WHERE r.tenant_id = ${tenantId} ORDER BY l.on_from DESC LIMIT 1`;

export interface Caps {
  maxConcurrency: number;
  maxRunsPerMin: number;
  maxWritesPerRun: number;
  /** Millionths of the company's currency. Null: no cap. */
  maxModelCostPerDay: number | null;
  running: number;
  reason: string | null;
  changedByLabel: string | null;
  changedAt: string | null;
}

export const findCaps = (tx: TenantTransaction, tenantId: number) =>
  selectOne<Caps>(tx)`
    SELECT max_concurrency, max_runs_per_min, max_writes_per_run, max_model_cost_per_day, running, reason,
      changed_by_label, changed_at
    FROM run_lanes WHERE tenant_id = ${tenantId}`;

export const updateCaps = (
  tx: TenantTransaction,
  tenantId: number,
  caps: Pick<Caps, "maxConcurrency" | "maxRunsPerMin" | "maxWritesPerRun" | "maxModelCostPerDay"> & {
    reason: string;
    by: string;
  },
) =>
  execute(tx)`
    UPDATE run_lanes SET max_concurrency = ${caps.maxConcurrency}, max_runs_per_min = ${caps.maxRunsPerMin},
      max_writes_per_run = ${caps.maxWritesPerRun}, max_model_cost_per_day = ${caps.maxModelCostPerDay},
      reason = ${caps.reason}, changed_by_label = ${caps.by}, changed_at = clock_timestamp()
    WHERE tenant_id = ${tenantId}`;
