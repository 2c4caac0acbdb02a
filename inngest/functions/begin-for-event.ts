import { getInngest } from "@/inngest/client";
import { actionEvents } from "@/inngest/events";
import { inJob } from "@/inngest/in-job";
import { triggerEventOf } from "@/lib/core/run/trigger-events";
import { beginForEvent } from "@/lib/runtime/triggers/events";

/** Begins the runs of workflows that wait for an event of an action. */
export function beginForEventFunction() {
  return getInngest().createFunction(
    {
      id: "begin-for-event",
      // About a day: a burst of events may be more than the company's runs a minute for hours.
      retries: 20,
      concurrency: { limit: 2 },
      triggers: Object.values(actionEvents),
    },
    ({ event, runId }) =>
      inJob("begin-for-event", runId, () => {
        const { tenant_id: tenantId, action_id: actionId } = event.data as {
          tenant_id: number;
          action_id: number;
        };
        return beginForEvent(triggerEventOf(event.name), tenantId, actionId);
      }),
  );
}
