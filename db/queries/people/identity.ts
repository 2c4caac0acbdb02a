import type { Database } from "@/db/client";
import type { sessions, users } from "@/db/schema/people";
import type { AgentPrincipal, Person } from "@/lib/core/access/principal";

/** Look-ups that run before a tenant is known, through the narrow functions of db/functions/identity. */

type Sql = Database["sql"];
type User = typeof users.$inferSelect;

type Membership = Omit<Person, "kind" | "via" | "sessionId">;

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
): Promise<Person[]> {
  const rows = await sql<Membership[]>`SELECT * FROM find_session(${sessionId}, ${userId})`;
  return rows.map((row) => ({ kind: "person", ...row, via: "session", sessionId }));
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
export async function findPasswordLink(sql: Sql, tokenHash: string): Promise<PasswordLinkHolder | null> {
  const [row] = await sql<PasswordLinkHolder[]>`SELECT * FROM find_password_link(${tokenHash})`;
  return row ?? null;
}

export type OidcCandidate = {
  userId: number;
  /** The first tenant with a live membership; null: none. */
  tenantId: number | null;
} & Pick<User, "email" | "sessionVersion" | "oidcIssuer" | "oidcSubject">;

/** The person of that subject, and the person of that address: at most two. */
export const findOidcPeople = async (
  sql: Sql,
  claim: { issuer: string; subject: string; email: string },
): Promise<OidcCandidate[]> =>
  sql<OidcCandidate[]>`SELECT * FROM find_oidc_people(${claim.issuer}, ${claim.subject}, ${claim.email})`;

/** Null: unknown, expired or revoked, or its person was disabled or lost that membership. */
export async function findPersonalToken(sql: Sql, tokenHash: string): Promise<Person | null> {
  const [row] = await sql<Membership[]>`SELECT * FROM find_personal_token(${tokenHash})`;
  return row ? { kind: "person", ...row, via: "token" } : null;
}

/** Null: unknown or revoked. */
export async function findAgentKey(sql: Sql, keyHash: string): Promise<AgentPrincipal | null> {
  const [row] = await sql<Omit<AgentPrincipal, "kind">[]>`SELECT * FROM find_agent_key(${keyHash})`;
  return row ? { kind: "agent", ...row } : null;
}

/** Failures of one subject within the last `seconds`. */
export async function countFailedAttempts(sql: Sql, subject: string, seconds: number): Promise<number> {
  const [row] = await sql<{ failures: number }[]>`
    SELECT count_failed_attempts(${subject}, ${seconds}) AS failures`;
  return row!.failures;
}

/** A success forgets the subject's failures. */
export async function recordAuthAttempt(sql: Sql, subject: string, succeeded: boolean): Promise<void> {
  await sql`SELECT record_auth_attempt(${subject}, ${succeeded})`;
}
