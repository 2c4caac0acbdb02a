import { sql } from "drizzle-orm";
import type { TenantTransaction } from "@/db/client";
import { selectRows } from "@/db/queries/rows";

/** What somebody keeps about themselves: sessions, tokens, name, password, second factor. */

interface Self {
  tenantId: number;
  userId: number;
}

export interface SessionRow {
  id: number;
  via: "password" | "oidc";
  userAgent: string | null;
  createdAt: string;
  expiresAt: string;
}

const LISTED_MAX = 200;

/** The live sessions that work in this tenant, newest first, at most 200. */
export async function listSessions(tx: TenantTransaction, { tenantId, userId }: Self): Promise<SessionRow[]> {
  return selectRows<SessionRow>(
    tx,
    sql`SELECT s.id, s.via, s.user_agent, s.created_at, s.expires_at FROM sessions s JOIN users u ON u.id = s.user_id
        WHERE s.tenant_id = ${tenantId} AND s.user_id = ${userId} AND s.ended_at IS NULL AND s.session_version = u.session_version
          AND s.expires_at > clock_timestamp() ORDER BY s.id DESC LIMIT ${LISTED_MAX}`,
  );
}

/** False: no live session of theirs in this tenant. */
export async function endOwnSession(
  tx: TenantTransaction,
  { tenantId, userId }: Self,
  sessionId: number,
): Promise<boolean> {
  const rows = await selectRows(
    tx,
    sql`UPDATE sessions SET ended_at = clock_timestamp()
        WHERE tenant_id = ${tenantId} AND user_id = ${userId} AND id = ${sessionId} AND ended_at IS NULL RETURNING id`,
  );
  return rows.length === 1;
}

/** When the session began; null: not theirs. */
export async function readSessionStart(
  tx: TenantTransaction,
  { tenantId, userId }: Self,
  sessionId: number,
): Promise<Date | null> {
  const [row] = await selectRows<{ createdAt: string }>(
    tx,
    sql`SELECT created_at FROM sessions WHERE tenant_id = ${tenantId} AND user_id = ${userId} AND id = ${sessionId}`,
  );
  return row ? new Date(row.createdAt) : null;
}

export interface TokenRow {
  id: number;
  name: string;
  tokenPrefix: string | null;
  createdAt: string;
  lastUsedAt: string | null;
  expiresAt: string | null;
}

/** Tokens that still work, newest first, at most 200; with an id that one alone. */
export async function listTokens(
  tx: TenantTransaction,
  { tenantId, userId }: Self,
  tokenId: number | null = null,
): Promise<TokenRow[]> {
  return selectRows<TokenRow>(
    tx,
    sql`SELECT id, name, token_prefix, created_at, last_used_at, expires_at FROM personal_tokens
        WHERE tenant_id = ${tenantId} AND user_id = ${userId} AND revoked_at IS NULL
          AND (expires_at IS NULL OR expires_at > clock_timestamp()) AND (${tokenId}::bigint IS NULL OR id = ${tokenId})
        ORDER BY id DESC LIMIT ${LISTED_MAX}`,
  );
}

/**
 * Null: the membership was revoked meanwhile. Its row is held, so that a revocation at the same moment either sees the token
 * and ends it, or is seen here: a token that slipped past would come alive with a restored membership.
 */
export async function insertToken(
  tx: TenantTransaction,
  { tenantId, userId }: Self,
  token: { name: string; hash: string; prefix: string; validDays: number },
): Promise<number | null> {
  const [row] = await selectRows<{ id: number }>(
    tx,
    sql`INSERT INTO personal_tokens (tenant_id, user_id, name, token_hash, token_prefix, expires_at)
        SELECT m.tenant_id, m.user_id, ${token.name}, ${token.hash}, ${token.prefix},
          clock_timestamp() + make_interval(days => ${token.validDays})
        FROM memberships m WHERE m.tenant_id = ${tenantId} AND m.user_id = ${userId} AND m.revoked_at IS NULL FOR SHARE
        RETURNING id`,
  );
  return row?.id ?? null;
}

/** False: no such token of theirs, or it was revoked before. */
export async function revokeToken(
  tx: TenantTransaction,
  { tenantId, userId }: Self,
  tokenId: number,
): Promise<boolean> {
  const rows = await selectRows(
    tx,
    sql`UPDATE personal_tokens SET revoked_at = clock_timestamp()
        WHERE tenant_id = ${tenantId} AND user_id = ${userId} AND id = ${tokenId} AND revoked_at IS NULL RETURNING id`,
  );
  return rows.length === 1;
}

export async function setName(tx: TenantTransaction, userId: number, name: string): Promise<void> {
  await tx.execute(sql`UPDATE users SET name = ${name} WHERE id = ${userId}`);
}

export async function setPassword(
  tx: TenantTransaction,
  userId: number,
  passwordHash: string,
): Promise<void> {
  await tx.execute(sql`UPDATE users SET password_hash = ${passwordHash} WHERE id = ${userId}`);
}

/** Ends every session of this person, wherever it works, but the one that asks (null: none is kept). */
export async function endOtherSessions(
  tx: TenantTransaction,
  { tenantId, userId }: Self,
  keptSessionId: number | null,
): Promise<void> {
  // A raised version, not rows marked one by one: a sign-in that was checked before this and begins after it ends too.
  await tx.execute(sql`UPDATE users SET session_version = session_version + 1 WHERE id = ${userId}`);
  await tx.execute(
    sql`UPDATE sessions s SET session_version = u.session_version FROM users u
        WHERE u.id = s.user_id AND s.tenant_id = ${tenantId} AND s.user_id = ${userId} AND s.id = ${keptSessionId}::bigint
          AND s.session_version = u.session_version - 1`,
  );
}

/** `sealed` as lib/auth/totp seals it; `step` is the code that confirmed it, spent. False: another was set meanwhile. */
export async function setSecondFactor(
  tx: TenantTransaction,
  userId: number,
  factor: { sealed: string; step: number; replaces: string | null },
): Promise<boolean> {
  const rows = await selectRows(
    tx,
    sql`UPDATE users SET totp_secret_encrypted = ${factor.sealed}, totp_last_step = greatest(totp_last_step, ${factor.step})
        WHERE id = ${userId} AND totp_secret_encrypted IS NOT DISTINCT FROM ${factor.replaces}::text RETURNING id`,
  );
  return rows.length === 1;
}

/** Theirs from now on; the person's name. Null: they or that subject were linked meanwhile, or they left. */
export async function linkOidcIdentity(
  tx: TenantTransaction,
  { tenantId, userId }: Self,
  identity: { issuer: string; subject: string },
): Promise<string | null> {
  const [row] = await selectRows<{ name: string }>(
    tx,
    sql`UPDATE users u SET oidc_issuer = ${identity.issuer}, oidc_subject = ${identity.subject}
        WHERE u.id = ${userId} AND u.oidc_subject IS NULL AND u.disabled_at IS NULL AND EXISTS (
          SELECT 1 FROM memberships m WHERE m.tenant_id = ${tenantId} AND m.user_id = u.id AND m.revoked_at IS NULL)
        RETURNING u.name`,
  );
  return row?.name ?? null;
}
