import type { TenantTransaction } from "@/db/client";
import { insertPasswordLink } from "@/db/queries/people/memberships";
import { newPasswordLinkToken } from "@/lib/auth/session/tokens";
import type { PasswordLink } from "@/lib/contract/people";
import { getEnv } from "@/lib/env";
import { isoOf } from "@/lib/core/values/time";

/** Covers a weekend, because the product sends no mail yet and an administrator passes the link on by hand. */
const validSeconds = 72 * 3_600;

/**
 * Issues a link in the caller's transaction; earlier links stop working. The token is in the fragment, so servers do
 * not log it.
 */
export async function issueLink(
  tx: TenantTransaction,
  tenantId: number,
  userId: number,
): Promise<PasswordLink> {
  const { token, hash } = newPasswordLinkToken();
  const expiresAt = await insertPasswordLink(tx, { tenantId, userId, tokenHash: hash, validSeconds });
  return {
    link: `${getEnv().NEXTAUTH_URL ?? ""}/set-password#${token}`,
    expires_at: isoOf(expiresAt),
  };
}
