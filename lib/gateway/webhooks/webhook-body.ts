import type { DeliveryRow } from "@/db/queries/webhooks/deliveries";
import { isoOf } from "@/lib/core/values/time";
import { actionUrl, baseUrl } from "@/lib/gateway/read/proposals/action-url";

/** A webhook as its receiver gets it: ids, a status and an address, never a value. The same over all attempts. */

type Event = Pick<
  DeliveryRow,
  "eventType" | "occurredAt" | "subjectId" | "subjectStatus" | "seq" | "actionId"
>;

export function webhookBody(event: Event): string {
  return JSON.stringify({
    type: event.eventType,
    timestamp: isoOf(event.occurredAt),
    data: {
      id: event.subjectId,
      status: event.subjectStatus,
      url: subjectUrl(event),
      seq: event.seq,
      // Agents know the proposal of a push, and not the push.
      ...(event.actionId !== null && { proposal_id: event.actionId }),
    },
  });
}

/** The proposed action that an event is about. Null: it is about a run or an endpoint. */
export function actionIdOf({ eventType, subjectId, actionId }: Event): number | null {
  return actionId ?? (eventType.startsWith("proposal.") ? subjectId : null);
}

/** The page that shows the subject to people. */
export function subjectUrl(event: Event): string {
  const actionId = actionIdOf(event);
  if (actionId !== null) return actionUrl(actionId);
  const { eventType, subjectId } = event;
  return eventType.startsWith("run.") ? `${baseUrl()}/runs/${subjectId}` : `${baseUrl()}/agents/webhooks`;
}
