import { inTenant } from "@/db/client";
import { revokeToken as revokeRow } from "@/db/queries/people/accounts";
import type { Account } from "@/lib/contract/account";
import { AppError } from "@/lib/core/errors";
import type { Person } from "@/lib/core/access/principal";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { appendOwnEvent } from "./append-own-event";
import { readAccount } from "./read-account";

/**
 * Revokes a personal token from its next request on. @throws AppError not_found 404, also if it was already revoked.
 */
export async function revokeToken(
  person: Person,
  tokenId: number,
  gateway: Gateway = getGateway(),
): Promise<Account> {
  await inTenant(gateway.database, person.tenantId, async (tx) => {
    if (!(await revokeRow(tx, person, tokenId)))
      throw new AppError("not_found", "You have no such token; it may be revoked already.");
    await appendOwnEvent(tx, person, "person.token_revoked", { token_id: tokenId });
  });
  return readAccount(person, gateway);
}
