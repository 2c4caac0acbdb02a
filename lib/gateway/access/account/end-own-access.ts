import { inTenant } from "@/db/client";
import {
  endOtherSessions,
  endOwnSession as endSessionRow,
  revokeToken as revokeTokenRow,
} from "@/db/queries/people/accounts";
import type { Account } from "@/lib/contract/people/account";
import { AppError } from "@/lib/core/errors";
import type { Person } from "@/lib/core/access/principal";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { appendOwnEvent } from "./append-own-event";
import { readAccount } from "./read-account";

/** A person ends one of their own sessions or tokens by its id. @throws AppError not_found 404, also the second time. */
const endOwn =
  (endRow: typeof endSessionRow, type: string, idName: string, absent: string) =>
  async (person: Person, id: number, gateway: Gateway = getGateway()): Promise<Account> => {
    await inTenant(gateway.database, person.tenantId, async (tx) => {
      if (!(await endRow(tx, person, id))) throw new AppError("not_found", absent);
      await appendOwnEvent(tx, person, type, { [idName]: id });
    });
    return readAccount(person, gateway);
  };

/** Signs one of the person's browsers out, the current one included. */
export const endOwnSession = endOwn(
  endSessionRow,
  "person.session_ended",
  "session_id",
  "You have no such session; it may have ended already.",
);

/** Revokes a personal token from its next request on. */
export const revokeToken = endOwn(
  revokeTokenRow,
  "person.token_revoked",
  "token_id",
  "You have no such token; it may be revoked already.",
);

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
