import type { z } from "zod";
import { type TenantTransaction, inTenant } from "@/db/client";
import {
  type DeliveryRow,
  listDeliveries,
  lockDelivery,
  queueWebhook,
  readDelivery,
  sendAgain,
  wakeWebhooks,
} from "@/db/queries/webhooks/deliveries";
import type { Deliveries, DeliveryView, deliveriesQuerySchema } from "@/lib/contract/settings/webhooks";
import type { Person } from "@/lib/core/access/principal";
import { requireRole } from "@/lib/core/access/require-role";
import { AppError } from "@/lib/core/errors";
import { isoOf } from "@/lib/core/values/time";
import { PING } from "@/lib/core/webhook/webhook";
import { afterCommit } from "@/lib/gateway/after-commit";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { lockedEndpoint, recordEndpoint } from "./endpoints";
import { subjectUrl } from "./webhook-body";

/** Deliveries, as administrators see them and have them sent again. Each verb throws AppError not_allowed 403 and not_found 404. */

/** An endpoint's deliveries with their attempts, newest first. */
export async function readWebhookDeliveries(
  admin: Person,
  { id, cursor, limit }: { id: number } & z.output<typeof deliveriesQuerySchema>,
  gateway: Gateway = getGateway(),
): Promise<Deliveries> {
  requireRole(admin, "admin");
  const { tenantId } = admin;
  const rows = await inTenant(gateway.database, tenantId, async (tx) => {
    await lockedEndpoint(tx, tenantId, id);
    return listDeliveries(tx, tenantId, { endpointId: id, before: cursor ?? null, limit: limit + 1 });
  });
  const items = rows.slice(0, limit).map(deliveryViewOf);
  return { items, next_cursor: rows.length > limit ? items.at(-1)!.id : null };
}

/** Sends a `ping` to an endpoint, whatever it asked for. @throws AppError not_live 409 where it is disabled. */
export async function testWebhookEndpoint(
  admin: Person,
  id: number,
  gateway: Gateway = getGateway(),
): Promise<DeliveryView> {
  requireRole(admin, "admin");
  const { tenantId } = admin;
  const row = await inTenant(gateway.database, tenantId, async (tx) => {
    const { state } = await lockedEndpoint(tx, tenantId, id);
    assertEnabled(state);
    const [delivery] = await queueWebhook(tx, tenantId, {
      type: PING,
      subjectId: id,
      status: state,
      endpointId: id,
    });
    return readDelivery(tx, tenantId, delivery!);
  });
  afterCommit(gateway, tenantId);
  return deliveryViewOf(row);
}

/**
 * Sends a delivery again under its own id, with all its attempts before it; one that is under way is left alone.
 * @throws AppError not_live 409 where its endpoint is disabled.
 */
export async function resendWebhook(
  admin: Person,
  id: number,
  gateway: Gateway = getGateway(),
): Promise<DeliveryView> {
  requireRole(admin, "admin");
  const { tenantId } = admin;
  const now = gateway.clock.now();
  const row = await inTenant(gateway.database, tenantId, async (tx) => {
    const delivery = await lockDelivery(tx, tenantId, id);
    if (!delivery || delivery.endpointState === "deleted")
      throw new AppError("not_found", "There is no such delivery here.");
    assertEnabled(delivery.endpointState);
    if (delivery.state === "sending") return delivery;
    const again = await sendAgain(tx, tenantId, { id, now });
    await wakeWebhooks(tx, tenantId, `again-${id}-${delivery.fence}-${now.getTime()}`);
    await recordResend(tx, admin, delivery);
    return again;
  });
  afterCommit(gateway, tenantId);
  return deliveryViewOf(row);
}

const recordResend = (tx: TenantTransaction, admin: Person, { endpointId, id, webhookId }: DeliveryRow) =>
  recordEndpoint(tx, admin, endpointId, "webhook_endpoint.resent", {
    delivery_id: id,
    webhook_id: webhookId,
  });

function assertEnabled(state: string): void {
  if (state !== "enabled")
    throw new AppError("not_live", "This endpoint is disabled: enable it, and what waits goes on.");
}

function deliveryViewOf(row: DeliveryRow): DeliveryView {
  return {
    id: row.id,
    endpoint_id: row.endpointId,
    webhook_id: row.webhookId,
    type: row.eventType,
    seq: row.seq,
    subject: { id: row.subjectId, status: row.subjectStatus, url: subjectUrl(row) },
    occurred_at: isoOf(row.occurredAt)!,
    state: row.state,
    attempts: row.attempts,
    next_attempt_at: isoOf(row.nextAt),
    log: row.log.map((attempt) => ({ ...attempt, at: isoOf(attempt.at)! })),
  };
}
