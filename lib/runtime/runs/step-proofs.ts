import type { StepProof } from "@/db/queries/workflows/steps";
import { canonicalHash } from "@/lib/core/ledger/payload-hash";
import { isGenuineOutput } from "@/lib/gateway/ledger/seals/step-seal";

/** Whether steps are done, as the app itself wrote it: rows alone prove nothing. */

interface OfRun {
  tenantId: number;
  runId: number;
}

type Proof = Omit<StepProof, "id" | "status">;

/** A list's result is the number of its items; no row keeps its hash. */
export const outputHashOf = ({ kind, count, outputHash }: Pick<Proof, "kind" | "count" | "outputHash">) =>
  kind === "list" ? canonicalHash({ count }) : outputHash;

/** True where the app wrote this result. */
export const isProven = ({ tenantId, runId }: OfRun, proof: Proof): boolean =>
  isGenuineOutput(
    {
      tenantId,
      runId,
      stepId: proof.stepId,
      isOnError: proof.isOnError,
      item: proof.item,
      isDone: true,
      skipped: proof.skipped,
      outputHash: outputHashOf(proof),
    },
    proof.outputSeal,
  );

/** True where every one of these steps succeeded, by the app's own word, and each list has the items that it says. */
export function areDone(of: OfRun, proofs: readonly StepProof[]): boolean {
  const isDone = (proof: StepProof) => proof.status === "succeeded" && isProven(of, proof);
  return proofs.every(isDone) && areWhole(proofs);
}

/** True where each list has just the items that it says. One row has one place: it is in the row's key, which is unique. */
export const areWhole = (proofs: readonly Pick<Proof, "stepId" | "kind" | "item" | "count">[]): boolean =>
  proofs
    .filter(({ kind }) => kind === "list")
    .every(({ stepId, count }) => {
      const items = new Set(proofs.filter((row) => row.stepId === stepId).map(({ item }) => item));
      items.delete(null);
      return items.size === count && [...items].every((item) => item! < items.size);
    });
