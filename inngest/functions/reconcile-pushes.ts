import { getInngest } from "@/inngest/client";
import { inJob } from "@/inngest/in-job";
import { reconcilePushes } from "@/lib/gateway/deliver/repair/reconcile-pushes";
import { resendUnhandledEvents } from "@/lib/gateway/ledger/resend-unhandled-events";

/** Every quarter of an hour: requests approved pushes again that are not applied yet, and sends lost events again. */
export function reconcilePushesFunction() {
  return getInngest().createFunction(
    { id: "reconcile-pushes", retries: 2, concurrency: { limit: 1 }, triggers: [{ cron: "*/15 * * * *" }] },
    ({ runId }) =>
      inJob("reconcile-pushes", runId, async () => ({
        ...(await reconcilePushes()),
        ...(await resendUnhandledEvents()),
      })),
  );
}
