import { inTenant } from "@/db/client";
import { setName } from "@/db/queries/people/accounts";
import { isNameOfAnother } from "@/db/queries/people/memberships";
import type { Account } from "@/lib/contract/people/account";
import { AppError } from "@/lib/core/errors";
import type { Person } from "@/lib/core/access/principal";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { appendOwnEvent } from "./append-own-event";
import { readAccount } from "./read-account";

/**
 * Renames the person. Later decisions carry the new name; the ledger keeps the old one. Decisions are shown by name, so
 * a person cannot take a colleague's name or an agent's. If two people share a name, an administrator adds the second one under it.
 * @throws AppError already_exists 409.
 */
export async function renameSelf(
  person: Person,
  name: string,
  gateway: Gateway = getGateway(),
): Promise<Account> {
  if (name !== person.name) {
    await inTenant(gateway.database, person.tenantId, async (tx) => {
      if (await isNameOfAnother(tx, person, name)) throw nameTaken();
      await setName(tx, person.userId, name);
      await appendOwnEvent(tx, person, "person.renamed", { from: person.name, to: name });
    });
  }
  return readAccount(person, gateway);
}

function nameTaken(): AppError {
  return new AppError(
    "already_exists",
    "Somebody else here has this name. Choose one that tells you apart, because it appears next to every decision.",
    { issues: [{ path: "name", message: "is the name of somebody else here" }] },
  );
}
