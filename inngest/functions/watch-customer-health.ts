import { getInngest } from "@/inngest/client";
import { events } from "@/inngest/events";
import { watchCustomerHealth } from "@/lib/gateway/ledger/watch-customer-health";
import { inJob } from "@/inngest/in-job";

/** An example of a consumer: it subscribes to applied actions and needs no change in the gateway. */
export function watchCustomerHealthFunction() {
  return getInngest().createFunction(
    { id: "watch-customer-health", retries: 2, triggers: [events.applied] },
    async ({ event, runId }) =>
      inJob("watch-customer-health", runId, async () => ({
        kept: await watchCustomerHealth(event.data.tenant_id, event.data.action_id),
      })),
  );
}
