import type { Database } from "@/db/client";
import { forgiveAuthAttempts, knowsAuthSubject, recordAuthAttempt } from "@/db/queries/people/identity";

/** How many failures a subject may have within a window before its attempts are refused unchecked. They drain evenly. */
export interface AttemptLimit {
  failuresMax: number;
  windowSeconds: number;
}

export const GUESS_LIMIT: AttemptLimit = { failuresMax: 5, windowSeconds: 15 * 60 };

/** The seconds until a refused subject may try again. */
export const secondsToTry = ({ failuresMax, windowSeconds }: AttemptLimit): number =>
  windowSeconds / failuresMax;

/** A check's answer for an attempt that is refused and was no guess, such as a right code that was used already. */
export const NO_GUESS = Symbol("no guess");

export interface Attempt<T> {
  sql: Database["sql"];
  subject: string;
  limit: AttemptLimit;
  /** Null: the attempt failed. An exception counts as a failure too. */
  check: () => Promise<T | typeof NO_GUESS | null>;
}

export type AttemptOutcome<T> =
  | { outcome: "passed"; value: T }
  | { outcome: "failed" }
  | { outcome: "no_guess" }
  | { outcome: "too_many_attempts" };

/**
 * Checks one attempt, if the subject has any left. The attempt is recorded as failed before the check and forgiven when
 * it passes: if it were recorded afterwards, a hundred simultaneous guesses would all be checked. A refusal is not
 * recorded, so retrying does not lengthen the wait. The subject must be one that no stranger can fail for: a device, a
 * session, a person who is signed in.
 */
export async function checkAttempt<T>({
  sql,
  subject,
  limit,
  check,
}: Attempt<T>): Promise<AttemptOutcome<T>> {
  return oneAtATime(subject, async () => {
    const failures = await recordAuthAttempt(sql, subject, limit.failuresMax, secondsToTry(limit));
    if (failures === null) return { outcome: "too_many_attempts" };
    const value = await check();
    if (value === null) return { outcome: "failed" };
    await forgiveAuthAttempts(sql, subject, value === NO_GUESS ? 1 : limit.failuresMax);
    return value === NO_GUESS ? { outcome: "no_guess" } : { outcome: "passed", value };
  });
}

/** From here on the subject is known (`knownSubject`) for a day after its last attempt. */
export const rememberSubject = (sql: Database["sql"], subject: string): Promise<void> =>
  forgiveAuthAttempts(sql, subject, 0);

/** The subject if it is known, else the one that it shares with everybody unknown. */
export async function knownSubject(
  sql: Database["sql"],
  own: string | null,
  shared: string,
): Promise<string> {
  return own !== null && (await knowsAuthSubject(sql, own)) ? own : shared;
}

/** Up to this many failures cause no delay; each one after that doubles it, up to the longest. */
const FREE_FAILURES = 5;
const DELAY_MS_FIRST = 500;
const DELAY_MS_MAX = 4_000;
const UNKNOWN_FAILURES_MAX = 20;

export function delayMsAfter(failures: number): number {
  const over = Math.round(failures) - FREE_FAILURES;
  return over <= 0 ? 0 : Math.min(DELAY_MS_MAX, DELAY_MS_FIRST * 2 ** (over - 1));
}

type Wait = (ms: number) => Promise<void>;

export interface SlowAttempt<T> extends Omit<Attempt<T>, "limit"> {
  wait?: Wait;
}

/**
 * Checks an attempt of somebody whom nothing tells from a stranger. It is never refused for the failures of others, or a
 * stranger would lock the owner out: it takes longer with each of them, for wrong and right passwords alike. Of one
 * subject so many wait at once; another one takes the place of a random one of them, which is told to try again.
 */
export async function checkSlowly<T>({
  sql,
  subject,
  check,
  wait = sleep,
}: SlowAttempt<T>): Promise<AttemptOutcome<T>> {
  const drainSeconds = secondsToTry(GUESS_LIMIT);
  const failures = (await recordAuthAttempt(sql, subject, null, drainSeconds)) ?? UNKNOWN_FAILURES_MAX;
  const delayMs = delayMsAfter(failures);
  if (delayMs > 0 && !(await waitInLine(subject, () => wait(delayMs))))
    return { outcome: "too_many_attempts" };
  const value = await check();
  if (value === null) return { outcome: "failed" };
  // Its own failure alone: a stranger with an account here buys no faster guesses at others.
  await forgiveAuthAttempts(sql, subject, 1);
  return value === NO_GUESS ? { outcome: "no_guess" } : { outcome: "passed", value };
}

const WAITING_OF_SUBJECT_MAX = 50;
const lines = new Map<string, (() => void)[]>();

/** False: it lost its place. */
async function waitInLine(subject: string, untilDelayed: () => Promise<void>): Promise<boolean> {
  const line = lines.get(subject) ?? [];
  lines.set(subject, line);
  if (line.length >= WAITING_OF_SUBJECT_MAX) line[Math.floor(Math.random() * line.length)]!();
  let leave = () => {};
  try {
    const dropped = new Promise<false>((resolve) => {
      leave = () => {
        line.splice(line.indexOf(leave), 1);
        resolve(false);
      };
      line.push(leave);
    });
    return await Promise.race([dropped, untilDelayed().then(() => true)]);
  } finally {
    if (line.includes(leave)) line.splice(line.indexOf(leave), 1);
    if (line.length === 0) lines.delete(subject);
  }
}

const sleep: Wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

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
