import type { CompleteMigration } from "@/db/migrate";
import {
  type StepFromBefore,
  keepReceiptSeals,
  keepRunSeals,
  keepStepSeals,
  pastTheGuards,
  receiptsFromBefore,
  runsFromBefore,
  stepsFromBefore,
} from "@/db/seed/runs-from-before";
import { canonicalHash } from "@/lib/core/ledger/payload-hash";
import { sealRun } from "@/lib/gateway/ledger/seals/run-seal";
import { sealReceipt } from "@/lib/gateway/ledger/seals/receipt-seal";
import { sealGiven, sealOutput } from "@/lib/gateway/ledger/seals/step-seal";

const firstSealed = "0063_sealed_runs.sql";

/**
 * Seals the runs that were there when the seals came, in the transaction that migrates: the database was trusted until then. Those that
 * have ended as well: somebody may go on from one.
 */
export const sealRunsFromBefore: CompleteMigration = async (tx, ran) => {
  if (!ran.includes(firstSealed)) return;
  await pastTheGuards(tx, async () => {
    for await (const runs of runsFromBefore(tx))
      await keepRunSeals(
        tx,
        runs.map((run) => ({ id: run.id, seal: sealRun(run) })),
      );
    for await (const steps of stepsFromBefore(tx))
      await keepStepSeals(
        tx,
        steps.map((step) => ({ id: step.id, given: sealOfGiven(step), output: sealOfOutput(step) })),
      );
    for await (const receipts of receiptsFromBefore(tx))
      await keepReceiptSeals(
        tx,
        receipts.map((receipt) => ({
          id: receipt.id,
          seal: sealReceipt({ ...receipt, response: receipt.responseMetadata, result: receipt.resultJson }),
        })),
      );
  });
};

function sealOfGiven(step: StepFromBefore): string | null {
  if ((step.kind !== "item" && !step.isOnError) || step.status === "succeeded") return null;
  return sealGiven({
    ...step,
    valueHash: step.kind === "item" ? canonicalHash(step.itemJson) : null,
    error: step.isOnError ? { step: step.errorStep ?? "", message: step.errorMessage ?? "" } : null,
  });
}

function sealOfOutput(step: StepFromBefore): string | null {
  if (step.status === "succeeded") {
    const outputHash = step.kind === "list" ? canonicalHash({ count: step.count }) : step.outputHash;
    return sealOutput({ ...step, isDone: true, outputHash });
  }
  if (step.outputJson === null) return null;
  return sealOutput({ ...step, isDone: false, skipped: false, outputHash: canonicalHash(step.outputJson) });
}
