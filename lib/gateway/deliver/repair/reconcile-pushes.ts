import { type TenantTransaction, inTenant } from "@/db/client";
import { listTenantIds } from "@/db/queries/people/tenants";
import { bySystem } from "@/db/queries/ledger/events";
import { appendSealedEvent } from "@/lib/gateway/ledger/seals/sealed-event";
import { markReconciled } from "@/db/queries/pushes/lanes";
import { lockPushes } from "@/db/queries/pushes/lines";
import {
  listRevivablePushes,
  listUndelivered,
  requestDelivery,
  reviveDeadPush,
} from "@/db/queries/pushes/push-delivery";
import { RECONCILE_ROUNDS_MAX } from "@/lib/core/push/retry";
import { describeError, log } from "@/lib/log";
import { afterCommit } from "@/lib/gateway/after-commit";
import { type Gateway, getGateway } from "@/lib/gateway/context";

const pushesPerTenantMax = 500;

/**
 * Requests delivery, under new event ids, of approved pushes that are not applied: due ones whose event was lost, unknown
 * ones that need a probe, dead ones whose cause was transient (at most a few rounds each). It looks at pushes, never at
 * outbox rows: an event that was accepted can still have been lost.
 */
export async function reconcilePushes(
  gateway: Gateway = getGateway(),
): Promise<{ requested: number; revived: number }> {
  const total = { requested: 0, revived: 0 };
  for (const tenantId of await listTenantIds(gateway.database)) {
    try {
      const { requested, revived } = await reconcileTenant(tenantId, gateway);
      total.requested += requested;
      total.revived += revived;
    } catch (error) {
      log.error(
        { tenantId, error: describeError(error) },
        "One tenant could not be reconciled; the others go on",
      );
    }
  }
  return total;
}

export async function reconcileTenant(
  tenantId: number,
  gateway: Gateway = getGateway(),
): Promise<{ requested: number; revived: number }> {
  const revived = await revive(tenantId, gateway);
  const requested = await inTenant(gateway.database, tenantId, async (tx) => {
    const pushes = await listUndelivered(tx, tenantId, pushesPerTenantMax);
    // In the order in which a release locks them.
    for (const { id } of pushes.toSorted((a, b) => a.id - b.id)) await requestDelivery(tx, tenantId, id);
    return pushes.length;
  });
  // By itself: a write that tries a halted lane holds the lane before its push.
  await inTenant(gateway.database, tenantId, (tx) => markReconciled(tx, tenantId));
  afterCommit(gateway, tenantId);
  return { requested, revived };
}

/**
 * Puts pushes back that died of a transient cause; the ledger takes one event per action, however many lines of it. Each action
 * has a transaction of its own, which holds its pushes before the action, as settling and replaying do: otherwise they
 * would wait for each other.
 */
async function revive(tenantId: number, gateway: Gateway): Promise<number> {
  const dead = await inTenant(gateway.database, tenantId, (tx) =>
    listRevivablePushes(tx, tenantId, RECONCILE_ROUNDS_MAX, pushesPerTenantMax),
  );
  const byAction = new Map<number, number[]>();
  for (const { id, actionId } of dead) byAction.set(actionId, [...(byAction.get(actionId) ?? []), id]);
  let revived = 0;
  for (const [actionId, ids] of byAction) {
    revived += await inTenant(gateway.database, tenantId, (tx) => reviveIn(tx, tenantId, actionId, ids));
  }
  return revived;
}

async function reviveIn(
  tx: TenantTransaction,
  tenantId: number,
  actionId: number,
  ids: readonly number[],
): Promise<number> {
  await lockPushes(tx, tenantId, actionId);
  const revived: number[] = [];
  for (const id of ids) if (await reviveDeadPush(tx, tenantId, id, RECONCILE_ROUNDS_MAX)) revived.push(id);
  if (revived.length === 0) return 0;
  await appendSealedEvent(tx, {
    ...bySystem(tenantId, "reconciliation"),
    actionId,
    type: "push.revived",
    details: { push_id: revived[0], push_ids: revived, count: revived.length },
  });
  return revived.length;
}
