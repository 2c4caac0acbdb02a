import { getInngest } from "@/inngest/client";
import { inJob } from "@/inngest/in-job";
import { enforceRetention } from "@/lib/gateway/controls/retention/enforce-retention";

/** Every night: deletes and blanks data whose retention period is over. */
export function enforceRetentionFunction() {
  return getInngest().createFunction(
    { id: "enforce-retention", retries: 2, concurrency: { limit: 1 }, triggers: [{ cron: "17 3 * * *" }] },
    async ({ runId }) => inJob("enforce-retention", runId, () => enforceRetention()),
  );
}
