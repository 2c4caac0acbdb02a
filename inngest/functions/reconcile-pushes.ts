import { getInngest } from "@/inngest/client";
import { inJob } from "@/inngest/in-job";
import { reconcilePushes } from "@/lib/gateway/deliver/repair/reconcile-pushes";

/** Every quarter of an hour: requests approved pushes again that are not applied yet. */
export function reconcilePushesFunction() {
  return getInngest().createFunction(
    { id: "reconcile-pushes", retries: 2, concurrency: { limit: 1 }, triggers: [{ cron: "*/15 * * * *" }] },
    ({ runId }) => inJob("reconcile-pushes", runId, () => reconcilePushes()),
  );
}
