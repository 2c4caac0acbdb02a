import { type Pool, inTenant, inTenantPrepared } from "@/db/client";
import {
  type HeldStep,
  type LeasedStep,
  type RunOfStep,
  type StepProof,
  listOutputs,
  loadHeldStep,
} from "@/db/queries/workflows/steps";
import { type NewStep } from "@/db/queries/workflows/turns";
import { findVersion, listPublicationsOf } from "@/db/queries/workflows/workflows";
import type { StepError } from "@/db/schema/runs";
import { canonicalHash, sha256Hex } from "@/lib/core/ledger/payload-hash";
import { isoOf } from "@/lib/core/values/time";
import type { Gateway } from "@/lib/gateway/context";
import type { StepDefinition, WorkflowDefinition } from "@/lib/runtime/definitions/definition";
import { type Json, type Names, ValueError } from "@/lib/runtime/values/evaluate";
import { definitionOf } from "@/lib/runtime/versions/definition-of";
import { planSteps } from "@/lib/runtime/runs/plan-steps";
import { areWhole, isProven } from "@/lib/runtime/runs/step-proofs";
import { versionInForce } from "@/lib/runtime/versions/workflow-view";
import { findForgery } from "./step-seals";

/** The step is not done, and fails for good. */
export class RefusedStep extends Error {
  override readonly name = "RefusedStep";
  constructor(readonly reason: StepError) {
    super(reason.message);
  }
}
const notPublished = (message: string) => new RefusedStep({ code: "not_published", message });
const unproven = (message: string) => new RefusedStep({ code: "unproven", message });

export interface LoadedStep {
  /** Milliseconds since 1970 by the database's clock, which leases are measured by; this server's clock may be minutes off. */
  now(): number;
  step: HeldStep;
  run: RunOfStep;
  workflow: WorkflowDefinition;
  definition: StepDefinition;
  needed: StepProof[];
}

/** A text, and the rows of its steps. */
interface Followed {
  workflow: WorkflowDefinition;
  steps: NewStep[];
  onError: NewStep[];
}

/** The largest JSON size of the results that one step sees; eight steps hold theirs in memory at once. */
const OUTPUTS_BYTES_MAX = 10_000_000;

/** Parsed ones, by the version's id: neither a version nor that it was published ever changes. */
const definitions = new Map<number, Followed>();
const DEFINITIONS_MAX = 200;

/**
 * A step with its run and its text. Null: its run is paused, cancelled or over, and the step goes back. @throws RefusedStep where
 *   nobody published its version, its row differs from the text, or the app's seals are missing: on its run, on what it works on, or on
 *   what it needs; any other error where it cannot be loaded.
 */
export async function loadStep(leased: LeasedStep, { database }: Gateway): Promise<LoadedStep | null> {
  const loaded = leased.loaded ?? (await loadHeldStep(database, leased));
  if (!loaded) return null;
  if ("unloadable" in loaded) throw new Error(`load_step raised ${loaded.unloadable}`);
  const { step, run } = loaded;
  const loadedAt = performance.now();
  const now = () => loaded.clock + Math.floor(performance.now() - loadedAt);
  const { workflow, steps, onError } = await definitionFor(step.tenantId, run, database);
  const definition = (step.isOnError ? workflow.on_error : workflow.steps)?.[step.stepIndex];
  const planned = (step.isOnError ? onError : steps)[step.stepIndex];
  if (!definition || !planned || !isAsPlanned(planned, step))
    throw new RefusedStep({
      code: "step_differs",
      message: "This step is not the one that its run's version has in its place.",
    });
  const forgery = findForgery(loaded);
  if (forgery !== null) throw unproven(forgery);
  return { ...loaded, now, workflow, definition };
}

const isAsPlanned = (planned: NewStep, { stepId, toolName, kind, needs }: HeldStep): boolean =>
  planned.step_id === stepId &&
  planned.tool_name === toolName &&
  planned.kind === (kind === "item" ? "list" : kind) &&
  planned.needs.join() === needs.join();

async function definitionFor(
  tenantId: number,
  { workflowId, workflowVersionId: id }: RunOfStep,
  database: Pool,
): Promise<Followed> {
  const known = definitions.get(id);
  if (known) return known;
  const { version, published } = await inTenant(database, tenantId, async (tx) => ({
    version: await findVersion(tx, tenantId, workflowId, id),
    published: await listPublicationsOf(tx, tenantId, workflowId, id),
  }));
  // A person with only the database could write a version and a run of it.
  if (!published.some((publication) => versionInForce(tenantId, workflowId, publication) === id))
    throw notPublished("This run's version was never published.");
  if (!version || sha256Hex(version.definitionText) !== version.hash)
    throw notPublished("This run's version has another text than the one that was published.");
  const workflow = definitionOf(version);
  const followed = {
    workflow,
    steps: planSteps(workflow, "steps"),
    onError: planSteps(workflow, "on_error"),
  };
  if (definitions.size >= DEFINITIONS_MAX) definitions.delete(definitions.keys().next().value!);
  definitions.set(id, followed);
  return followed;
}

/**
 * The values that the step's expressions may use. @throws ValueError where the results that they name are too large to be loaded; RefusedStep
 *   where one of them has no seal of the app's.
 */
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

/** Results by the step's id: `output` of one step, `outputs` of a list's items. A result never changes after success. */
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
  const proofs = outputs.map((row) => ({
    ...row,
    count: (row.outputJson as { count?: unknown } | null)?.count,
  }));
  if (!proofs.every((proof) => isSealed({ tenantId, runId }, proof)) || !areWhole(proofs))
    throw unproven("A result that this step uses was not written by Countersign.");
  // A list stands before its items.
  for (const { stepId, kind, item, skipped, outputJson } of outputs) {
    const output = (outputJson ?? null) as Json;
    if (kind === "single") results[stepId] = { output, skipped };
    else if (kind === "list") results[stepId] = { outputs: [], skipped: false };
    else (results[stepId]!.outputs as Json[])[item!] = output;
  }
  return results;
}

/** The seal is over the result's hash: that must be the hash of the result which is there. */
const isSealed = (
  of: { tenantId: number; runId: number },
  proof: Parameters<typeof isProven>[1] & { outputJson: unknown },
) =>
  isProven(of, proof) &&
  (proof.kind === "list" ||
    (proof.outputHash === null
      ? proof.outputJson === null
      : canonicalHash(proof.outputJson) === proof.outputHash));
