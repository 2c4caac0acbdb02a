import { inTenant } from "@/db/client";
import { countRoles } from "@/db/queries/people/people";
import { findStewardWarning } from "@/lib/core/production-checks";
import { log } from "@/lib/log";
import { sumOverTenants } from "@/lib/gateway/each-tenant";
import type { Gateway } from "@/lib/gateway/context";

/**
 * At production's start: one line in the log for each company whose administrators all decide too, though it has people enough
 * for one who does not. Returns how many there are. It stops nothing: a company may want it so.
 */
export function warnWithoutSteward(gateway: Gateway): Promise<number> {
  return sumOverTenants(gateway, "The roles of a tenant could not be counted", async (tenantId) => {
    const warning = findStewardWarning(
      await inTenant(gateway.database, tenantId, (tx) => countRoles(tx, tenantId)),
    );
    if (warning) log.warn({ tenantId }, warning);
    return warning ? 1 : 0;
  });
}
