import type { TenantTransaction } from "@/db/client";
import { bySystem } from "@/db/queries/ledger/events";
import { type DeliveryRow, settleWebhook } from "@/db/queries/webhooks/deliveries";
import { noteFailure, noteSuccess } from "@/db/queries/webhooks/endpoints";
import { type WebhookAttempt, failedTooLong } from "@/lib/core/webhook/webhook";
import type { Gateway } from "@/lib/gateway/context";
import { type SendResult, nextAttempt } from "@/lib/outbound";
import { disableAndNotify } from "./disable";

interface Ended {
  delivery: DeliveryRow;
  result: SendResult;
  startedAt: Date;
}

/**
 * Writes down how an attempt ended, in the delivery and in its endpoint. False: somebody else has the delivery since, and nothing
 * was written.
 */
export async function settleAttempt(
  tx: TenantTransaction,
  tenantId: number,
  { delivery, result, startedAt }: Ended,
  { clock, random }: Pick<Gateway, "clock" | "random">,
): Promise<boolean> {
  const now = clock.now();
  const next = nextAttempt({ result, attempts: delivery.attempts, now, chance: random() });
  const isDelivered = next.kind === "delivered";
  const settled = await settleWebhook(tx, tenantId, delivery, {
    state: isDelivered ? "delivered" : next.kind === "send_again" ? "due" : "failed",
    nextAt: next.kind === "send_again" ? next.at : null,
    attempt: { at: startedAt.toISOString(), ...attemptOf(result, isDelivered) },
    now,
  });
  if (settled === 0) return false;
  const { endpointId: id } = delivery;
  if (isDelivered) {
    await noteSuccess(tx, tenantId, { id, now });
    return true;
  }
  const since = await noteFailure(tx, tenantId, { id, now });
  const because =
    next.kind === "disable_endpoint"
      ? "gone"
      : since !== null && failedTooLong(new Date(since), now)
        ? "failing"
        : null;
  if (because) await disableAndNotify(tx, bySystem(tenantId, "webhooks"), { id, because, now });
  return true;
}

/** Never an answer's body or its headers. */
function attemptOf(result: SendResult, isDelivered: boolean): Omit<WebhookAttempt, "at"> {
  switch (result.kind) {
    case "answered":
      return { outcome: isDelivered ? "delivered" : "answered", status: result.status, ms: result.ms };
    case "refused":
      return { outcome: "refused", why: result.rule };
    case "not_sent":
      return { outcome: "not_sent", why: result.stage, ms: result.ms };
    case "unknown":
      return {
        outcome: "unknown",
        why: result.reason,
        ms: result.ms,
        ...(result.status !== null && { status: result.status }),
      };
  }
}
