import { expireActions as expireRows, listTenantIds } from "@/db/queries/actions/decide";
import { afterCommit } from "@/lib/gateway/after-commit";
import { type Gateway, getGateway } from "@/lib/gateway/context";

const expiredPerCallMax = 500;
const callsPerTenantMax = 20;

/**
 * Moves what has run out of time to expired. A convenience for lists and ledger: no decision depends on it, since the
 * claim looks at the clock itself. Returns how many.
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
