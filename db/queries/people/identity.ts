import type { Database } from "@/db/client";
import type { sessions, users } from "@/db/schema/people";
import type { AgentPrincipal, Person } from "@/lib/core/access/principal";

/** Look-ups that run before a tenant is known, through the narrow functions of db/functions/identity. */

type Sql = Database["sql"];
type User = typeof users.$inferSelect;

/** A person's membership as it is stored. lib/auth trusts its role where the seal fits. */
export type StoredMembership = Omit<Person, "kind" | "via" | "sessionId" | "secondFactorProven"> & {
  roleSeal: string | null;
  roleChanges: number;
};

export interface SessionMembership extends StoredMembership {
  /** Fits where the session's person entered a code of their authenticator app in it. */
  secondFactorSeal: string | null;
}

export type SignInCandidate = { userId: number } & Pick<
  User,
  "name" | "email" | "passwordHash" | "sessionVersion"
>;

/** Null: no such person, or disabled. */
export async function findUserForSignIn(sql: Sql, email: string): Promise<SignInCandidate | null> {
  const [row] = await sql<SignInCandidate[]>`SELECT * FROM find_user_for_sign_in(${email})`;
  return row ?? null;
}

/**
 * Live memberships, the one the session works in first. Empty: the session ended or ran out, its person was disabled, or
 * every membership was revoked.
 */
export async function findSession(
  sql: Sql,
  { sessionId, userId }: { sessionId: number; userId: number },
): Promise<SessionMembership[]> {
  return sql<SessionMembership[]>`SELECT * FROM find_session(${sessionId}, ${userId})`;
}

type NewSession = Pick<typeof sessions.$inferInsert, "userId" | "sessionVersion" | "via"> & {
  userAgent: string | null;
  validSeconds: number;
};

/** Begins a session; null: no live membership is left, or the sessions were ended in between. */
export async function openSession(sql: Sql, session: NewSession): Promise<number | null> {
  const { userId, sessionVersion, via, userAgent, validSeconds } = session;
  const [row] = await sql<{ id: number | null }[]>`
    SELECT open_session(${userId}, ${sessionVersion}, ${via}, ${userAgent}, ${validSeconds}) AS id`;
  return row!.id;
}

/** The session's person proved their second factor in it, as the app's seal says. An ended session stays as it is. */
export async function proveSession(
  sql: Sql,
  { sessionId, userId }: { sessionId: number; userId: number },
  seal: string,
): Promise<void> {
  await sql`SELECT prove_session(${sessionId}, ${userId}, ${seal})`;
}

/** Ends one session of this person; ending it twice changes nothing. */
export async function endSession(sql: Sql, sessionId: number, userId: number): Promise<void> {
  await sql`SELECT end_session(${sessionId}, ${userId})`;
}

/** Moves the session to this tenant. False: it ended, or its person has no live membership there. */
export async function moveSession(
  sql: Sql,
  { sessionId, userId, tenantId }: { sessionId: number; userId: number; tenantId: number },
): Promise<boolean> {
  const [row] = await sql<{ moved: boolean }[]>`
    SELECT move_session(${sessionId}, ${userId}, ${tenantId}) AS moved`;
  return row!.moved;
}

interface PasswordLinkHolder {
  linkId: number;
  tenantId: number;
  userId: number;
  name: string;
  email: string;
}

/** Null: unknown, used or out of time, or its person may not come in. */
export async function findPasswordLink(sql: Sql, forms: string[]): Promise<PasswordLinkHolder | null> {
  const [row] = await sql<PasswordLinkHolder[]>`SELECT * FROM find_password_link(${forms}::text[])`;
  return row ?? null;
}

export type OidcCandidate = {
  userId: number;
  /** The first tenant with a live membership; null: none. */
  tenantId: number | null;
} & Pick<User, "email" | "sessionVersion" | "oidcIssuer" | "oidcSubject" | "oidcSeal">;

/** The person of that subject, and the person of that address: at most two. */
export const findOidcPeople = async (
  sql: Sql,
  claim: { issuer: string; subject: string; email: string },
): Promise<OidcCandidate[]> =>
  sql<OidcCandidate[]>`SELECT * FROM find_oidc_people(${claim.issuer}, ${claim.subject}, ${claim.email})`;

/**
 * The token may be stored in any of these forms; from now on it stands in the first. Null: unknown, expired or revoked, or
 * its person was disabled or lost that membership.
 */
export async function findPersonalToken(sql: Sql, forms: string[]): Promise<StoredMembership | null> {
  const [row] = await sql<StoredMembership[]>`SELECT * FROM find_personal_token(${forms}::text[])`;
  return row ?? null;
}

/** The same of an agent's key. Null: unknown or revoked. */
export async function findAgentKey(sql: Sql, forms: string[]): Promise<AgentPrincipal | null> {
  const [row] = await sql<Omit<AgentPrincipal, "kind">[]>`SELECT * FROM find_agent_key(${forms}::text[])`;
  return row ? { kind: "agent", ...row } : null;
}

/**
 * Counts a failure before its check. Resolves with the subject's failures, this one included; null: there were `max`
 * already, and nothing was counted. A `max` of null never refuses.
 */
export async function recordAuthAttempt(
  sql: Sql,
  subject: string,
  max: number | null,
  drainSeconds: number,
): Promise<number | null> {
  const [row] = await sql<{ failures: number | null }[]>`
    SELECT record_auth_attempt(${subject}, ${max}::integer, ${drainSeconds}::float8) AS failures`;
  return row?.failures ?? null;
}

/** Takes failures back. The subject is known from then on, also with a count of 0. */
export async function forgiveAuthAttempts(sql: Sql, subject: string, count: number): Promise<void> {
  await sql`SELECT forgive_auth_attempts(${subject}, ${count}::integer)`;
}

export async function knowsAuthSubject(sql: Sql, subject: string): Promise<boolean> {
  const [row] = await sql<{ known: boolean }[]>`SELECT knows_auth_subject(${subject}) AS known`;
  return row!.known;
}
