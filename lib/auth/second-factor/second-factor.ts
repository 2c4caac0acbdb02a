import { type Database, getDatabase, inTenant } from "@/db/client";
import { findTotpFactor, spendTotpStep } from "@/db/queries/people/accounts";
import { type Clock, systemClock } from "@/lib/clock";
import { AppError, assertNever } from "@/lib/core/errors";
import { log } from "@/lib/log";
import {
  GUESS_LIMIT,
  NO_GUESS,
  checkAttempt,
  knownSubject,
  rememberSubject,
  secondsToTry,
} from "@/lib/auth/sign-in/attempts";
import { matchTotpStep, openTotpSecret, secondsUntilStep } from "./totp";

export interface SecondFactorProof {
  tenantId: number;
  userId: number;
  /** Six digits from the person's authenticator app. */
  code: string;
  /** The browser session that proves it. One that proved a code before has a count of its own. Absent: a personal token. */
  sessionId?: number | undefined;
}

/**
 * Accepts each code once. It opens its own transactions, so call it outside any other: a failure must count even when
 * the caller rolls back.
 * @throws AppError step_up_failed 403 (wrong, used, or no authenticator set up); rate_limited 429 after five failures
 *   in fifteen minutes.
 */
export async function proveSecondFactor(
  { tenantId, userId, code, sessionId }: SecondFactorProof,
  { clock = systemClock, database = getDatabase() }: { clock?: Clock; database?: Database } = {},
): Promise<void> {
  const factor = await inTenant(database, tenantId, (tx) => findTotpFactor(tx, { tenantId, userId }));
  if (!factor) {
    throw new AppError(
      "step_up_failed",
      "No authenticator app is set up for you. Ask an administrator to set one up.",
    );
  }
  const step = matchTotpStep({ secret: openOrRefuse(userId, factor.sealedSecret), code, at: clock.now() });
  // A person who decides twice within thirty seconds is not guessing, so a used code is refused without being counted.
  // It also clears no earlier failures: otherwise one observed code would buy new guesses.
  if (step !== null && step <= factor.lastStep) throw codeUsed(factor.lastStep, clock);
  const { sql } = database;
  const own = sessionId === undefined ? null : `totp:${userId}@${sessionId}`;
  const attempt = await checkAttempt({
    sql,
    // Somebody who has only the password fails on the count of new sessions, and somebody who has only a token on that of
    // tokens, so that neither keeps a proven session out.
    subject: own === null ? `totp:${userId}@token` : await knownSubject(sql, own, `totp:${userId}`),
    limit: GUESS_LIMIT,
    check: async () => {
      if (step === null) return null;
      const accepted = await inTenant(database, tenantId, (tx) =>
        spendTotpStep(tx, { tenantId, userId, step }),
      );
      // A burst of one good code: one wins, and the others guessed nothing.
      return accepted || NO_GUESS;
    },
  });
  switch (attempt.outcome) {
    case "passed":
      if (own !== null) await rememberSubject(sql, own);
      return;
    case "no_guess":
      throw codeUsed(step ?? factor.lastStep, clock);
    case "failed":
      throw new AppError(
        "step_up_failed",
        "That code is not right. Enter the one your authenticator app shows now.",
      );
    case "too_many_attempts":
      throw new AppError("rate_limited", "Too many wrong codes. Wait a few minutes, then try again.", {
        retryAfterSeconds: secondsToTry(GUESS_LIMIT),
      });
    default:
      assertNever(attempt);
  }
}

/** @throws AppError step_up_failed 403 where neither key opens it: then nobody but an administrator can help. */
function openOrRefuse(userId: number, sealedSecret: string): string {
  try {
    return openTotpSecret(userId, sealedSecret);
  } catch {
    log.error(
      { userId },
      "An authenticator app's secret does not open: sealed with another key, or past the app",
    );
    throw new AppError(
      "step_up_failed",
      "Your authenticator app does not count any more. Ask an administrator to reset it, then set it up again.",
    );
  }
}

/** `next_code_in_seconds`: when the app shows a code that was not used. */
function codeUsed(lastStep: number, clock: Clock): AppError {
  return new AppError(
    "step_up_failed",
    "That code was used already. Wait for the next one, at most thirty seconds.",
    { members: { next_code_in_seconds: secondsUntilStep(lastStep + 1, clock.now()) } },
  );
}
