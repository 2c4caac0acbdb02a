import type { TenantTransaction } from "@/db/client";
import { insertPasswordLink } from "@/db/queries/people/memberships";
import { newPasswordLinkToken } from "@/lib/auth/session/tokens";
import type { PasswordLink } from "@/lib/contract/people";
import { getEnv } from "@/lib/env";

/** Long enough for a weekend: mail does not exist yet, so somebody carries it over by hand. */
const validSeconds = 72 * 3_600;

/** A new link, in the caller's transaction; the ones before it stop working. The token is in the fragment, which no server logs. */
export async function issueLink(
  tx: TenantTransaction,
  tenantId: number,
  userId: number,
): Promise<PasswordLink> {
  const { token, hash } = newPasswordLinkToken();
  const expiresAt = await insertPasswordLink(tx, { tenantId, userId, tokenHash: hash, validSeconds });
  return {
    link: `${getEnv().NEXTAUTH_URL ?? ""}/set-password#${token}`,
    expires_at: new Date(expiresAt).toISOString(),
  };
}
