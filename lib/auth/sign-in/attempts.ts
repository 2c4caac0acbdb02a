import type { Database } from "@/db/client";
import { countFailedAttempts, recordAuthAttempt } from "@/db/queries/people/identity";

/** How many failures a subject may have within a window before its attempts are refused unchecked. */
export interface AttemptLimit {
  failuresMax: number;
  windowSeconds: number;
}

export const GUESS_LIMIT: AttemptLimit = { failuresMax: 5, windowSeconds: 15 * 60 };

export interface Attempt<T> {
  sql: Database["sql"];
  subject: string;
  limit: AttemptLimit;
  /** Null: the attempt failed. An exception counts as a failure too. */
  check: () => Promise<T | null>;
}

export type AttemptOutcome<T> =
  { outcome: "passed"; value: T } | { outcome: "failed" } | { outcome: "too_many_attempts" };

/**
 * Checks one attempt, if the subject has any left. The attempt is recorded as failed before the check and cleared when
 * it passes: if it were recorded afterwards, a hundred simultaneous guesses would all be checked. A refusal is not
 * recorded, so retrying does not lengthen the wait.
 */
export async function checkAttempt<T>({
  sql,
  subject,
  limit,
  check,
}: Attempt<T>): Promise<AttemptOutcome<T>> {
  return oneAtATime(subject, async () => {
    if ((await countFailedAttempts(sql, subject, limit.windowSeconds)) >= limit.failuresMax)
      return { outcome: "too_many_attempts" };
    await recordAuthAttempt(sql, subject, false);
    // Other processes may have recorded attempts between the two counts.
    if ((await countFailedAttempts(sql, subject, limit.windowSeconds)) > limit.failuresMax)
      return { outcome: "too_many_attempts" };
    const value = await check();
    if (value === null) return { outcome: "failed" };
    await recordAuthAttempt(sql, subject, true);
    return { outcome: "passed", value };
  });
}

const lastBySubject = new Map<string, Promise<unknown>>();

/**
 * Runs the work of each subject one at a time within this process. Otherwise a person who signs in on six devices at
 * once would be refused because of attempts that are still being checked.
 */
async function oneAtATime<T>(subject: string, work: () => Promise<T>): Promise<T> {
  const previous = lastBySubject.get(subject) ?? Promise.resolve();
  const current = previous.then(work, work);
  lastBySubject.set(subject, current);
  try {
    return await current;
  } finally {
    if (lastBySubject.get(subject) === current) lastBySubject.delete(subject);
  }
}
