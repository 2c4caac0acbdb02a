import type { Database } from "@/db/client";
import { countFailedAttempts, recordAuthAttempt } from "@/db/queries/people/identity";

/** How many failures a subject may have within a window before it is refused unheard. */
export interface AttemptLimit {
  failuresMax: number;
  windowSeconds: number;
}

export const GUESS_LIMIT: AttemptLimit = { failuresMax: 5, windowSeconds: 15 * 60 };

export interface Attempt<T> {
  sql: Database["sql"];
  subject: string;
  limit: AttemptLimit;
  /** The check itself; null: it failed. What it throws counts as a failure too. */
  judge: () => Promise<T | null>;
}

export type AttemptOutcome<T> =
  { outcome: "passed"; value: T } | { outcome: "failed" } | { outcome: "refused_unheard" };

/**
 * Judges one attempt of a subject that has any left. It counts as failed before it is judged and is forgiven when it
 * passes: counted only afterwards, a hundred guesses at once would all be heard. A refusal counts nothing, so that
 * asking again does not lengthen the wait.
 */
export async function judgeAttempt<T>({
  sql,
  subject,
  limit,
  judge,
}: Attempt<T>): Promise<AttemptOutcome<T>> {
  return inTurn(subject, async () => {
    if ((await countFailedAttempts(sql, subject, limit.windowSeconds)) >= limit.failuresMax)
      return { outcome: "refused_unheard" };
    await recordAuthAttempt(sql, subject, false);
    // Other processes take attempts as well, between the two counts.
    if ((await countFailedAttempts(sql, subject, limit.windowSeconds)) > limit.failuresMax)
      return { outcome: "refused_unheard" };
    const value = await judge();
    if (value === null) return { outcome: "failed" };
    await recordAuthAttempt(sql, subject, true);
    return { outcome: "passed", value };
  });
}

const lastInTurn = new Map<string, Promise<unknown>>();

/**
 * One after the other per subject within this process: somebody who signs in on six devices at once must not be refused
 * for attempts that are still being judged.
 */
async function inTurn<T>(subject: string, work: () => Promise<T>): Promise<T> {
  const before = lastInTurn.get(subject) ?? Promise.resolve();
  const mine = before.then(work, work);
  lastInTurn.set(subject, mine);
  try {
    return await mine;
  } finally {
    if (lastInTurn.get(subject) === mine) lastInTurn.delete(subject);
  }
}
