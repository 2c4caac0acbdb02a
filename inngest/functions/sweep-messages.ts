import { getInngest } from "@/inngest/client";
import { inJob } from "@/inngest/in-job";
import { sweepMessages } from "@/lib/messages/deliver-messages";

/** Every five minutes: looks whether all who are to be told were, whatever became of the events. */
export function sweepMessagesFunction() {
  return getInngest().createFunction(
    { id: "sweep-messages", retries: 2, concurrency: { limit: 1 }, triggers: [{ cron: "*/5 * * * *" }] },
    ({ runId }) => inJob("sweep-messages", runId, () => sweepMessages()),
  );
}
