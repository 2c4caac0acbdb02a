import type { DeliveryRow, TracedAction } from "@/db/queries/webhooks/deliveries";
import { aboutAction } from "@/lib/correlation";
import type { SendResult } from "@/lib/outbound";
import { traced } from "@/lib/tracing/traced";
import { actionIdOf } from "./webhook-body";

interface Subject {
  tenantId: number;
  delivery: DeliveryRow;
  traces: readonly TracedAction[];
}

/**
 * Sends under a span in the trace of the proposal that the webhook is about. One about a run or an endpoint belongs to no
 * agent's trace. The receiver gets no `traceparent`: it is somebody else's system.
 */
export function inTraceOfSubject(
  { tenantId, delivery, traces }: Subject,
  send: () => Promise<SendResult>,
): Promise<SendResult> {
  const actionId = actionIdOf(delivery);
  const action = traces.find(({ id }) => id === actionId);
  if (!action) return send();
  const attributes = {
    "countersign.tenant.id": tenantId,
    "countersign.action.id": action.id,
    "countersign.webhook.type": delivery.eventType,
    "countersign.webhook.attempt": delivery.attempts,
  };
  return aboutAction(action, () =>
    traced("webhook", { kind: "client", attributes }, async (describe) => {
      const result = await send();
      describe({
        "countersign.outcome": result.kind,
        ...(result.kind === "answered" && { "http.response.status_code": result.status }),
      });
      return result;
    }),
  );
}
