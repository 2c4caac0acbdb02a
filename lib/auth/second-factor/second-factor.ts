import { type Database, getDatabase, inTenant } from "@/db/client";
import { findTotpFactor, spendTotpStep } from "@/db/queries/people/accounts";
import { type Clock, systemClock } from "@/lib/clock";
import { AppError, assertNever } from "@/lib/core/errors";
import { GUESS_LIMIT, checkAttempt } from "@/lib/auth/sign-in/attempts";
import { matchTotpStep, openTotpSecret } from "./totp";

export interface SecondFactorProof {
  tenantId: number;
  userId: number;
  /** Six digits from the person's authenticator app. */
  code: string;
}

/**
 * Accepts each code once. It opens its own transactions, so call it outside any other: a failure must count even when
 * the caller rolls back.
 * @throws AppError step_up_failed 403 (wrong, used, or no authenticator set up); rate_limited 429 after five failures
 *   in fifteen minutes.
 */
export async function proveSecondFactor(
  { tenantId, userId, code }: SecondFactorProof,
  { clock = systemClock, database = getDatabase() }: { clock?: Clock; database?: Database } = {},
): Promise<void> {
  const factor = await inTenant(database, tenantId, (tx) => findTotpFactor(tx, { tenantId, userId }));
  if (!factor) {
    throw new AppError(
      "step_up_failed",
      "No authenticator app is set up for you. Ask an administrator to set one up.",
    );
  }
  const step = matchTotpStep({ secret: openTotpSecret(userId, factor.sealedSecret), code, at: clock.now() });
  // A person who decides twice within thirty seconds is not guessing, so a used code is refused without being counted.
  // It also clears no earlier failures: otherwise one observed code would buy new guesses.
  if (step !== null && step <= factor.lastStep) throw codeUsed();
  const attempt = await checkAttempt({
    sql: database.sql,
    subject: `totp:${userId}`,
    limit: GUESS_LIMIT,
    check: async () => {
      if (step === null) return null;
      const accepted = await inTenant(database, tenantId, (tx) =>
        spendTotpStep(tx, { tenantId, userId, step }),
      );
      return accepted || null;
    },
  });
  switch (attempt.outcome) {
    case "passed":
      return;
    case "failed":
      if (step !== null) throw codeUsed();
      throw new AppError(
        "step_up_failed",
        "That code is not right. Enter the one your authenticator app shows now.",
      );
    case "too_many_attempts":
      throw new AppError("rate_limited", "Too many wrong codes. Wait fifteen minutes, then try again.", {
        retryAfterSeconds: GUESS_LIMIT.windowSeconds,
      });
    default:
      assertNever(attempt);
  }
}

function codeUsed(): AppError {
  return new AppError(
    "step_up_failed",
    "That code was used already. Wait for the next one, at most thirty seconds.",
  );
}
