import { inTenant } from "@/db/client";
import { endOtherSessions } from "@/db/queries/people/accounts";
import type { Person } from "@/lib/core/access/principal";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { appendOwnEvent } from "./append-own-event";

/** Ends all of the person's sessions in every tenant, the current one included. Tokens stay valid. */
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
