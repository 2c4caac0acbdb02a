import { getInngest } from "@/inngest/client";
import { inJob } from "@/inngest/in-job";
import { CHECKPOINT_CRON } from "@/lib/core/ledger/verification";
import { sealEvidence } from "@/lib/gateway/evidence/seal-evidence";
import { sealLedger } from "@/lib/gateway/ledger/seal-ledger";

/** Every five minutes: takes signed checkpoints over the events that came since, then seals the evidence that they cover. */
export function sealLedgerFunction() {
  return getInngest().createFunction(
    { id: "seal-ledger", retries: 2, concurrency: { limit: 1 }, triggers: [{ cron: CHECKPOINT_CRON }] },
    async ({ runId }) =>
      inJob("seal-ledger", runId, async () => ({
        checkpoints: await sealLedger(),
        bundles: await sealEvidence(),
      })),
  );
}
