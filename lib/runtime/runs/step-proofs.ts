import type { StepProof } from "@/db/queries/workflows/steps";
import { type OfRun, type Proof, isProven } from "@/lib/gateway/ledger/seals/step-proof";

/** Whether steps are done, as the app itself wrote it: rows alone prove nothing. */

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

export { isProven };
