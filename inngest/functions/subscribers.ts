import { getInngest } from "@/inngest/client";
import { eventNamed } from "@/inngest/events";
import { inJob } from "@/inngest/in-job";
import { notifySubscriber } from "@/lib/gateway/ledger/notify-subscriber";
import { SUBSCRIBERS } from "@/lib/subscribers";

/** One function for each subscriber. */
export function subscriberFunctions() {
  return SUBSCRIBERS.map((subscriber) =>
    getInngest().createFunction(
      { id: subscriber.id, retries: 2, triggers: [eventNamed(subscriber.event)] },
      ({ event, runId }) =>
        inJob(subscriber.id, runId, async () => ({
          did: await notifySubscriber(subscriber, event.data.tenant_id, event.data.action_id),
        })),
    ),
  );
}
