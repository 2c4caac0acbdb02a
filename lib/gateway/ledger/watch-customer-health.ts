import { inTenant } from "@/db/client";
import { keepCustomerWatch } from "@/db/queries/pushes/internal-writes";
import { log } from "@/lib/log";
import { type Gateway, getGateway } from "@/lib/gateway/context";

/**
 * An example of a consumer: on `hitl.applied` it notes what was written for whom, in a table of its own. It asks nothing
 * of the verbs that propose, decide and push, and may hear of an action twice. False: nothing new, or no customer.
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
