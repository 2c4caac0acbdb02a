import type { TenantTransaction } from "@/db/client";
import { type PasswordLinkOrigin, cameInBefore, insertPasswordLink } from "@/db/queries/people/memberships";
import { newPasswordLinkToken } from "@/lib/auth/session/tokens";
import type { PasswordLink } from "@/lib/contract/people/people";
import type { Person } from "@/lib/core/access/principal";
import { isoOf } from "@/lib/core/values/time";
import { getEnv } from "@/lib/env";
import { assertPasswordsAllowed } from "@/lib/gateway/access/account/change-password";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { spendStepUp } from "@/lib/gateway/access/step-up/spend-step-up";
import { assertLive, assertNotSelf, assertOnlyHere, changePerson } from "./change-person";

/**
 * Issues a link for setting a new password once. The administrator sees the link only once. Earlier links stop working;
 * the old password stays valid until the new one is set.
 * @throws AppError not_allowed 403 (also for the administrator themselves, a person of another tenant, and if passwords
 *   are switched off), session_required 403, not_found 404, not_live 409, step_up_missing and step_up_invalid 428.
 */
export async function issuePasswordLink(
  admin: Person,
  id: number,
  gateway: Gateway = getGateway(),
): Promise<PasswordLink> {
  let link: PasswordLink | null = null;
  await changePerson(admin, id, gateway, async (tx, person) => {
    // Administrators change their own password with the current one, so an unattended session is not enough.
    assertNotSelf(admin, id, "make a password link for");
    assertLive(person);
    await assertOnlyHere(tx, admin, id);
    assertPasswordsAllowed();
    await spendStepUp(tx, admin, { purpose: "issue_password_link", subject: String(id) });
    const { tenantId, userId: issuedByUserId } = admin;
    const recovers = await cameInBefore(tx, tenantId, id);
    link = await issueLink(tx, { tenantId, userId: id }, { issuedByUserId, recovers });
    return { type: "person.password_link_issued", details: { recovers } };
  });
  return link!;
}

/** Covers a weekend, because the product sends no mail yet and an administrator passes the link on by hand. */
const validSeconds = 72 * 3_600;

/**
 * Issues a link in the caller's transaction; earlier links stop working. The token is in the fragment, so servers do
 * not log it.
 */
export async function issueLink(
  tx: TenantTransaction,
  { tenantId, userId }: { tenantId: number; userId: number },
  origin: PasswordLinkOrigin,
): Promise<PasswordLink> {
  const { token, hash: tokenHash } = newPasswordLinkToken({ tenantId, userId, ...origin });
  const expiresAt = await insertPasswordLink(tx, { tenantId, userId, ...origin, tokenHash, validSeconds });
  return { link: `${getEnv().NEXTAUTH_URL ?? ""}/set-password#${token}`, expires_at: isoOf(expiresAt) };
}
