import { type Database, getDatabase, inTenant } from "@/db/client";
import { findTotpSecret, spendTotpStep } from "@/db/queries/identity";
import { type Clock, systemClock } from "@/lib/clock";
import { AppError } from "@/lib/core/errors";
import { GUESS_LIMIT, forgiveAttempts, takeAttempt } from "./attempts";
import { matchTotpStep, openTotpSecret } from "./totp";

export interface SecondFactorClaim {
  tenantId: number;
  userId: number;
  /** Six digits from the person's authenticator app. */
  code: string;
}

/**
 * Accepts a code once. Opens transactions of its own: call it outside any other, since a failure must be counted even
 * when the caller then rolls back.
 * @throws AppError step_up_failed 403 (wrong, used, or no authenticator set up); rate_limited 429 after five failures in
 *   fifteen minutes.
 */
export async function proveSecondFactor(
  { tenantId, userId, code }: SecondFactorClaim,
  { clock = systemClock, database = getDatabase() }: { clock?: Clock; database?: Database } = {},
): Promise<void> {
  const subject = `totp:${userId}`;
  if (!(await takeAttempt(database.sql, subject, GUESS_LIMIT))) {
    throw new AppError("rate_limited", "Too many wrong codes. Wait fifteen minutes, then try again.", {
      retryAfterSeconds: GUESS_LIMIT.windowSeconds,
    });
  }
  const sealed = await inTenant(database, tenantId, (tx) => findTotpSecret(tx, { tenantId, userId }));
  if (sealed === null) {
    throw new AppError(
      "step_up_failed",
      "No authenticator app is set up for you. Ask an administrator to set one up.",
    );
  }
  const step = matchTotpStep({ secret: openTotpSecret(userId, sealed), code, at: clock.now() });
  if (step === null) {
    throw new AppError(
      "step_up_failed",
      "That code is not right. Enter the one your authenticator app shows now.",
    );
  }
  const accepted = await inTenant(database, tenantId, (tx) => spendTotpStep(tx, { tenantId, userId, step }));
  if (!accepted) {
    throw new AppError(
      "step_up_failed",
      "That code was used already. Wait for the next one, at most thirty seconds.",
    );
  }
  await forgiveAttempts(database.sql, subject);
}
