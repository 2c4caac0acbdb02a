import { type Pool, inTenant, inTenantPrepared } from "@/db/client";
import {
  type HeldStep,
  type LeasedStep,
  type RunOfStep,
  listOutputs,
  loadHeldStep,
} from "@/db/queries/workflows/steps";
import { findVersion, listPublicationsOf } from "@/db/queries/workflows/workflows";
import type { StepError } from "@/db/schema/runs";
import { sha256Hex } from "@/lib/core/ledger/payload-hash";
import { isoOf } from "@/lib/core/values/time";
import type { Gateway } from "@/lib/gateway/context";
import type { StepDefinition, WorkflowDefinition } from "@/lib/runtime/definitions/definition";
import { type Json, type Names, ValueError } from "@/lib/runtime/values/evaluate";
import { definitionOf } from "@/lib/runtime/versions/definition-of";
import { toolNameOf } from "@/lib/runtime/runs/plan-steps";
import { versionInForce } from "@/lib/runtime/versions/workflow-view";

/** The step is not done, and fails for good. */
export class RefusedStep extends Error {
  override readonly name = "RefusedStep";
  constructor(readonly reason: StepError) {
    super(reason.message);
  }
}
const notPublished = (message: string) => new RefusedStep({ code: "not_published", message });

export interface LoadedStep {
  step: HeldStep;
  run: RunOfStep;
  workflow: WorkflowDefinition;
  definition: StepDefinition;
}

/** Of the results that one step sees, as JSON: eight steps at once have them in memory. */
const OUTPUTS_BYTES_MAX = 10_000_000;

/** Parsed ones, by the version's id: neither a version nor that it was published ever changes. */
const definitions = new Map<number, WorkflowDefinition>();
const DEFINITIONS_MAX = 200;

/**
 * A step with its run and its text. Null: its run is paused, cancelled or over, and the step goes back. @throws RefusedStep where
 *   nobody published its version, or its row differs from the text.
 */
export async function loadStep(leased: LeasedStep, { database }: Gateway): Promise<LoadedStep | null> {
  const loaded = await loadHeldStep(database, leased);
  if (!loaded) return null;
  const { step, run } = loaded;
  const workflow = await definitionFor(step.tenantId, run, database);
  const definition = (step.isOnError ? workflow.on_error : workflow.steps)?.[step.stepIndex];
  if (!definition || !isOf(definition, step))
    throw new RefusedStep({
      code: "step_differs",
      message: "This step is not the one that its run's version has in its place.",
    });
  return { step, run, workflow, definition };
}

const isOf = (definition: StepDefinition, { stepId, toolName, kind }: HeldStep): boolean =>
  definition.id === stepId &&
  toolNameOf(definition) === toolName &&
  (definition.for === undefined) === (kind === "single");

async function definitionFor(
  tenantId: number,
  { workflowId, workflowVersionId: id }: RunOfStep,
  database: Pool,
): Promise<WorkflowDefinition> {
  const known = definitions.get(id);
  if (known) return known;
  const { version, published } = await inTenant(database, tenantId, async (tx) => ({
    version: await findVersion(tx, tenantId, workflowId, id),
    published: await listPublicationsOf(tx, tenantId, workflowId, id),
  }));
  // Whoever holds the database alone can write a version and a run of it.
  if (!published.some((publication) => versionInForce(tenantId, workflowId, publication) === id))
    throw notPublished("This run's version was never published.");
  if (!version || sha256Hex(version.definitionText) !== version.hash)
    throw notPublished("This run's version has another text than the one that was published.");
  const definition = definitionOf(version);
  if (definitions.size >= DEFINITIONS_MAX) definitions.delete(definitions.keys().next().value!);
  definitions.set(id, definition);
  return definition;
}

/** What the step's expressions may use. @throws ValueError where the results that they name are too large to be loaded. */
export async function namesFor(
  { step, run, workflow, definition }: LoadedStep,
  { database }: Gateway,
): Promise<Names> {
  const siblings = (step.isOnError ? workflow.on_error! : workflow.steps).map(({ id }) => id);
  const named = namedIn(JSON.stringify(definition), siblings);
  return {
    inputs: run.inputsJson as Record<string, Json>,
    run: {
      id: run.id,
      started_at: isoOf(run.startedAt) ?? isoOf(run.createdAt),
      trigger_type: run.triggerType,
    },
    steps: named.length > 0 ? await resultsOf(step, named, database) : {},
    ...(step.kind === "item" ? { item: step.itemJson as Json, index: step.item! } : {}),
    ...(step.isOnError ? { error: { step: run.errorStep!, message: run.errorMessage ?? "" } } : {}),
  };
}

/** The steps whose results a text may use: those that it names as `steps.<id>`, or any that it holds where it names one otherwise. */
function namedIn(text: string, ids: readonly string[]): string[] {
  const uses = [...text.matchAll(/steps(?:\.([a-z][a-z0-9_]*))?/g)].map(([, id]) => id);
  if (uses.length === 0) return [];
  return ids.filter((id) => (uses.includes(undefined) ? text.includes(id) : uses.includes(id)));
}

/** By the step's id: `output` of one step, `outputs` of the items of a list. What succeeded never changes again. */
async function resultsOf({ tenantId, runId }: HeldStep, named: readonly string[], database: Pool) {
  const results: Record<string, Record<string, Json>> = {};
  const outputs = await inTenantPrepared(database, tenantId, (tx) =>
    listOutputs(tx, tenantId, runId, named, OUTPUTS_BYTES_MAX),
  );
  const bytes = outputs[0]?.bytes ?? 0;
  if (bytes > OUTPUTS_BYTES_MAX)
    throw new ValueError(
      `The results of earlier steps that it uses have ${bytes} bytes; ${OUTPUTS_BYTES_MAX} are the most.`,
    );
  // A list stands before its items.
  for (const { stepId, kind, item, skipped, outputJson } of outputs) {
    const output = (outputJson ?? null) as Json;
    if (kind === "single") results[stepId] = { output, skipped };
    else if (kind === "list") results[stepId] = { outputs: [], skipped: false };
    else (results[stepId]!.outputs as Json[])[item!] = output;
  }
  return results;
}
