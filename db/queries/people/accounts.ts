import type { TenantTransaction } from "@/db/client";
import type { personalTokens, sessions } from "@/db/schema/people";
import { type RowOf, execute, selectAll, selectFirst, selectOne } from "@/db/queries/rows";

/** A person's own account: sessions, tokens, name, password, second factor. */

export interface Member {
  tenantId: number;
  userId: number;
}

type SessionRow = RowOf<typeof sessions, "id" | "via" | "userAgent" | "createdAt" | "expiresAt">;

const LISTED_MAX = 200;

/** The live sessions that work in this tenant, newest first, at most 200. */
export const listSessions = (tx: TenantTransaction, { tenantId, userId }: Member) =>
  selectAll<SessionRow>(tx)`
    SELECT s.id, s.via, s.user_agent, s.created_at, s.expires_at FROM sessions s JOIN users u ON u.id = s.user_id
    WHERE s.tenant_id = ${tenantId} AND s.user_id = ${userId} AND s.ended_at IS NULL
      AND s.session_version = u.session_version AND s.expires_at > clock_timestamp()
    ORDER BY s.id DESC LIMIT ${LISTED_MAX}`;

/** False: no live session of theirs in this tenant. */
export async function endOwnSession(tx: TenantTransaction, { tenantId, userId }: Member, sessionId: number) {
  const ended = await execute(tx)`
    UPDATE sessions SET ended_at = clock_timestamp()
    WHERE tenant_id = ${tenantId} AND user_id = ${userId} AND id = ${sessionId} AND ended_at IS NULL`;
  return ended === 1;
}

export interface EnrolmentBasis {
  /** How many credentials of theirs were replaced or taken away by now. */
  former: number;
  /** How often one was taken away without another in its place. */
  taken: number;
  /** True where the session began within fifteen minutes. */
  signedInLately: boolean;
}

/** The facts by which setting up an authenticator app is allowed or refused. Postgres compares the session's age. */
export const readEnrolmentBasis = (
  tx: TenantTransaction,
  { tenantId, userId }: Member,
  sessionId: number | undefined,
) =>
  selectOne<EnrolmentBasis>(tx)`
    SELECT cardinality(u.former_credentials) AS former, u.credentials_taken AS taken, EXISTS (
      SELECT 1 FROM sessions s
      WHERE s.tenant_id = ${tenantId} AND s.user_id = u.id AND s.id = ${sessionId ?? null}
        AND s.created_at > clock_timestamp() - interval '15 minutes') AS signed_in_lately
    FROM users u WHERE u.id = ${userId}`;

/** True within a day after an authenticator app was set up in the place of one that was taken away. */
export async function isSecondFactorAnew(tx: TenantTransaction, userId: number): Promise<boolean> {
  const row = await selectOne<{ anew: boolean }>(tx)`
    SELECT coalesce(second_factor_anew_at > clock_timestamp() - interval '24 hours', false) AS anew
    FROM users WHERE id = ${userId}`;
  return row.anew;
}

export type TokenRow = RowOf<
  typeof personalTokens,
  "id" | "name" | "tokenPrefix" | "createdAt" | "lastUsedAt" | "expiresAt"
>;

/** Tokens that still work, newest first, at most 200; with an id that one alone. */
export const listTokens = (
  tx: TenantTransaction,
  { tenantId, userId }: Member,
  tokenId: number | null = null,
) =>
  selectAll<TokenRow>(tx)`
    SELECT id, name, token_prefix, created_at, last_used_at, expires_at FROM personal_tokens
    WHERE tenant_id = ${tenantId} AND user_id = ${userId} AND revoked_at IS NULL
      AND (expires_at IS NULL OR expires_at > clock_timestamp()) AND (${tokenId}::bigint IS NULL OR id = ${tokenId})
    ORDER BY id DESC LIMIT ${LISTED_MAX}`;

/**
 * Null: the membership was revoked meanwhile. Its row is held, so that a revocation at the same moment either sees the token
 * and ends it, or is seen here: a token that slipped past would come alive with a restored membership.
 */
export async function insertToken(
  tx: TenantTransaction,
  { tenantId, userId }: Member,
  token: { name: string; hash: string; prefix: string; validDays: number },
): Promise<number | null> {
  const row = await selectFirst<{ id: number }>(tx)`
    INSERT INTO personal_tokens (tenant_id, user_id, name, token_hash, token_prefix, expires_at)
    SELECT m.tenant_id, m.user_id, ${token.name}, ${token.hash}, ${token.prefix},
      clock_timestamp() + make_interval(days => ${token.validDays})
    FROM memberships m WHERE m.tenant_id = ${tenantId} AND m.user_id = ${userId} AND m.revoked_at IS NULL FOR SHARE
    RETURNING id`;
  return row?.id ?? null;
}

/** False: no such token of theirs, or it was revoked before. */
export async function revokeToken(tx: TenantTransaction, { tenantId, userId }: Member, tokenId: number) {
  const revoked = await execute(tx)`
    UPDATE personal_tokens SET revoked_at = clock_timestamp()
    WHERE tenant_id = ${tenantId} AND user_id = ${userId} AND id = ${tokenId} AND revoked_at IS NULL`;
  return revoked === 1;
}

export const setName = (tx: TenantTransaction, userId: number, name: string) =>
  execute(tx)`UPDATE users SET name = ${name} WHERE id = ${userId}`;

export const setPassword = (tx: TenantTransaction, userId: number, passwordHash: string) =>
  execute(tx)`UPDATE users SET password_hash = ${passwordHash} WHERE id = ${userId}`;

/** Ends every session of this person in every tenant, except the one that asks (null: except none). */
export async function endOtherSessions(
  tx: TenantTransaction,
  { userId }: Pick<Member, "userId">,
  keptSessionId: number | null,
): Promise<void> {
  await execute(tx)`SELECT end_other_sessions(${userId}::bigint, ${keptSessionId}::bigint)`;
}

export interface TotpFactor {
  sealedSecret: string;
  /** The last step whose code was spent; 0: none yet. */
  lastStep: number;
}

/** A live member's second factor. Null: none is set up, or no such member. */
export const findTotpFactor = (tx: TenantTransaction, { tenantId, userId }: Member) =>
  selectFirst<TotpFactor>(tx)`
    SELECT u.totp_secret_encrypted AS sealed_secret, u.totp_last_step AS last_step FROM users u
    JOIN memberships m ON m.user_id = u.id AND m.tenant_id = ${tenantId} AND m.revoked_at IS NULL
    WHERE u.id = ${userId} AND u.disabled_at IS NULL AND u.totp_secret_encrypted IS NOT NULL`;

/**
 * Accepts the code of one 30-second step. False: that step or a later one was spent already, or no such live member.
 * One conditional UPDATE, so that only one of two requests with the same code wins.
 */
export async function spendTotpStep(tx: TenantTransaction, member: Member & { step: number }) {
  const spent = await execute(tx)`
    UPDATE users u SET totp_last_step = ${member.step}
    WHERE u.id = ${member.userId} AND u.totp_last_step < ${member.step} AND u.disabled_at IS NULL AND EXISTS (
      SELECT 1 FROM memberships m
      WHERE m.user_id = u.id AND m.tenant_id = ${member.tenantId} AND m.revoked_at IS NULL)`;
  return spent === 1;
}

/**
 * `sealed` as lib/auth/totp seals it; `step` is the code that confirmed it, spent; `former` as it was when setting up began.
 * False: their credentials changed meanwhile.
 */
export async function setSecondFactor(
  tx: TenantTransaction,
  userId: number,
  factor: { sealed: string; step: number; replaces: string | null; former: number },
): Promise<boolean> {
  const set = await execute(tx)`
    UPDATE users
    SET totp_secret_encrypted = ${factor.sealed}, totp_last_step = greatest(totp_last_step, ${factor.step})
    WHERE id = ${userId} AND totp_secret_encrypted IS NOT DISTINCT FROM ${factor.replaces}::text
      AND cardinality(former_credentials) = ${factor.former}`;
  return set === 1;
}

/** Links the identity for good; returns the person's name. Null: either side was linked meanwhile, or they left. */
export async function linkOidcIdentity(
  tx: TenantTransaction,
  { tenantId, userId }: Member,
  identity: { issuer: string; subject: string; seal: string },
): Promise<string | null> {
  const row = await selectFirst<{ name: string }>(tx)`
    UPDATE users u SET oidc_issuer = ${identity.issuer}, oidc_subject = ${identity.subject},
      oidc_seal = ${identity.seal}
    WHERE u.id = ${userId} AND u.oidc_subject IS NULL AND u.disabled_at IS NULL AND EXISTS (
      SELECT 1 FROM memberships m WHERE m.tenant_id = ${tenantId} AND m.user_id = u.id AND m.revoked_at IS NULL)
    RETURNING u.name`;
  return row?.name ?? null;
}
