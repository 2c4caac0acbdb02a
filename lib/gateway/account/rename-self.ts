import { inTenant } from "@/db/client";
import { setName } from "@/db/queries/accounts";
import type { Account } from "@/lib/contract/people";
import type { Person } from "@/lib/core/principal";
import { type Gateway, getGateway } from "../context";
import { appendOwnEvent } from "./append-own-event";
import { readAccount } from "./read-account";

/** From the next decision on under the new name; what the ledger holds keeps the old one. */
export async function renameSelf(
  person: Person,
  name: string,
  gateway: Gateway = getGateway(),
): Promise<Account> {
  if (name !== person.name) {
    await inTenant(gateway.database, person.tenantId, async (tx) => {
      await setName(tx, person.userId, name);
      await appendOwnEvent(tx, person, "person.renamed", { from: person.name, to: name });
    });
  }
  return readAccount(person, gateway);
}
