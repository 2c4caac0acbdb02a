import { getInngest } from "@/inngest/client";
import { inJob } from "@/inngest/in-job";
import { dispatchEveryOutbox } from "@/lib/gateway/dispatch-outbox";

/** Every minute: sends the events that the fast path left in the outbox. */
export function dispatchOutboxFunction() {
  return getInngest().createFunction(
    { id: "dispatch-outbox", retries: 2, concurrency: { limit: 1 }, triggers: [{ cron: "* * * * *" }] },
    ({ runId }) => inJob("dispatch-outbox", runId, () => dispatchEveryOutbox()),
  );
}
