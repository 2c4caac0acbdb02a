import { getInngest } from "@/inngest/client";
import { inJob } from "@/inngest/in-job";
import { expireActions } from "@/lib/gateway/decide/expire-actions";

/** Every minute: marks overdue proposals as expired. No decision depends on it. */
export function expireActionsFunction() {
  return getInngest().createFunction(
    { id: "expire-actions", retries: 2, concurrency: { limit: 1 }, triggers: [{ cron: "* * * * *" }] },
    ({ runId }) => inJob("expire-actions", runId, () => expireActions()),
  );
}
