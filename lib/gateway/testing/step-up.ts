import type { OwnerSql } from "@/db/client";
import { sealProof } from "@/lib/auth/session/proof-seal";
import { newStepUpToken } from "@/lib/auth/session/tokens";
import type { Person } from "@/lib/core/access/principal";
import type { StepUpPurpose } from "@/lib/core/access/step-up";

/** This person in a session of their own, proven by a second factor. */
export async function inSession(owner: OwnerSql, person: Person): Promise<Person & { sessionId: number }> {
  const [row] = await owner<{ id: number }[]>`
    INSERT INTO sessions (user_id, tenant_id, session_version, via, expires_at, second_factor_at)
    SELECT id, ${person.tenantId}, session_version, 'password', now() + interval '1 hour', now() FROM users
    WHERE id = ${person.userId} RETURNING id`;
  const { id: sessionId } = row!;
  const seal = sealProof({ sessionId, userId: person.userId });
  await owner`UPDATE sessions SET second_factor_seal = ${seal} WHERE id = ${sessionId}`;
  return { ...person, via: "session", sessionId, secondFactorProven: true };
}

/** The same, with a token for one step: POST /api/step-up would ask for a code, and a code is good once in thirty seconds. */
export async function steppedUp(
  owner: OwnerSql,
  person: Person,
  purpose: StepUpPurpose,
  subject: string | number,
): Promise<Person> {
  const signedIn = await inSession(owner, person);
  const { tenantId, userId, sessionId } = signedIn;
  const use = { tenantId, userId, sessionId, purpose, subject: String(subject) };
  const { token, hash } = newStepUpToken(use);
  await owner`INSERT INTO step_up_tokens (tenant_id, user_id, session_id, purpose, subject, token_hash, expires_at)
    VALUES (${tenantId}, ${userId}, ${sessionId}, ${purpose}, ${use.subject}, ${hash}, now() + interval '5 minutes')`;
  return { ...signedIn, stepUp: token };
}
