import { inTenant } from "@/db/client";
import { endOtherSessions, setPassword } from "@/db/queries/people/accounts";
import { findPasswordLink } from "@/db/queries/people/identity";
import { belongsElsewhere, spendPasswordLink } from "@/db/queries/people/memberships";
import { hashPassword } from "@/lib/auth/sign-in/password";
import { hashToken } from "@/lib/auth/session/tokens";
import { AppError } from "@/lib/core/errors";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { appendOwnEvent } from "./append-own-event";
import { assertGoodPassword, assertPasswordsAllowed } from "./change-password";

/**
 * Sets a password by a link of an administrator's, once, and ends every session. Who asks is whoever holds the link.
 * @throws AppError expired 410 (unknown, used, replaced, out of time), not_allowed 403 where passwords are switched off,
 *   validation_failed 422, which leaves the link as it was.
 */
export async function redeemPasswordLink(
  { token, password }: { token: string; password: string },
  gateway: Gateway = getGateway(),
): Promise<{ email: string }> {
  assertPasswordsAllowed();
  const holder = await findPasswordLink(gateway.database.sql, hashToken(token));
  if (!holder) throw notGood();
  assertGoodPassword(password, holder, "password");
  const hash = await hashPassword(password);
  const { tenantId, userId } = holder;
  await inTenant(gateway.database, tenantId, async (tx) => {
    // Since it was made another tenant may have come to know this person.
    if (await belongsElsewhere(tx, tenantId, userId)) throw notGood();
    if (!(await spendPasswordLink(tx, tenantId, holder.linkId))) throw notGood();
    await setPassword(tx, userId, hash);
    await endOtherSessions(tx, holder, null);
    await appendOwnEvent(tx, holder, "person.password_set");
  });
  return { email: holder.email };
}

function notGood(): AppError {
  return new AppError(
    "expired",
    "This link does not work: it was used, replaced by a newer one, or its time ran out. Ask an administrator for another.",
  );
}
