import { type TenantTransaction, inTenantPrepared } from "@/db/client";
import { type RunRow, beginRun, findRunOfStep } from "@/db/queries/workflows/runs";
import { type HeldStep, type LeasedStep, findHeldStep, listOutputs } from "@/db/queries/workflows/steps";
import { findVersion } from "@/db/queries/workflows/workflows";
import { isoOf } from "@/lib/core/values/time";
import type { Gateway } from "@/lib/gateway/context";
import type { StepDefinition, WorkflowDefinition } from "@/lib/runtime/definitions/definition";
import type { Json, Names } from "@/lib/runtime/values/evaluate";
import { definitionOf } from "@/lib/runtime/versions/definition-of";

export interface LoadedStep {
  step: HeldStep;
  run: RunRow;
  workflow: WorkflowDefinition;
  definition: StepDefinition;
  /** What the step's expressions may use. */
  names: Names;
}

/** Parsed ones, by the version's id: a version never changes. */
const definitions = new Map<number, WorkflowDefinition>();
const DEFINITIONS_MAX = 200;

/** All that a step needs to run. Null: its run is paused, cancelled or over, and the step goes back. */
export async function loadStep(
  { tenantId, id }: LeasedStep,
  { database }: Gateway,
): Promise<LoadedStep | null> {
  return inTenantPrepared(database, tenantId, async (tx) => {
    // Two statements at once: neither waits for the other's answer.
    const [step, run] = await Promise.all([findHeldStep(tx, tenantId, id), findRunOfStep(tx, tenantId, id)]);
    const { runId } = step;
    if (run.status !== "running" || run.cancelRequestedBy !== null)
      if (!(await beginRun(tx, tenantId, runId))) return null;
    const workflow = await definitionIn(tx, tenantId, run);
    const definition = (step.isOnError ? workflow.on_error! : workflow.steps)[step.stepIndex]!;
    return { step, run, workflow, definition, names: await namesFor(tx, step, run, workflow, definition) };
  });
}

async function definitionIn(
  tx: TenantTransaction,
  tenantId: number,
  run: RunRow,
): Promise<WorkflowDefinition> {
  const known = definitions.get(run.workflowVersionId);
  if (known) return known;
  const definition = definitionOf((await findVersion(tx, tenantId, run.workflowId, run.workflowVersionId))!);
  if (definitions.size >= DEFINITIONS_MAX) definitions.delete(definitions.keys().next().value!);
  definitions.set(run.workflowVersionId, definition);
  return definition;
}

async function namesFor(
  tx: TenantTransaction,
  step: HeldStep,
  run: RunRow,
  workflow: WorkflowDefinition,
  definition: StepDefinition,
): Promise<Names> {
  const text = JSON.stringify(definition);
  const siblings = step.isOnError ? workflow.on_error! : workflow.steps;
  const named = text.includes("steps") ? siblings.map(({ id }) => id).filter((id) => text.includes(id)) : [];
  return {
    inputs: run.inputsJson as Record<string, Json>,
    run: {
      id: run.id,
      started_at: isoOf(run.startedAt) ?? isoOf(run.createdAt),
      trigger_type: run.triggerType,
    },
    steps: named.length > 0 ? await resultsOf(tx, step, named) : {},
    ...(step.kind === "item" ? { item: step.itemJson as Json, index: step.item! } : {}),
    ...(step.isOnError ? { error: { step: run.errorStep!, message: run.errorMessage ?? "" } } : {}),
  };
}

/** By the step's id: `output` of one step, `outputs` of the items of a list. */
async function resultsOf(tx: TenantTransaction, { tenantId, runId }: HeldStep, named: readonly string[]) {
  const results: Record<string, Record<string, Json>> = {};
  // A list stands before its items.
  for (const { stepId, kind, item, skipped, outputJson } of await listOutputs(tx, tenantId, runId, named)) {
    const output = (outputJson ?? null) as Json;
    if (kind === "single") results[stepId] = { output, skipped };
    else if (kind === "list") results[stepId] = { outputs: [], skipped: false };
    else (results[stepId]!.outputs as Json[])[item!] = output;
  }
  return results;
}
