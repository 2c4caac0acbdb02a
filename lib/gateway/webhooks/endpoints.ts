import type { z } from "zod";
import { type TenantTransaction, inTenant } from "@/db/client";
import { appendEvent, byPerson } from "@/db/queries/ledger/events";
import {
  type EndpointRow,
  countEndpoints,
  deleteEndpoint,
  insertEndpoint,
  listEndpoints,
  lockEndpoint,
  sealEndpoint,
} from "@/db/queries/webhooks/endpoints";
import type { EndpointWithSecret, Endpoints, createEndpointSchema } from "@/lib/contract/settings/webhooks";
import type { Person } from "@/lib/core/access/principal";
import { requireRole } from "@/lib/core/access/require-role";
import { AppError } from "@/lib/core/errors";
import { WEBHOOK_EVENTS, WEBHOOK_LIMITS } from "@/lib/core/webhook/webhook";
import { spendStepUp } from "@/lib/gateway/access/step-up/spend-step-up";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { assertMayBeCalled } from "./check-address";
import { ENDPOINT_SUBJECT } from "./disable";
import { newEndpointKeys, openEndpointBox, sealEndpointBox } from "./endpoint-box";
import { endpointViewIn, endpointViewOf } from "./endpoint-view";

/** Endpoints, as administrators set them up. Each verb throws AppError not_allowed 403, and not_found 404 where it names one. */

/** The company's endpoints without their secrets, oldest first, and the events that there are. */
export async function readWebhookEndpoints(
  admin: Person,
  gateway: Gateway = getGateway(),
): Promise<Endpoints> {
  requireRole(admin, "admin");
  const now = gateway.clock.now();
  const rows = await inTenant(gateway.database, admin.tenantId, (tx) =>
    listEndpoints(tx, admin.tenantId, { now }),
  );
  return {
    items: rows.map((row) => endpointViewOf(row, now)),
    catalogue: Object.entries(WEBHOOK_EVENTS).map(([event, sent]) => ({ event, sent })),
  };
}

/**
 * Creates an endpoint with its keys; the secret is answered this once.
 * @throws AppError validation_failed 422 for an address that may not be called; too_many_endpoints 409; session_required 403;
 *   step_up_missing, step_up_invalid 428.
 */
export async function createWebhookEndpoint(
  admin: Person,
  { url, events, description }: z.output<typeof createEndpointSchema>,
  gateway: Gateway = getGateway(),
): Promise<EndpointWithSecret> {
  requireRole(admin, "admin");
  assertMayBeCalled(url, gateway);
  const { tenantId, name: by } = admin;
  const now = gateway.clock.now();
  const keys = newEndpointKeys();
  return inTenant(gateway.database, tenantId, async (tx) => {
    await spendStepUp(tx, admin, { purpose: "create_webhook_endpoint", subject: url });
    if ((await countEndpoints(tx, tenantId)) >= WEBHOOK_LIMITS.endpointsMax)
      throw new AppError(
        "too_many_endpoints",
        `A company has at most ${WEBHOOK_LIMITS.endpointsMax} endpoints: delete one first.`,
      );
    const id = await insertEndpoint(tx, tenantId, { url, description, events, now, by });
    const sealed = sealEndpointBox(id, { url, keys, before: null });
    await sealEndpoint(tx, tenantId, { id, sealed, rotatedAt: null });
    await recordEndpoint(tx, admin, id, "webhook_endpoint.created", { url, events });
    return { ...(await endpointViewIn(tx, tenantId, { id, now })), secret: keys.secret };
  });
}

/**
 * New keys, the secret answered this once. The ones before sign as well for 24 hours; those of a rotation before that end at once.
 * @throws AppError session_required 403; step_up_missing, step_up_invalid 428.
 */
export async function rotateWebhookSecret(
  admin: Person,
  id: number,
  gateway: Gateway = getGateway(),
): Promise<EndpointWithSecret> {
  requireRole(admin, "admin");
  const { tenantId } = admin;
  const now = gateway.clock.now();
  const keys = newEndpointKeys();
  return inTenant(gateway.database, tenantId, async (tx) => {
    const endpoint = await lockedEndpoint(tx, tenantId, id);
    await spendStepUp(tx, admin, { purpose: "rotate_webhook_secret", subject: String(id) });
    const until = new Date(now.getTime() + WEBHOOK_LIMITS.rotationHours * 3_600_000).toISOString();
    const former = openEndpointBox(endpoint)?.keys;
    const before = former ? { ...former, until } : null;
    const sealed = sealEndpointBox(id, { url: endpoint.url, keys, before });
    await sealEndpoint(tx, tenantId, { id, sealed, rotatedAt: now });
    await recordEndpoint(tx, admin, id, "webhook_endpoint.rotated", { previous_until: before && until });
    return { ...(await endpointViewIn(tx, tenantId, { id, now })), secret: keys.secret };
  });
}

/** Nothing is sent to it any more, and its keys are gone. Its deliveries stay for their period. */
export async function deleteWebhookEndpoint(
  admin: Person,
  id: number,
  gateway: Gateway = getGateway(),
): Promise<{ deleted: boolean }> {
  requireRole(admin, "admin");
  const { tenantId } = admin;
  return inTenant(gateway.database, tenantId, async (tx) => {
    await lockedEndpoint(tx, tenantId, id);
    await deleteEndpoint(tx, tenantId, id);
    await recordEndpoint(tx, admin, id, "webhook_endpoint.deleted", {});
    return { deleted: true };
  });
}

/** Holds the endpoint's row. @throws AppError not_found 404. */
export async function lockedEndpoint(
  tx: TenantTransaction,
  tenantId: number,
  id: number,
): Promise<EndpointRow> {
  const endpoint = await lockEndpoint(tx, tenantId, id);
  if (!endpoint) throw new AppError("not_found", "There is no such endpoint here.");
  return endpoint;
}

export const recordEndpoint = (
  tx: TenantTransaction,
  admin: Person,
  entityId: number,
  type: string,
  details: Record<string, unknown>,
) => appendEvent(tx, { ...byPerson(admin), entityType: ENDPOINT_SUBJECT, entityId, type, details });
