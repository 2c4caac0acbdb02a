import { inTenant } from "@/db/client";
import { findNewestEventId } from "@/db/queries/ledger/changes";
import type { Person } from "@/lib/core/access/principal";
import { type Gateway, getGateway } from "@/lib/gateway/context";

/** From where a stream goes on for a page that is rendered from now on: nothing falls between the two. */
export function readStreamStart({ tenantId }: Person, gateway: Gateway = getGateway()): Promise<number> {
  return inTenant(gateway.database, tenantId, (tx) => findNewestEventId(tx, tenantId));
}
