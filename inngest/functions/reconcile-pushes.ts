import { getInngest } from "@/inngest/client";
import { inJob } from "@/inngest/in-job";
import { reconcilePushes } from "@/lib/gateway/deliver/repair/reconcile-pushes";

/** Every quarter of an hour: asks again for whatever is approved and not applied. */
export function reconcilePushesFunction() {
  return getInngest().createFunction(
    { id: "reconcile-pushes", retries: 2, concurrency: { limit: 1 }, triggers: [{ cron: "*/15 * * * *" }] },
    ({ runId }) => inJob("reconcile-pushes", runId, () => reconcilePushes()),
  );
}
