import type { HeldStep, RunOfStep, StepProof } from "@/db/queries/workflows/steps";
import type { NewStep, Settlement } from "@/db/queries/workflows/turns";
import type { StepStatus } from "@/lib/core/run/run";
import { canonicalHash } from "@/lib/core/ledger/payload-hash";
import { isGenuineRun } from "@/lib/gateway/ledger/seals/run-seal";
import {
  isGenuineOutput,
  isGenuinelyGiven,
  sealGiven,
  sealOutput,
} from "@/lib/gateway/ledger/seals/step-seal";
import { areDone } from "@/lib/runtime/runs/step-proofs";

/** Checks the seals that permit a step, and makes those that its settlement leaves for later steps (docs/adr/0107). */

interface Loaded {
  step: HeldStep;
  run: RunOfStep;
  needed: readonly StepProof[];
}

/** Why the app did not bring this step about, as far as its row, its run and the steps that it needs say. Null: it did. */
export function findForgery({ step, run, needed }: Loaded): string | null {
  if (!isGenuineRun({ ...run, tenantId: step.tenantId }) || canonicalHash(run.inputsJson) !== run.inputsHash)
    return "This run was not begun by Countersign, or no longer as it was.";
  if (step.idempotencyKey !== keyOf(step)) return "This step was not made by Countersign.";
  const isAdded = step.kind === "item" || step.isOnError;
  if (isAdded && !isGenuinelyGiven(givenTo(step, run), step.givenSeal))
    return "Countersign did not give this step what it is to work on.";
  const isThere = (id: string) => needed.some(({ stepId }) => stepId === id);
  if (step.kind !== "item" && !(step.needs.every(isThere) && areDone(step, needed)))
    return "A step that this one needs was not done by Countersign.";
  if (step.outputJson !== null && !isGenuineOutput(waitOf(step, step.outputJson), step.outputSeal))
    return "Countersign did not say what this step waits for.";
  return null;
}

/** One row for each step of a text, and one for each item: the key is unique. */
const keyOf = ({ runId, isOnError, stepId, item }: HeldStep): string =>
  `${runId}:${isOnError ? "on_error:" : ""}${stepId}${item === null ? "" : `:${item}`}`;

const givenTo = (step: HeldStep, run: RunOfStep) => ({
  ...step,
  valueHash: step.kind === "item" ? canonicalHash(step.itemJson) : null,
  error: step.isOnError ? errorOf(run) : null,
});

const errorOf = ({ errorStep, errorMessage }: RunOfStep) => ({
  step: errorStep ?? "",
  message: errorMessage ?? "",
});

const waitOf = (step: HeldStep, output: unknown) => ({
  ...step,
  isDone: false,
  skipped: false,
  outputHash: canonicalHash(output),
});

/** The same settlement, with the seals on all that later steps will be asked to believe. */
export function withSeals({ step, run }: Loaded, to: StepStatus, said: Settlement): Settlement {
  return {
    ...said,
    ...(to === "succeeded" ? { output_seal: sealOfResult(step, said) } : {}),
    ...(to === "ready" && said.output !== undefined
      ? { output_seal: sealOutput(waitOf(step, said.output)) }
      : {}),
    ...(said.items
      ? { item_seals: said.items.map((value, item) => sealOfItem(step, run, value, item)) }
      : {}),
    ...(said.on_error ? { on_error: said.on_error.map((next) => withError(step, next, said)) } : {}),
  };
}

const sealOfResult = (step: HeldStep, { output, output_hash: hash, skipped = false }: Settlement): string =>
  sealOutput({
    ...step,
    isDone: true,
    skipped,
    outputHash: output === undefined ? null : (hash ?? canonicalHash(output)),
  });

const sealOfItem = (step: HeldStep, run: RunOfStep, value: unknown, item: number): string =>
  sealGiven({ ...step, item, valueHash: canonicalHash(value), error: step.isOnError ? errorOf(run) : null });

const withError = ({ tenantId, runId, stepId }: HeldStep, next: NewStep, { error }: Settlement): NewStep => ({
  ...next,
  given_seal: sealGiven({
    tenantId,
    runId,
    stepId: next.step_id,
    isOnError: true,
    item: null,
    valueHash: null,
    error: { step: stepId, message: error?.message ?? "" },
  }),
});
