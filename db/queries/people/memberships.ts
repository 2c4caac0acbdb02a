import { type SQL, sql } from "drizzle-orm";
import type { Role } from "@/lib/core/access/principal";
import type { TenantTransaction } from "@/db/client";
import { endOtherSessions } from "./accounts";
import { selectRows } from "@/db/queries/rows";

/** Who belongs to a tenant, and what an administrator changes about it. */

export interface LastChange {
  changeType: string | null;
  changeBy: string | null;
  changeAt: string | null;
}

export interface PersonRow extends LastChange {
  id: number;
  name: string;
  email: string;
  role: Role;
  disabled: boolean;
  passwordSet: boolean;
  secondFactorSet: boolean;
  singleSignOn: boolean;
  liveSessions: number;
  liveTokens: number;
  joinedAt: string;
  revokedAt: string | null;
}

const PEOPLE_MAX = 1_000;

/** Everybody who belongs or belonged here, by name, at most 1,000; with an id that one alone. */
export async function listPeople(
  tx: TenantTransaction,
  tenantId: number,
  userId: number | null = null,
): Promise<PersonRow[]> {
  return selectRows<PersonRow>(
    tx,
    sql`SELECT u.id, u.name, u.email, m.role, u.disabled_at IS NOT NULL AS disabled, u.password_set,
               u.totp_secret_encrypted IS NOT NULL AS second_factor_set, u.oidc_issuer IS NOT NULL AS single_sign_on,
               (SELECT count(*)::int FROM sessions s WHERE s.tenant_id = m.tenant_id AND s.user_id = u.id AND s.ended_at IS NULL
                  AND s.session_version = u.session_version AND s.expires_at > clock_timestamp()) AS live_sessions,
               (SELECT count(*)::int FROM personal_tokens p WHERE p.tenant_id = m.tenant_id AND p.user_id = u.id
                  AND p.revoked_at IS NULL AND (p.expires_at IS NULL OR p.expires_at > clock_timestamp())) AS live_tokens,
               m.created_at AS joined_at, m.revoked_at, ${lastChange}
        FROM memberships m JOIN users u ON u.id = m.user_id
        ${newestEvent("person", sql`m.tenant_id`, sql`m.user_id`)}
        WHERE m.tenant_id = ${tenantId} AND (${userId}::bigint IS NULL OR m.user_id = ${userId})
        ORDER BY (m.revoked_at IS NOT NULL), lower(u.name), u.id LIMIT ${PEOPLE_MAX}`,
  );
}

export const lastChange = sql`change.event_type AS change_type, change.actor_label AS change_by, change.occurred_at AS change_at`;

/** The newest link of a subject's chain, to be joined; nothing where it has none. */
export function newestEvent(subject: "person" | "agent", tenant: SQL, id: SQL): SQL {
  return sql`LEFT JOIN LATERAL (SELECT e.event_type, e.actor_label, e.occurred_at FROM events e
      WHERE e.tenant_id = ${tenant} AND e.entity_type = ${subject} AND e.entity_id = ${id} ORDER BY e.seq DESC LIMIT 1) change ON true`;
}

/**
 * Holds every live administrator's row until the transaction ends and returns their ids: of two changes that would each
 * leave the other as the last one, the second sees the first.
 */
export async function lockAdmins(tx: TenantTransaction, tenantId: number): Promise<number[]> {
  const rows = await selectRows<{ userId: number; disabled: boolean }>(
    tx,
    sql`SELECT m.user_id, u.disabled_at IS NOT NULL AS disabled FROM memberships m JOIN users u ON u.id = m.user_id
        WHERE m.tenant_id = ${tenantId} AND m.role = 'admin' AND m.revoked_at IS NULL ORDER BY m.user_id FOR UPDATE OF m`,
  );
  return rows.filter((row) => !row.disabled).map((row) => row.userId);
}

/** Holds the membership's row. Null: nobody of this tenant. */
export async function lockMembership(
  tx: TenantTransaction,
  tenantId: number,
  userId: number,
): Promise<{ role: Role; revoked: boolean } | null> {
  const [row] = await selectRows<{ role: Role; revoked: boolean }>(
    tx,
    sql`SELECT role, revoked_at IS NOT NULL AS revoked FROM memberships
        WHERE tenant_id = ${tenantId} AND user_id = ${userId} FOR UPDATE`,
  );
  return row ?? null;
}

/** Somebody whom no tenant knows yet; null: the address is taken, here or elsewhere. */
export async function addUser(tx: TenantTransaction, email: string, name: string): Promise<number | null> {
  const [row] = await selectRows<{ id: number | null }>(tx, sql`SELECT add_user(${email}, ${name}) AS id`);
  return row!.id;
}

export async function insertMembership(
  tx: TenantTransaction,
  tenantId: number,
  userId: number,
  role: Role,
): Promise<void> {
  await tx.execute(
    sql`INSERT INTO memberships (tenant_id, user_id, role) VALUES (${tenantId}, ${userId}, ${role})`,
  );
}

/** True where this address belongs or belonged to the tenant. */
export async function isMember(tx: TenantTransaction, tenantId: number, email: string): Promise<boolean> {
  const rows = await selectRows(
    tx,
    sql`SELECT 1 FROM memberships m JOIN users u ON u.id = m.user_id WHERE m.tenant_id = ${tenantId} AND u.email = ${email}`,
  );
  return rows.length > 0;
}

/** True where somebody else who belongs or belonged here goes by this name, however it is written. */
export async function isNameOfAnother(
  tx: TenantTransaction,
  { tenantId, userId }: { tenantId: number; userId: number },
  name: string,
): Promise<boolean> {
  const rows = await selectRows(
    tx,
    sql`SELECT 1 FROM memberships m JOIN users u ON u.id = m.user_id
        WHERE m.tenant_id = ${tenantId} AND m.user_id <> ${userId}
          AND lower(regexp_replace(normalize(u.name, NFKC), '\\s+', ' ', 'g')) = lower(regexp_replace(normalize(${name}::text, NFKC), '\\s+', ' ', 'g'))
        LIMIT 1`,
  );
  return rows.length > 0;
}

/** True where another tenant knows this person too: then no single tenant hands out or resets their credentials. */
export async function belongsElsewhere(
  tx: TenantTransaction,
  tenantId: number,
  userId: number,
): Promise<boolean> {
  const [row] = await selectRows<{ elsewhere: boolean }>(
    tx,
    sql`SELECT belongs_elsewhere(${userId}::bigint, ${tenantId}::bigint) AS elsewhere`,
  );
  return row!.elsewhere;
}

export async function setRole(
  tx: TenantTransaction,
  tenantId: number,
  userId: number,
  role: Role,
): Promise<void> {
  await tx.execute(
    sql`UPDATE memberships SET role = ${role} WHERE tenant_id = ${tenantId} AND user_id = ${userId} AND revoked_at IS NULL`,
  );
}

/** Takes away whatever speaks for the person here: membership, tokens, step-ups, open links, signatures, sessions. */
export async function revokeMembership(
  tx: TenantTransaction,
  tenantId: number,
  userId: number,
): Promise<void> {
  const here = sql`tenant_id = ${tenantId} AND user_id = ${userId}`;
  await tx.execute(
    sql`UPDATE memberships SET revoked_at = clock_timestamp() WHERE ${here} AND revoked_at IS NULL`,
  );
  await tx.execute(
    sql`UPDATE personal_tokens SET revoked_at = clock_timestamp() WHERE ${here} AND revoked_at IS NULL`,
  );
  await tx.execute(sql`UPDATE edit_tokens SET used_at = clock_timestamp() WHERE ${here} AND used_at IS NULL`);
  await closePasswordLinks(tx, { tenantId, userId });
  await tx.execute(
    sql`UPDATE standing_authorisations SET revoked_at = clock_timestamp()
        WHERE tenant_id = ${tenantId} AND signed_by_user_id = ${userId} AND revoked_at IS NULL`,
  );
  await endOtherSessions(tx, { tenantId, userId }, null);
}

export async function restoreMembership(
  tx: TenantTransaction,
  tenantId: number,
  userId: number,
): Promise<void> {
  await tx.execute(
    sql`UPDATE memberships SET revoked_at = NULL WHERE tenant_id = ${tenantId} AND user_id = ${userId}`,
  );
}

/** Forgets the authenticator app, and what was spent of it stays spent. */
export async function clearSecondFactor(tx: TenantTransaction, userId: number): Promise<void> {
  await tx.execute(sql`UPDATE users SET totp_secret_encrypted = NULL WHERE id = ${userId}`);
}

/** The next sign-in through the provider links anew, by the verified address. */
export async function clearOidcIdentity(tx: TenantTransaction, userId: number): Promise<void> {
  await tx.execute(sql`UPDATE users SET oidc_issuer = NULL, oidc_subject = NULL WHERE id = ${userId}`);
}

/** Replaces the links that were open: the newest alone works. Returns when it runs out. */
export async function insertPasswordLink(
  tx: TenantTransaction,
  link: { tenantId: number; userId: number; tokenHash: string; validSeconds: number },
): Promise<string> {
  await closePasswordLinks(tx, link);
  const [row] = await selectRows<{ expiresAt: string }>(
    tx,
    sql`INSERT INTO password_links (tenant_id, user_id, token_hash, expires_at)
        VALUES (${link.tenantId}, ${link.userId}, ${link.tokenHash}, clock_timestamp() + make_interval(secs => ${link.validSeconds}))
        RETURNING expires_at`,
  );
  return row!.expiresAt;
}

/** Whatever links are open stop working. */
export async function closePasswordLinks(
  tx: TenantTransaction,
  { tenantId, userId }: { tenantId: number; userId: number },
): Promise<void> {
  await tx.execute(
    sql`UPDATE password_links SET used_at = clock_timestamp()
        WHERE tenant_id = ${tenantId} AND user_id = ${userId} AND used_at IS NULL`,
  );
}

/** Spends a link. False: somebody else did, or its time ran out in between. */
export async function spendPasswordLink(
  tx: TenantTransaction,
  tenantId: number,
  linkId: number,
): Promise<boolean> {
  const rows = await selectRows(
    tx,
    sql`UPDATE password_links SET used_at = clock_timestamp()
        WHERE tenant_id = ${tenantId} AND id = ${linkId} AND used_at IS NULL AND expires_at > clock_timestamp() RETURNING id`,
  );
  return rows.length === 1;
}
