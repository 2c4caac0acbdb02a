import { inTenant } from "@/db/client";
import { endOtherSessions, setPassword } from "@/db/queries/people/accounts";
import { findPasswordLink } from "@/db/queries/people/identity";
import { belongsElsewhere, spendPasswordLink } from "@/db/queries/people/memberships";
import { markFirstLink, markRecovered } from "@/db/queries/people/new-credentials";
import { hashPassword } from "@/lib/auth/sign-in/password";
import { type LinkUse, linkForms, linkUseOf } from "@/lib/auth/session/tokens";
import { AppError } from "@/lib/core/errors";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { appendOwnEvent } from "./append-own-event";
import { assertGoodPassword, assertPasswordsAllowed } from "./change-password";

/**
 * Sets a password through an administrator's link and ends every session. A link works once, for anyone who holds it.
 * @throws AppError expired 410 (unknown, used, replaced or out of time), not_allowed 403 if passwords are switched off,
 *   validation_failed 422, which does not spend the link.
 */
export async function redeemPasswordLink(
  { token, password }: { token: string; password: string },
  gateway: Gateway = getGateway(),
): Promise<{ email: string }> {
  assertPasswordsAllowed();
  const holder = await findPasswordLink(gateway.database.sql, linkForms(token));
  const use = linkUseOf(token);
  if (!holder || !use) throw unusableLink();
  assertGoodPassword(password, holder, "password");
  const hash = await hashPassword(holder.userId, password);
  const { tenantId, userId } = holder;
  await inTenant(gateway.database, tenantId, async (tx) => {
    // The person may have joined another tenant since the link was issued.
    if (await belongsElsewhere(tx, tenantId, userId)) throw unusableLink();
    const link = await spendPasswordLink(tx, tenantId, holder.linkId);
    if (!link || !isSameUse(use, { ...holder, ...link })) throw unusableLink();
    // The issuer may know the password, even if another person set it.
    const mark = link.recovers ? markRecovered : markFirstLink;
    await mark(tx, userId, link.issuedByUserId);
    await setPassword(tx, userId, hash);
    await endOtherSessions(tx, holder, null);
    await appendOwnEvent(tx, holder, "person.password_set");
  });
  return { email: holder.email };
}

/** A row that says otherwise than the token itself was written past the app. */
const isSameUse = (one: LinkUse, other: LinkUse) =>
  one.tenantId === other.tenantId &&
  one.userId === other.userId &&
  one.issuedByUserId === other.issuedByUserId &&
  one.recovers === other.recovers;

function unusableLink(): AppError {
  return new AppError(
    "expired",
    "This link does not work: it was used, replaced by a newer one, or its time ran out. Ask an administrator for another.",
  );
}
