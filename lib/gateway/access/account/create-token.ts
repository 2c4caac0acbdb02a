import { inTenant } from "@/db/client";
import { insertToken, listTokens } from "@/db/queries/people/accounts";
import { newPersonalToken } from "@/lib/auth/session/tokens";
import type { NewTokenView } from "@/lib/contract/people/account";
import { AppError } from "@/lib/core/errors";
import type { Person } from "@/lib/core/access/principal";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { appendOwnEvent } from "./append-own-event";
import { tokenViewOf } from "./read-account";

const liveTokensMax = 50;

/**
 * Creates a personal token for this tenant. The token is shown only once.
 * @throws AppError not_allowed 403 for a request with a token: a leaked token could otherwise outlive its revocation
 *   through a second one; validation_failed 422 above 50 live tokens; unauthenticated 401 after a concurrent
 *   revocation.
 */
export async function createToken(
  person: Person,
  { name, validDays }: { name: string; validDays: number },
  gateway: Gateway = getGateway(),
): Promise<NewTokenView> {
  if (person.via !== "session")
    throw new AppError(
      "not_allowed",
      "A token cannot create another one: sign in with a browser to create tokens.",
    );
  const { token, hash, prefix } = newPersonalToken();
  return inTenant(gateway.database, person.tenantId, async (tx) => {
    if ((await listTokens(tx, person)).length >= liveTokensMax)
      throw new AppError("validation_failed", `You have ${liveTokensMax} tokens already. Revoke one first.`);
    const id = await insertToken(tx, person, { name, hash, prefix, validDays });
    if (id === null) throw new AppError("unauthenticated", "Your membership was revoked.");
    await appendOwnEvent(tx, person, "person.token_created", { token_id: id, valid_days: validDays });
    const [row] = await listTokens(tx, person, id);
    return { token: tokenViewOf(row!), secret: token };
  });
}
