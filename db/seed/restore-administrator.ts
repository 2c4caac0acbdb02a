import type { Role } from "@/lib/core/access/principal";
import type { OwnerSql } from "../client";

/** The way back in after COUNTERSIGN_SECRET_KEY was lost or leaked: as the tables' owner. */

export interface Administrator {
  tenantId: number;
  userId: number;
  role: Role;
  roleChanges: number;
}

/** Null: nobody live of this address administers that tenant by the stored role, whatever its seal says. */
export async function findAdministrator(
  owner: OwnerSql,
  { slug, email }: { slug: string; email: string },
): Promise<Administrator | null> {
  const [row] = await owner<Administrator[]>`
    SELECT m.tenant_id AS "tenantId", m.user_id AS "userId", m.role,
      m.role_changes AS "roleChanges" FROM memberships m
    JOIN tenants t ON t.id = m.tenant_id JOIN users u ON u.id = m.user_id
    WHERE t.slug = ${slug} AND u.email = ${email} AND m.role IN ('admin', 'steward')
      AND m.revoked_at IS NULL AND u.disabled_at IS NULL`;
  return row ?? null;
}

/** Gives a role its seal and a person a password, and forgets every other way in. Sessions end, and the ledger says so. */
export async function restoreAdministrator(
  owner: OwnerSql,
  { tenantId, userId }: Administrator,
  { seal, passwordHash, byLabel }: { seal: string; passwordHash: string; byLabel: string },
): Promise<void> {
  await owner.begin(async (tx) => {
    await tx`UPDATE memberships SET role_seal = ${seal} WHERE tenant_id = ${tenantId} AND user_id = ${userId}`;
    await tx`
      UPDATE users SET password_hash = ${passwordHash}, totp_secret_encrypted = NULL, second_factor_anew_at = NULL,
        oidc_issuer = NULL, oidc_subject = NULL, oidc_seal = NULL, session_version = session_version + 1
      WHERE id = ${userId}`;
    await tx`
      SELECT append_event(${tenantId}::bigint, 'person', ${userId}::bigint, 'person.administrator_restored', 'system',
        ${byLabel}, ${tx.json({ user_id: userId })})`;
  });
}
