import { getInngest } from "@/inngest/client";
import { inJob } from "@/inngest/in-job";
import { sweepInteractions } from "@/lib/interactions/sweep-interactions";

/** Every minute: ends questions that nobody answered in time, asks the next one, and reminds. No answer depends on it. */
export function sweepInteractionsFunction() {
  return getInngest().createFunction(
    { id: "sweep-interactions", retries: 2, concurrency: { limit: 1 }, triggers: [{ cron: "* * * * *" }] },
    ({ runId }) => inJob("sweep-interactions", runId, () => sweepInteractions()),
  );
}
