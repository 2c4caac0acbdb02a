import { sql as fragment } from "drizzle-orm";
import type { Database, TenantTransaction } from "@/db/client";
import type { AgentPrincipal, Person, Role } from "@/lib/core/access/principal";

/** Who somebody is. The look-ups of the first half run before a tenant is known, through the narrow functions of db/functions/identity. */

type Sql = Database["sql"];

interface MembershipRow {
  userId: number;
  name: string;
  email: string;
  tenantId: number;
  tenantSlug: string;
  tenantName: string;
  role: Role;
}

export interface SignInCandidate {
  userId: number;
  name: string;
  email: string;
  passwordHash: string | null;
  sessionVersion: number;
}

/** Null: no such person, or disabled. */
export async function findUserForSignIn(sql: Sql, email: string): Promise<SignInCandidate | null> {
  const [row] = await sql`SELECT * FROM find_user_for_sign_in(${email})`;
  if (!row) return null;
  return {
    userId: row.userId,
    name: row.name,
    email: row.email,
    passwordHash: row.passwordHash,
    sessionVersion: row.sessionVersion,
  };
}

/**
 * Live memberships, the one the session works in first. Empty: the session ended or ran out, its person was disabled, or
 * every membership was revoked.
 */
export async function findSession(
  sql: Sql,
  { sessionId, userId }: { sessionId: number; userId: number },
): Promise<Person[]> {
  const rows = await sql<MembershipRow[]>`SELECT * FROM find_session(${sessionId}, ${userId})`;
  return rows.map((row) => ({ ...personOf(row, "session"), sessionId }));
}

/** Begins a session; null: no live membership is left, or the sessions were ended in between. */
export async function openSession(
  sql: Sql,
  session: {
    userId: number;
    sessionVersion: number;
    via: "password" | "oidc";
    userAgent: string | null;
    validSeconds: number;
  },
): Promise<number | null> {
  const [row] = await sql<{ id: number | null }[]>`
    SELECT open_session(${session.userId}, ${session.sessionVersion}, ${session.via}, ${session.userAgent}, ${session.validSeconds}) AS id`;
  return row!.id;
}

/** Ends one session of this person; ending it twice changes nothing. */
export async function endSession(sql: Sql, sessionId: number, userId: number): Promise<void> {
  await sql`SELECT end_session(${sessionId}, ${userId})`;
}

/** The tenant in which the session works from now on. False: it ended, or its person has no live membership there. */
export async function moveSession(
  sql: Sql,
  { sessionId, userId, tenantId }: { sessionId: number; userId: number; tenantId: number },
): Promise<boolean> {
  const [row] = await sql<
    { moved: boolean }[]
  >`SELECT move_session(${sessionId}, ${userId}, ${tenantId}) AS moved`;
  return row!.moved;
}

export interface PasswordLinkHolder {
  linkId: number;
  tenantId: number;
  userId: number;
  name: string;
  email: string;
}

/** Null: unknown, used or out of time, or its person may not come in. */
export async function findPasswordLink(sql: Sql, tokenHash: string): Promise<PasswordLinkHolder | null> {
  const [row] = await sql`SELECT * FROM find_password_link(${tokenHash})`;
  if (!row) return null;
  return {
    linkId: row.linkId,
    tenantId: row.tenantId,
    userId: row.userId,
    name: row.name,
    email: row.email,
  };
}

export interface OidcCandidate {
  userId: number;
  email: string;
  sessionVersion: number;
  oidcIssuer: string | null;
  oidcSubject: string | null;
  /** The first tenant with a live membership; null: none. */
  tenantId: number | null;
}

/** Who could be meant: the person of that subject, and the person of that address. At most two. */
export async function findOidcPeople(
  sql: Sql,
  claim: { issuer: string; subject: string; email: string },
): Promise<OidcCandidate[]> {
  const rows = await sql`SELECT * FROM find_oidc_people(${claim.issuer}, ${claim.subject}, ${claim.email})`;
  return rows.map((row) => ({
    userId: row.userId,
    email: row.email,
    sessionVersion: row.sessionVersion,
    oidcIssuer: row.oidcIssuer,
    oidcSubject: row.oidcSubject,
    tenantId: row.tenantId,
  }));
}

/** Null: unknown, expired or revoked, or its person was disabled or lost that membership. */
export async function findPersonalToken(sql: Sql, tokenHash: string): Promise<Person | null> {
  const [row] = await sql<MembershipRow[]>`SELECT * FROM find_personal_token(${tokenHash})`;
  return row ? personOf(row, "token") : null;
}

/** Null: unknown or revoked. */
export async function findAgentKey(sql: Sql, keyHash: string): Promise<AgentPrincipal | null> {
  const [row] = await sql`SELECT * FROM find_agent_key(${keyHash})`;
  if (!row) return null;
  return {
    kind: "agent",
    agentId: row.agentId,
    tenantId: row.tenantId,
    tenantSlug: row.tenantSlug,
    name: row.name,
    onBehalfOfUserId: row.onBehalfOfUserId,
    proposalsPerMinuteMax: row.proposalsPerMinuteMax,
    pendingMax: row.pendingMax,
  };
}

/** Failures of one subject within the last `seconds`. */
export async function countFailedAttempts(sql: Sql, subject: string, seconds: number): Promise<number> {
  const [row] = await sql<
    { failures: number }[]
  >`SELECT count_failed_attempts(${subject}, ${seconds}) AS failures`;
  return row!.failures;
}

/** A success forgets the subject's failures. */
export async function recordAuthAttempt(sql: Sql, subject: string, succeeded: boolean): Promise<void> {
  await sql`SELECT record_auth_attempt(${subject}, ${succeeded})`;
}

interface Member {
  tenantId: number;
  userId: number;
}

export interface TotpFactor {
  sealedSecret: string;
  /** The last step whose code was spent; 0: none yet. */
  lastStep: number;
}

/** A live member's second factor. Null: none is set up, or no such member. */
export async function findTotpFactor(
  tx: TenantTransaction,
  { tenantId, userId }: Member,
): Promise<TotpFactor | null> {
  const rows = await tx.execute<{ totpSecretEncrypted: string; totpLastStep: number }>(fragment`
    SELECT u.totp_secret_encrypted, u.totp_last_step FROM users u
    JOIN memberships m ON m.user_id = u.id AND m.tenant_id = ${tenantId} AND m.revoked_at IS NULL
    WHERE u.id = ${userId} AND u.disabled_at IS NULL AND u.totp_secret_encrypted IS NOT NULL`);
  const row = rows[0];
  return row ? { sealedSecret: row.totpSecretEncrypted, lastStep: row.totpLastStep } : null;
}

/**
 * Accepts the code of one 30-second step. False: that step or a later one was spent already, or no such live member.
 * One conditional UPDATE, so that of two requests with one code a single one wins.
 */
export async function spendTotpStep(
  tx: TenantTransaction,
  member: Member & { step: number },
): Promise<boolean> {
  const rows = await tx.execute(fragment`
    UPDATE users u SET totp_last_step = ${member.step}
    WHERE u.id = ${member.userId} AND u.totp_last_step < ${member.step} AND u.disabled_at IS NULL
      AND EXISTS (SELECT 1 FROM memberships m
                  WHERE m.user_id = u.id AND m.tenant_id = ${member.tenantId} AND m.revoked_at IS NULL)
    RETURNING u.id`);
  return rows.length === 1;
}

/** Live members who may approve. */
export async function countApprovers(tx: TenantTransaction, tenantId: number): Promise<number> {
  const rows = await tx.execute<{ approvers: number }>(fragment`
    SELECT count(*)::integer AS approvers FROM memberships m JOIN users u ON u.id = m.user_id
    WHERE m.tenant_id = ${tenantId} AND m.role IN ('approver', 'admin') AND m.revoked_at IS NULL AND u.disabled_at IS NULL`);
  return rows[0]!.approvers;
}

function personOf(row: MembershipRow, via: Person["via"]): Person {
  return {
    kind: "person",
    userId: row.userId,
    tenantId: row.tenantId,
    tenantSlug: row.tenantSlug,
    tenantName: row.tenantName,
    name: row.name,
    email: row.email,
    role: row.role,
    via,
  };
}
