import { expireActions as expireRows } from "@/db/queries/actions/decide";
import { listTenantIds } from "@/db/queries/people/tenants";
import { afterCommit } from "@/lib/gateway/after-commit";
import { type Gateway, getGateway } from "@/lib/gateway/context";

const expiredPerCallMax = 500;
const callsPerTenantMax = 20;

/**
 * Marks overdue proposals as expired, for lists and ledger. No decision depends on it, because the claim checks the
 * clock itself. Returns the number of expired proposals.
 */
export async function expireActions(gateway: Gateway = getGateway()): Promise<number> {
  let expired = 0;
  for (const tenantId of await listTenantIds(gateway.database)) {
    for (let call = 0; call < callsPerTenantMax; call += 1) {
      const ids = await expireRows(gateway.database, tenantId, expiredPerCallMax);
      expired += ids.length;
      if (ids.length > 0) afterCommit(gateway, tenantId);
      if (ids.length < expiredPerCallMax) break;
    }
  }
  return expired;
}
