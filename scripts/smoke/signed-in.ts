import type { OwnerSql } from "@/db/client";
import { sealProof } from "@/lib/auth/session/proof-seal";
import { newStepUpToken } from "@/lib/auth/session/tokens";
import type { Step } from "@/lib/core/access/step-up";

/**
 * A browser's session, for tests and drills. A code of an authenticator app is good once in thirty seconds, so the second factor
 * and the step-ups of a session are put where a code would put them.
 */

export const SESSION_COOKIE = "next-auth.session-token";

/** Sends the same as the sign-in form; returns the cookie's value. @throws Error when no session comes back. */
export async function signInOver(url: string, who: { email: string; password: string }): Promise<string> {
  const first = await fetch(`${url}/api/auth/csrf`);
  const { csrfToken } = (await first.json()) as { csrfToken: string };
  const answer = await fetch(`${url}/api/auth/callback/credentials`, {
    method: "POST",
    redirect: "manual",
    headers: { cookie: pairs(first).join("; "), origin: url },
    body: new URLSearchParams({ csrfToken, email: who.email, password: who.password, json: "true" }),
  });
  const session = pairs(answer).find((pair) => pair.startsWith(`${SESSION_COOKIE}=`));
  if (!session) throw new Error(`${who.email} could not sign in: ${answer.status} ${await answer.text()}`);
  return session.slice(session.indexOf("=") + 1);
}

function pairs(answer: Response): string[] {
  return answer.headers.getSetCookie().map((cookie) => cookie.split(";")[0]!);
}

/** Every session of this person that goes on counts as proven by a second factor. */
export async function proveSessions(owner: OwnerSql, email: string): Promise<void> {
  const proven = await owner<{ id: number; user_id: number }[]>`
    UPDATE sessions s SET second_factor_at = now() FROM users u
    WHERE u.id = s.user_id AND u.email = ${email} AND s.ended_at IS NULL AND s.second_factor_at IS NULL
    RETURNING s.id, s.user_id`;
  for (const { id, user_id: userId } of proven)
    await owner`UPDATE sessions SET second_factor_seal = ${sealProof({ sessionId: id, userId })} WHERE id = ${id}`;
}

interface InSession {
  url: string;
  owner: OwnerSql;
  cookie: string;
}

interface Answered {
  status: number;
  text: string;
}

/** Sends in this session. Where a step-up is asked for, as the problem names it, the request is sent again with a token. */
export async function sendInSession<Answer extends Answered>(
  { url, owner, cookie }: InSession,
  send: (headers: Record<string, string>) => Promise<Answer>,
): Promise<Answer> {
  const headers = { cookie: `${SESSION_COOKIE}=${cookie}`, origin: url };
  const answer = await send(headers);
  if (answer.status !== 428) return answer;
  const problem = JSON.parse(answer.text) as { code: string } & Step;
  if (problem.code !== "step_up_missing") return answer;
  const account = (await (await fetch(`${url}/api/account`, { headers })).json()) as {
    sessions: { id: number; current: boolean }[];
  };
  const sessionId = account.sessions.find(({ current }) => current)!.id;
  const { purpose, subject } = problem;
  const [session] = await owner<{ tenant_id: number; user_id: number }[]>`
    SELECT tenant_id, user_id FROM sessions WHERE id = ${sessionId}`;
  const { tenant_id: tenantId, user_id: userId } = session!;
  const { token, hash } = newStepUpToken({ tenantId, userId, sessionId, purpose, subject });
  await owner`INSERT INTO step_up_tokens (tenant_id, user_id, session_id, purpose, subject, token_hash, expires_at)
    VALUES (${tenantId}, ${userId}, ${sessionId}, ${purpose}, ${subject}, ${hash}, now() + interval '5 minutes')`;
  return send({ ...headers, "x-step-up": token });
}
