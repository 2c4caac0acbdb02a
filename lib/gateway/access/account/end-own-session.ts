import { inTenant } from "@/db/client";
import { endOwnSession as endRow } from "@/db/queries/people/accounts";
import type { Account } from "@/lib/contract/account";
import { AppError } from "@/lib/core/errors";
import type { Person } from "@/lib/core/access/principal";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { appendOwnEvent } from "./append-own-event";
import { readAccount } from "./read-account";

/** Signs one of the person's browsers out, the current one included. @throws AppError not_found 404. */
export async function endOwnSession(
  person: Person,
  sessionId: number,
  gateway: Gateway = getGateway(),
): Promise<Account> {
  await inTenant(gateway.database, person.tenantId, async (tx) => {
    if (!(await endRow(tx, person, sessionId)))
      throw new AppError("not_found", "You have no such session; it may have ended already.");
    await appendOwnEvent(tx, person, "person.session_ended", { session_id: sessionId });
  });
  return readAccount(person, gateway);
}
