import { inTenant } from "@/db/client";
import { beginHandling, insertSubscriberReceipt } from "@/db/queries/ledger/subscribers";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import type { Subscriber } from "@/lib/subscribers/subscriber";

/** Lets a subscriber handle an action, once, however often its event arrives. Null: not its concern, or handled before. */
export async function notifySubscriber(
  subscriber: Subscriber,
  tenantId: number,
  actionId: number,
  gateway: Gateway = getGateway(),
): Promise<string | null> {
  return inTenant(gateway.database, tenantId, async (tx) => {
    if (!(await beginHandling(tx, tenantId, subscriber.id, actionId))) return null;
    const outcome = await subscriber.handle(tx, tenantId, actionId);
    await insertSubscriberReceipt(tx, tenantId, { subscriber: subscriber.id, actionId, outcome });
    return outcome;
  });
}
