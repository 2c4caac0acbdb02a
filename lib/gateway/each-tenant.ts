import { listTenantIds } from "@/db/queries/people/tenants";
import { describeError, log } from "@/lib/log";
import type { Gateway } from "./context";

/** A sweep's work, tenant by tenant, and its sum. A fault in one tenant is logged in these words and stops none of the others. */
export async function sumOverTenants(
  gateway: Gateway,
  failure: string,
  work: (tenantId: number) => Promise<number>,
): Promise<number> {
  let sum = 0;
  for (const tenantId of await listTenantIds(gateway.database)) {
    try {
      sum += await work(tenantId);
    } catch (error) {
      log.error({ tenantId, error: describeError(error) }, failure);
    }
  }
  return sum;
}
