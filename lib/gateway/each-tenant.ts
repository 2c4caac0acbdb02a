import { listTenantIds } from "@/db/queries/people/tenants";
import { describeError, log } from "@/lib/log";
import type { Gateway } from "./context";

/** Runs a sweep's work for each tenant and returns the sum. A fault of one tenant is logged as `failure` and does not stop the others. */
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
