import { getInngest } from "@/inngest/client";
import { inJob } from "@/inngest/in-job";
import { countFigures } from "@/lib/gateway/controls/count-figures";
import { expireActions } from "@/lib/gateway/decide/expire-actions";

/** Every minute: marks overdue proposals as expired, and counts the dashboard's figures. No decision depends on it. */
export function expireActionsFunction() {
  return getInngest().createFunction(
    { id: "expire-actions", retries: 2, concurrency: { limit: 1 }, triggers: [{ cron: "* * * * *" }] },
    ({ runId }) =>
      inJob("expire-actions", runId, async () => {
        const expired = await expireActions();
        await countFigures();
        return expired;
      }),
  );
}
