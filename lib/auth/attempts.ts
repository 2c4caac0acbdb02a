import type { Database } from "@/db/client";
import { countFailedAttempts, recordAuthAttempt } from "@/db/queries/identity";

/** How many failures a subject may have within a window before it is refused unheard. */
export interface AttemptLimit {
  failuresMax: number;
  windowSeconds: number;
}

export const GUESS_LIMIT: AttemptLimit = { failuresMax: 5, windowSeconds: 15 * 60 };

/**
 * Takes one of the subject's attempts; false when none is left. The attempt counts as failed from the start and is
 * forgiven by `forgiveAttempts`: counted only afterwards, a hundred guesses at once would all pass. A refusal counts
 * nothing, so that asking again does not lengthen the wait.
 */
export async function takeAttempt(
  sql: Database["sql"],
  subject: string,
  limit: AttemptLimit,
): Promise<boolean> {
  if ((await countFailedAttempts(sql, subject, limit.windowSeconds)) >= limit.failuresMax) return false;
  await recordAuthAttempt(sql, subject, false);
  return (await countFailedAttempts(sql, subject, limit.windowSeconds)) <= limit.failuresMax;
}

/** After a success: the subject's failures are forgotten. */
export async function forgiveAttempts(sql: Database["sql"], subject: string): Promise<void> {
  await recordAuthAttempt(sql, subject, true);
}
