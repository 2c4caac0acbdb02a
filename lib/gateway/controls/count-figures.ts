import { inTenant } from "@/db/client";
import { countFigures as countMore } from "@/db/queries/controls/overview";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { sumOverTenants } from "@/lib/gateway/each-tenant";

/** The first run of a company with a long history takes many of these, and goes on at the next sweep. */
const daysPerCall = 1;
const callsPerTenantMax = 200;

/**
 * Counts by day what was decided, ended and applied since the last call, for the dashboard and the metrics. They count
 * what came since themselves, so nothing is late where nobody calls this; they only take longer. Returns the calls.
 */
export async function countFigures(gateway: Gateway = getGateway()): Promise<number> {
  const failure = "One tenant's figures were not counted; the others go on";
  return sumOverTenants(gateway, failure, async (tenantId) => {
    let calls = 1;
    const more = () => inTenant(gateway.database, tenantId, (tx) => countMore(tx, daysPerCall));
    while (calls < callsPerTenantMax && (await more())) calls += 1;
    return calls;
  });
}
