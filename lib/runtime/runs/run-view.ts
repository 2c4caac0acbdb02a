import type { TenantTransaction } from "@/db/client";
import { type RunRow, findRun } from "@/db/queries/workflows/runs";
import { type AttemptRow, type StepRow, listAttempts, listSteps } from "@/db/queries/workflows/steps";
import { findVersion } from "@/db/queries/workflows/workflows";
import type { AttemptView, RunSummary, RunView, StepView } from "@/lib/contract/workflows/runs";
import { AppError } from "@/lib/core/errors";
import { canonicalHash } from "@/lib/core/ledger/payload-hash";
import { isoOf } from "@/lib/core/values/time";
import { baseUrl } from "@/lib/gateway/read/proposals/action-url";
import { readModelCosts } from "@/lib/gateway/evidence/read-model-costs";
import type { StepDefinition } from "@/lib/runtime/definitions/definition";
import { namedModel } from "@/lib/runtime/definitions/model-findings";
import { definitionOf } from "@/lib/runtime/versions/definition-of";

/** Runs as agents and people see them. */

export const noSuchRun = () => new AppError("not_found", "There is no such run here.");

/** `seesContent` false: without what went wrong, which may name values, and without hashes, since values can be tried. @throws AppError not_found 404. */
export async function runViewOf(
  tx: TenantTransaction,
  tenantId: number,
  runId: number,
  seesContent = true,
): Promise<RunView> {
  const row = await findRun(tx, tenantId, runId);
  if (!row) throw noSuchRun();
  const version = (await findVersion(tx, tenantId, row.workflowId, row.workflowVersionId))!;
  const { steps, on_error: onError = [] } = definitionOf(version);
  const attempts = new Map<number, AttemptRow[]>();
  for (const one of await listAttempts(tx, tenantId, runId))
    attempts.set(one.stepId, [...(attempts.get(one.stepId) ?? []), one]);
  const definitionOfStep = ({ isOnError, stepIndex }: StepRow) => (isOnError ? onError : steps)[stepIndex];
  return {
    ...runSummaryOf(row, seesContent),
    inputs_hash: seesContent ? row.inputsHash : null,
    inputs: seesContent
      ? Object.fromEntries(
          Object.entries(row.inputsJson).map(([name, value]) => [name, canonicalHash(value)]),
        )
      : null,
    steps: (await listSteps(tx, tenantId, runId)).map((step) =>
      stepViewOf(step, definitionOfStep(step), attempts.get(step.id) ?? [], seesContent),
    ),
    costs: await readModelCosts(tx, tenantId, runId),
  };
}

const HIDDEN = "Hidden from viewers.";

export function runSummaryOf(row: RunRow, seesContent = true): RunSummary {
  return {
    id: row.id,
    status: row.status,
    url: runUrl(row.id),
    workflow: row.workflow,
    workspace: row.workspace,
    workflow_id: row.workflowId,
    workflow_version_id: row.workflowVersionId,
    version_number: row.versionNumber,
    trigger_type: row.triggerType,
    trigger_ref: row.triggerRef,
    started_by: row.startedByLabel,
    rerun_of: row.rerunOfId,
    question_id: row.questionId,
    writes: { used: row.writesUsed, max: row.writesMax },
    error:
      row.errorStep === null
        ? null
        : { step: row.errorStep, message: seesContent ? (row.errorMessage ?? "") : HIDDEN },
    cancelled_by: row.cancelRequestedBy,
    created_at: isoOf(row.createdAt),
    started_at: isoOf(row.startedAt),
    ended_at: isoOf(row.endedAt),
    deadline_at: isoOf(row.deadlineAt),
  };
}

const stepViewOf = (
  row: StepRow,
  definition: StepDefinition | undefined,
  attempts: readonly AttemptRow[],
  seesContent: boolean,
): StepView => ({
  step_id: row.stepId,
  step_index: row.stepIndex,
  title: definition?.title ?? null,
  kind: row.kind,
  item: row.item,
  on_error: row.isOnError,
  tool_name: row.toolName,
  model: definition ? namedModel(definition) : null,
  status: row.status,
  skipped: row.skipped,
  needs: row.needs,
  attempt: row.attempt,
  attempts: attempts.map((one) => attemptViewOf(one, seesContent)),
  last_error: row.lastError && {
    code: row.lastError.code,
    message: seesContent ? row.lastError.message : HIDDEN,
  },
  next_eligible_at: isoOf(row.nextEligibleAt),
  idempotency_key: row.idempotencyKey,
  proposed_action_id: row.proposedActionId,
  question_id: row.questionId,
  inputs: seesContent ? row.inputHashes : null,
  output_hash: seesContent ? row.outputHash : null,
  started_at: isoOf(row.startedAt),
  ended_at: isoOf(row.endedAt),
});

const attemptViewOf = (row: AttemptRow, seesContent: boolean): AttemptView => ({
  attempt: row.attempt,
  outcome: row.outcome,
  worker: row.worker,
  error:
    row.errorCode === null
      ? null
      : { code: row.errorCode, message: seesContent ? (row.errorMessage ?? "") : HIDDEN },
  started_at: isoOf(row.beganAt),
  ended_at: isoOf(row.endedAt),
  next_eligible_at: isoOf(row.nextEligibleAt),
});

export const runUrl = (runId: number): string => `${baseUrl()}/runs/${runId}`;
