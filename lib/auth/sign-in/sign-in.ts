import { type Database, getDatabase } from "@/db/client";
import {
  type SignInCandidate,
  countFailedAttempts,
  findUserForSignIn,
  recordAuthAttempt,
} from "@/db/queries/people/identity";
import { assertNever } from "@/lib/core/errors";
import { type AttemptLimit, GUESS_LIMIT, checkAttempt } from "./attempts";
import { verifyPassword } from "./password";

export interface SignInInput {
  email: string;
  password: string;
  /** The client's IP address; null if it is unknown. */
  clientAddress: string | null;
}

export type SignInOutcome =
  | { outcome: "signed_in"; user: Pick<SignInCandidate, "userId" | "name" | "email" | "sessionVersion"> }
  | { outcome: "refused" }
  | { outcome: "too_many_attempts" };

const EMAIL_LENGTH_MAX = 320;
/** Higher than the limit per person, because an office shares one address. */
const ADDRESS_LIMIT: AttemptLimit = { failuresMax: 50, windowSeconds: GUESS_LIMIT.windowSeconds };

/**
 * Checks a password. After five failures in fifteen minutes it refuses the right password too, so further guessing is
 * useless. Every outcome takes as long as a password check, whether or not the person exists.
 */
export async function signIn(
  { email, password, clientAddress }: SignInInput,
  { database = getDatabase() }: { database?: Database } = {},
): Promise<SignInOutcome> {
  const { sql } = database;
  const address = email.trim().toLowerCase();
  // The database would refuse NUL and over-long addresses with an error; they belong to nobody.
  if (address === "" || address.length > EMAIL_LENGTH_MAX || address.includes("\0")) {
    await verifyPassword(password, null);
    return { outcome: "refused" };
  }
  const clientSubject = clientAddress === null ? null : `sign-in-from:${clientAddress}`;
  if (await isClientOverLimit(sql, clientSubject)) return refuseUnchecked(password);
  const attempt = await checkAttempt({
    sql,
    subject: `sign-in:${address}`,
    limit: GUESS_LIMIT,
    check: async () => {
      const user = await findUserForSignIn(sql, address);
      return (await verifyPassword(password, user?.passwordHash ?? null)) ? user : null;
    },
  });
  switch (attempt.outcome) {
    case "too_many_attempts":
      return refuseUnchecked(password);
    case "failed":
      if (clientSubject !== null) await recordAuthAttempt(sql, clientSubject, false);
      return { outcome: "refused" };
    case "passed": {
      // The client's failures stay on record: an attacker's own account must not buy new guesses at others.
      const { userId, name, email: storedEmail, sessionVersion } = attempt.value;
      return { outcome: "signed_in", user: { userId, name, email: storedEmail, sessionVersion } };
    }
    default:
      return assertNever(attempt);
  }
}

async function refuseUnchecked(password: string): Promise<SignInOutcome> {
  await verifyPassword(password, null);
  return { outcome: "too_many_attempts" };
}

async function isClientOverLimit(sql: Database["sql"], subject: string | null): Promise<boolean> {
  if (subject === null) return false;
  return (await countFailedAttempts(sql, subject, ADDRESS_LIMIT.windowSeconds)) >= ADDRESS_LIMIT.failuresMax;
}
