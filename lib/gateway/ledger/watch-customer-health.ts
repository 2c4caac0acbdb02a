import { inTenant } from "@/db/client";
import { keepCustomerWatch } from "@/db/queries/pushes/internal-writes";
import { log } from "@/lib/log";
import { type Gateway, getGateway } from "@/lib/gateway/context";

/**
 * An example of a consumer: on `hitl.applied` it records the customer's write in a table of its own. It is idempotent,
 * because an event may arrive twice. Returns false for a repeated event and for an action without a customer.
 */
export async function watchCustomerHealth(
  tenantId: number,
  actionId: number,
  gateway: Gateway = getGateway(),
): Promise<boolean> {
  const isNew = await inTenant(gateway.database, tenantId, (tx) => keepCustomerWatch(tx, tenantId, actionId));
  if (isNew) log.info({ tenantId, actionId }, "A customer's record was written");
  return isNew;
}
