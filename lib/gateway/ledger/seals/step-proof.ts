import type { StepProof } from "@/db/queries/workflows/steps";
import { canonicalHash } from "@/lib/core/ledger/payload-hash";
import { isGenuineOutput } from "./step-seal";

/** Whether the app itself wrote what a step gave: its row alone proves nothing. */

export interface OfRun {
  tenantId: number;
  runId: number;
}

export type Proof = Omit<StepProof, "id" | "status">;

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
