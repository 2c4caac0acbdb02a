import type { z } from "zod";
import { type TenantTransaction, inTenant } from "@/db/client";
import { byPerson } from "@/db/queries/ledger/events";
import { wakeWebhooks } from "@/db/queries/webhooks/deliveries";
import { type EndpointRow, enableEndpoint, updateEndpoint } from "@/db/queries/webhooks/endpoints";
import type { EndpointView, changeEndpointSchema } from "@/lib/contract/settings/webhooks";
import type { Person } from "@/lib/core/access/principal";
import { requireRole } from "@/lib/core/access/require-role";
import { AppError } from "@/lib/core/errors";
import { spendStepUp } from "@/lib/gateway/access/step-up/spend-step-up";
import { afterCommit } from "@/lib/gateway/after-commit";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { assertMayBeCalled } from "./check-address";
import { disableAndNotify } from "./disable";
import { openEndpointBox, sealEndpointBox } from "./endpoint-box";
import { endpointViewIn } from "./endpoint-view";
import { lockedEndpoint, recordEndpoint } from "./endpoints";

type Change = z.output<typeof changeEndpointSchema>;

/**
 * Changes an endpoint from the next attempt on; fields that are not named stay. An enabled one that was disabled goes on with
 * whatever waits.
 * @throws AppError not_allowed 403, not_found 404; validation_failed 422 for an address that may not be called; not_live 409 where its
 *   keys cannot be read; for another address session_required 403, step_up_missing and step_up_invalid 428.
 */
export async function changeWebhookEndpoint(
  admin: Person,
  { id, ...change }: { id: number } & Change,
  gateway: Gateway = getGateway(),
): Promise<EndpointView> {
  requireRole(admin, "admin");
  if (change.url !== undefined) assertMayBeCalled(change.url, gateway);
  const { tenantId } = admin;
  const now = gateway.clock.now();
  const view = await inTenant(gateway.database, tenantId, async (tx) => {
    const endpoint = await lockedEndpoint(tx, tenantId, id);
    await changeFields(tx, admin, endpoint, change);
    if (change.enabled === true && (await enableEndpoint(tx, tenantId, id)) === 1) {
      await recordEndpoint(tx, admin, id, "webhook_endpoint.enabled", {});
      await wakeWebhooks(tx, tenantId, `enabled-${id}-${now.getTime()}`);
    }
    if (change.enabled === false) await disableAndNotify(tx, byPerson(admin), { id, because: "person", now });
    return endpointViewIn(tx, tenantId, { id, now });
  });
  afterCommit(gateway, tenantId);
  return view;
}

async function changeFields(
  tx: TenantTransaction,
  admin: Person,
  endpoint: EndpointRow,
  { url = endpoint.url, events = endpoint.events as Change["events"], description }: Change,
): Promise<void> {
  const { id } = endpoint;
  const isMoved = url !== endpoint.url;
  const wording = description ?? endpoint.description;
  if (!isMoved && String(events) === String(endpoint.events) && wording === endpoint.description) return;
  if (isMoved) await spendStepUp(tx, admin, { purpose: "change_webhook_address", subject: `${id}:${url}` });
  const sealed = isMoved ? movedBox(endpoint, url) : endpoint.sealed!;
  await updateEndpoint(tx, admin.tenantId, { id, url, events: events!, description: wording, sealed });
  await recordEndpoint(tx, admin, id, "webhook_endpoint.changed", {
    ...(isMoved && { url, previous_url: endpoint.url }),
    events: events!,
  });
}

/** The same keys for another address. @throws AppError not_live 409. */
function movedBox(endpoint: EndpointRow, url: string): string {
  const box = openEndpointBox(endpoint);
  if (box) return sealEndpointBox(endpoint.id, { ...box, url });
  throw new AppError(
    "not_live",
    "The keys of this endpoint cannot be read: rotate them first, or delete it.",
  );
}
