import { inTenant } from "@/db/client";
import { isSecondFactorAnew } from "@/db/queries/people/accounts";
import { proveSession as markProven } from "@/db/queries/people/identity";
import { insertStepUp } from "@/db/queries/people/step-up";
import { proveFactor } from "@/lib/auth/second-factor/prove-factor";
import { sealProof } from "@/lib/auth/session/proof-seal";
import { newStepUpToken } from "@/lib/auth/session/tokens";
import type { StepUpInput, StepUpResult } from "@/lib/contract/people/step-up";
import { AppError } from "@/lib/core/errors";
import type { Person } from "@/lib/core/access/principal";
import { requireRole } from "@/lib/core/access/require-role";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { requireSession } from "./spend-step-up";

const validSeconds = 5 * 60;

/**
 * Mints a token for one step of this session, against a fresh code. It works once, for five minutes, for this purpose and
 * subject alone. An authenticator app in the place of one that was taken away mints none for a day: it may be anybody's.
 * @throws AppError session_required, not_allowed, recently_recovered, step_up_failed 403; rate_limited 429.
 */
export async function beginStepUp(
  person: Person,
  { purpose, subject, factor }: StepUpInput,
  gateway: Gateway = getGateway(),
): Promise<StepUpResult> {
  requireRole(person, "admin");
  const sessionId = requireSession(person);
  const { tenantId, userId } = person;
  if (await inTenant(gateway.database, tenantId, (tx) => isSecondFactorAnew(tx, userId)))
    throw new AppError(
      "recently_recovered",
      "You set up an authenticator app in the place of one that was taken away: for a day from then, another administrator has to do this.",
    );
  await proveFactor(person, { factor, about: { kind: "step", purpose, subject } }, gateway);
  await markSessionProven({ sessionId, userId }, gateway);
  const use = { tenantId, userId, sessionId, purpose, subject };
  const { token, hash: tokenHash } = newStepUpToken(use);
  const expiresAt = await inTenant(gateway.database, tenantId, (tx) =>
    insertStepUp(tx, { ...use, tokenHash, validSeconds }),
  );
  return { step_up_token: token, expires_at: expiresAt.toISOString() };
}

/**
 * Proves the second factor within this session: an administrator gets no further without.
 * @throws AppError session_required, step_up_failed 403; rate_limited 429.
 */
export async function proveSession(
  person: Person,
  factor: StepUpInput["factor"],
  gateway: Gateway = getGateway(),
): Promise<void> {
  const sessionId = requireSession(person);
  await proveFactor(person, { factor, about: { kind: "session" } }, gateway);
  await markSessionProven({ sessionId, userId: person.userId }, gateway);
}

const markSessionProven = (session: { sessionId: number; userId: number }, { database }: Gateway) =>
  markProven(database.sql, session, sealProof(session));
