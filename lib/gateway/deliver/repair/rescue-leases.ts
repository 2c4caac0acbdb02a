import { inTenant } from "@/db/client";
import { bySystem } from "@/db/queries/ledger/events";
import { requestDelivery } from "@/db/queries/pushes/push-delivery";
import { rescueLostLeases } from "@/db/queries/pushes/push-leases";
import { afterCommit } from "@/lib/gateway/after-commit";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { appendSealedEvent } from "@/lib/gateway/ledger/seals/sealed-event";
import { sumOverTenants } from "@/lib/gateway/each-tenant";

const rescuedPerTenantMax = 200;

/**
 * Takes back the pushes of senders that went away mid-call. Whether NetSuite wrote is unknown, so each becomes that:
 * held, probed, and only then sent again. Returns how many.
 */
export async function rescueLeases(gateway: Gateway = getGateway()): Promise<number> {
  const failure = "One tenant's leases were not rescued; the others go on";
  return sumOverTenants(gateway, failure, (tenantId) => rescueTenant(tenantId, gateway));
}

/** The same for one tenant: the finder of a lost lease need not wait for the sweep. */
export async function rescueTenant(tenantId: number, gateway: Gateway): Promise<number> {
  const rows = await inTenant(gateway.database, tenantId, async (tx) => {
    const lost = await rescueLostLeases(tx, tenantId, gateway.holdSeconds, rescuedPerTenantMax);
    // In one order, so that two rescues never wait for each other's actions.
    for (const push of lost.toSorted((left, right) => left.actionId - right.actionId)) {
      await appendSealedEvent(tx, {
        ...bySystem(tenantId, "rescue"),
        actionId: push.actionId,
        type: "push.rescued",
        details: { push_id: push.id, lease_attempt: push.leaseAttempt },
      });
    }
    // Once per action: delivery takes the action as a whole.
    const first = new Map(lost.toReversed().map((push) => [push.actionId, push.id]));
    for (const pushId of first.values()) await requestDelivery(tx, tenantId, pushId);
    return lost;
  });
  if (rows.length > 0) afterCommit(gateway, tenantId);
  return rows.length;
}
