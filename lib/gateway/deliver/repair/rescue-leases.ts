import { inTenant } from "@/db/client";
import { bySystem } from "@/db/queries/ledger/events";
import { requestDelivery } from "@/db/queries/pushes/push-delivery";
import { putBackUnsent, rescueLostLeases } from "@/db/queries/pushes/push-leases";
import { attemptDelaysMs } from "@/lib/core/push/retry";
import { afterCommit } from "@/lib/gateway/after-commit";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { appendSealedEvent } from "@/lib/gateway/ledger/seals/sealed-event";
import { sumOverTenants } from "@/lib/gateway/each-tenant";

const rescuedPerTenantMax = 200;

/**
 * Takes back the pushes of senders that went away. One that had not made its last look sent nothing: its push is tried again as after a
 * refused connection. Of the others it is unknown whether NetSuite wrote, so each becomes that: held, probed, and only then sent
 * again. Returns how many.
 */
export async function rescueLeases(gateway: Gateway = getGateway()): Promise<number> {
  const failure = "One tenant's leases were not rescued; the others go on";
  return sumOverTenants(gateway, failure, (tenantId) => rescueTenant(tenantId, gateway));
}

/** The same for one tenant: the finder of a lost lease need not wait for the sweep. */
export async function rescueTenant(tenantId: number, gateway: Gateway): Promise<number> {
  const rows = await inTenant(gateway.database, tenantId, async (tx) => {
    const unsent = await putBackUnsent(tx, tenantId, attemptDelaysMs(gateway.random()), rescuedPerTenantMax);
    const unknown = await rescueLostLeases(tx, tenantId, gateway.holdSeconds, rescuedPerTenantMax);
    // In one order, so that two rescues never wait for each other's actions.
    const lost = [...unsent, ...unknown].toSorted((left, right) => left.actionId - right.actionId);
    for (const push of lost) await appendSealedEvent(tx, eventOf(tenantId, push));
    // Once per action: delivery takes the action as a whole.
    const first = new Map(lost.toReversed().map((push) => [push.actionId, push.id]));
    for (const pushId of first.values()) await requestDelivery(tx, tenantId, pushId);
    return lost;
  });
  if (rows.length > 0) afterCommit(gateway, tenantId);
  return rows.length;
}

interface LostLease {
  id: number;
  actionId: number;
  leaseAttempt: number;
  /** Until it is tried again. Left out: it is unknown whether it was written. */
  inMs?: number;
}

function eventOf(tenantId: number, { id, actionId, leaseAttempt, inMs }: LostLease) {
  const lease = { push_id: id, lease_attempt: leaseAttempt };
  const rescue = { ...bySystem(tenantId, "rescue"), actionId };
  if (inMs === undefined) return { ...rescue, type: "push.rescued", details: lease };
  const requeued = { code: "LEASE_LOST", class: "not_executed", in_ms: inMs, spends_attempt: true };
  return { ...rescue, type: "push.requeued", details: { ...lease, ...requeued } };
}
