import { expireActions as expireRows } from "@/db/queries/actions/waiting";
import { afterCommit } from "@/lib/gateway/after-commit";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { sumOverTenants } from "@/lib/gateway/each-tenant";

const expiredPerCallMax = 500;
const callsPerTenantMax = 20;

/**
 * Marks overdue proposals as expired, for lists and ledger. No decision depends on it, because the claim checks the
 * clock itself. Returns the number of expired proposals.
 */
export async function expireActions(gateway: Gateway = getGateway()): Promise<number> {
  const failure = "One tenant's proposals were not expired; the others go on";
  return sumOverTenants(gateway, failure, (tenantId) => expireTenant(tenantId, gateway));
}

async function expireTenant(tenantId: number, gateway: Gateway): Promise<number> {
  let expired = 0;
  for (let call = 0; call < callsPerTenantMax; call += 1) {
    const ids = await expireRows(gateway.database, tenantId, expiredPerCallMax);
    expired += ids.length;
    if (ids.length > 0) afterCommit(gateway, tenantId);
    if (ids.length < expiredPerCallMax) break;
  }
  return expired;
}
