import { inTenant } from "@/db/client";
import { listTenantIds } from "@/db/queries/decide";
import { appendEvent } from "@/db/queries/ledger";
import { markReconciled } from "@/db/queries/lanes";
import { listUnsettledPushes, requestDelivery, reviveDeadPush } from "@/db/queries/pushes";
import { RECONCILE_ROUNDS_MAX } from "@/lib/core/retry";
import { describeError, log } from "@/lib/log";
import { afterCommit } from "./after-commit";
import { type Gateway, getGateway } from "./context";

const pushesPerTenantMax = 500;

/**
 * Looks at what is approved and not applied: due pushes whose event was lost, unknown ones that want a probe, dead ones
 * whose cause was transient (at most a few rounds each), and asks for their delivery under new event ids. It looks at
 * pushes, never at outbox rows: an event that was accepted can still have been lost.
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
  const counts = await inTenant(gateway.database, tenantId, async (tx) => {
    const pushes = await listUnsettledPushes(tx, tenantId, RECONCILE_ROUNDS_MAX, pushesPerTenantMax);
    let revived = 0;
    for (const push of pushes) {
      if (push.status === "dead") {
        if (!(await reviveDeadPush(tx, tenantId, push.id))) continue;
        revived += 1;
        await appendEvent(tx, {
          tenantId,
          actionId: push.action_id,
          type: "push.revived",
          actorKind: "system",
          actorLabel: "reconciliation",
          details: { push_id: push.id },
        });
      }
      await requestDelivery(tx, tenantId, push.id);
    }
    await markReconciled(tx, tenantId);
    return { requested: pushes.length, revived };
  });
  afterCommit(gateway, tenantId);
  return counts;
}
