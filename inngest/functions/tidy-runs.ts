import { getInngest } from "@/inngest/client";
import { inJob } from "@/inngest/in-job";
import { tidyRuns } from "@/lib/runtime/work/tidy-runs";

/** Every minute: ends runs whose time is over, and withdraws proposals that nobody waits for. */
export function tidyRunsFunction() {
  return getInngest().createFunction(
    { id: "tidy-runs", retries: 2, concurrency: { limit: 1 }, triggers: [{ cron: "* * * * *" }] },
    ({ runId }) => inJob("tidy-runs", runId, () => tidyRuns()),
  );
}
