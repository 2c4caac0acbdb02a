import { getInngest } from "@/inngest/client";
import { inJob } from "@/inngest/in-job";
import { sealLedger } from "@/lib/gateway/ledger/seal-ledger";

/** Every five minutes: takes signed checkpoints over the events that came since. */
export function sealLedgerFunction() {
  return getInngest().createFunction(
    { id: "seal-ledger", retries: 2, concurrency: { limit: 1 }, triggers: [{ cron: "*/5 * * * *" }] },
    async ({ runId }) => inJob("seal-ledger", runId, async () => ({ checkpoints: await sealLedger() })),
  );
}
