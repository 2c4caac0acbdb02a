import { inTenant } from "@/db/client";
import { endOtherSessions } from "@/db/queries/people/accounts";
import type { Person } from "@/lib/core/access/principal";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { appendOwnEvent } from "./append-own-event";

/** Ends every session of one's own, the one that asks too, in whatever tenant it works. Tokens go on. */
export async function signOutEverywhere(
  person: Person,
  gateway: Gateway = getGateway(),
): Promise<{ signed_out: true }> {
  await inTenant(gateway.database, person.tenantId, async (tx) => {
    await endOtherSessions(tx, person, null);
    await appendOwnEvent(tx, person, "person.signed_out_everywhere");
  });
  return { signed_out: true };
}
