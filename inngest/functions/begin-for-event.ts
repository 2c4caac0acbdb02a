import { getInngest } from "@/inngest/client";
import { actionEvents, pushEndEvents, runEndEvents } from "@/inngest/events";
import { inJob } from "@/inngest/in-job";
import { triggerEventOf } from "@/lib/core/run/trigger-events";
import { type EventSubject, beginForEvent } from "@/lib/runtime/triggers/events";

/** Begins the runs of workflows that wait for an event of an action, of a push or of a run. */
export function beginForEventFunction() {
  const triggers = [actionEvents, pushEndEvents, runEndEvents].flatMap((some) => Object.values(some));
  return getInngest().createFunction(
    {
      id: "begin-for-event",
      // About a day: a burst of events may be more than the company's runs a minute for hours.
      retries: 20,
      concurrency: { limit: 2 },
      triggers,
    },
    ({ event, runId }) =>
      inJob("begin-for-event", runId, () => {
        const ids = event.data as Ids;
        return beginForEvent(triggerEventOf(event.name), ids.tenant_id, subjectOf(ids));
      }),
  );
}

type Ids = { tenant_id: number } & (
  { action_id: number } | { push_id: number; attempt: number } | { run_id: number }
);

function subjectOf(ids: Ids): EventSubject {
  if ("push_id" in ids) return { pushId: ids.push_id, attempt: ids.attempt };
  return "run_id" in ids ? ids.run_id : ids.action_id;
}
