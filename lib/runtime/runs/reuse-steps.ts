import type { TenantTransaction } from "@/db/client";
import { findRun, reuseSteps } from "@/db/queries/workflows/runs";
import { type StepProof, listStepProofs } from "@/db/queries/workflows/steps";
import { AppError } from "@/lib/core/errors";
import { canonicalHash } from "@/lib/core/ledger/payload-hash";
import { isGenuineRun } from "@/lib/gateway/ledger/seals/run-seal";
import { isGenuinelyGiven, sealGiven, sealOutput } from "@/lib/gateway/ledger/seals/step-seal";
import { isProven, outputHashOf } from "@/lib/gateway/ledger/seals/step-proof";
import { areWhole } from "./step-proofs";

type FormerStep = Awaited<ReturnType<typeof listStepProofs>>[number];

/**
 * The steps of a new run that goes on from a former one. What it takes over is sealed for the new run, once the seals of the former one
 * were found to fit: what somebody wrote there past the app would pass as the app's own otherwise. @throws AppError unproven 409.
 */
export async function reuse(
  tx: TenantTransaction,
  tenantId: number,
  runId: number,
  formerId: number,
): Promise<void> {
  const former = (await findRun(tx, tenantId, formerId))!;
  const steps = await listStepProofs(tx, tenantId, formerId);
  const of = { tenantId, runId: formerId };
  const lists = new Set(steps.filter(isDoneList).map(({ stepId }) => stepId));
  const ofLists = steps.filter(({ stepId }) => lists.has(stepId));
  const isGenuine =
    isGenuineRun({ ...former, tenantId }) &&
    canonicalHash(former.inputsJson) === former.inputsHash &&
    steps.every((step) => isGenuineStep(of, step)) &&
    areWhole(ofLists);
  if (!isGenuine)
    throw new AppError(
      "unproven",
      `Something of run ${formerId} was not written by Countersign, or under a secret key that is gone: start a new run.`,
    );
  const seals = Object.fromEntries(steps.flatMap((step) => sealFor({ tenantId, runId }, step)));
  await reuseSteps(tx, tenantId, { runId, formerId, seals });
}

const isDoneList = ({ kind, status }: StepProof) => kind === "list" && status === "succeeded";

/** A step that is not done has nothing that is taken over, but for an item's value. */
const isGenuineStep = (of: { tenantId: number; runId: number }, step: FormerStep): boolean => {
  if (step.status === "succeeded") return isProven(of, step);
  return step.kind !== "item" || isGenuinelyGiven(valueOf(of, step), step.givenSeal);
};

const valueOf = (of: { tenantId: number; runId: number }, { stepId, item, itemJson }: FormerStep) => ({
  ...of,
  stepId,
  isOnError: false,
  item,
  valueHash: canonicalHash(itemJson),
  error: null,
});

function sealFor(of: { tenantId: number; runId: number }, step: FormerStep): [number, string][] {
  const { id, stepId, item, skipped } = step;
  if (step.status !== "succeeded") return step.kind === "item" ? [[id, sealGiven(valueOf(of, step))]] : [];
  const result = {
    ...of,
    stepId,
    isOnError: false,
    item,
    isDone: true,
    skipped,
    outputHash: outputHashOf(step),
  };
  return [[id, sealOutput(result)]];
}
