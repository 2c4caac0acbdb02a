import { type Database, getDatabase } from "@/db/client";
import {
  type SignInCandidate,
  countFailedAttempts,
  findUserForSignIn,
  recordAuthAttempt,
} from "@/db/queries/people/identity";
import { assertNever } from "@/lib/core/errors";
import { type AttemptLimit, GUESS_LIMIT, judgeAttempt } from "./attempts";
import { verifyPassword } from "./password";

export interface SignInClaim {
  email: string;
  password: string;
  /** Where the request came from; null where nothing says so. */
  address: string | null;
}

export type SignInOutcome =
  | { outcome: "signed_in"; user: Pick<SignInCandidate, "userId" | "name" | "email" | "sessionVersion"> }
  | { outcome: "refused" }
  | { outcome: "too_many_attempts" };

const EMAIL_LENGTH_MAX = 320;
/** Wider than for one person: an office shares an address. */
const ADDRESS_LIMIT: AttemptLimit = { failuresMax: 50, windowSeconds: GUESS_LIMIT.windowSeconds };

/**
 * Checks a password. After five failures in fifteen minutes the right password is refused too, so that guessing on
 * yields nothing. Every answer takes a password check's time, whoever was asked for.
 */
export async function signIn(
  { email, password, address }: SignInClaim,
  { database = getDatabase() }: { database?: Database } = {},
): Promise<SignInOutcome> {
  const { sql } = database;
  const wanted = email.trim().toLowerCase();
  // NUL and over-long addresses are nobody's; the database would refuse them with an error instead.
  if (wanted === "" || wanted.length > EMAIL_LENGTH_MAX || wanted.includes("\0")) {
    await verifyPassword(password, null);
    return { outcome: "refused" };
  }
  const byAddress = address === null ? null : `sign-in-from:${address}`;
  if (await isAddressSpent(sql, byAddress)) return refuseUnheard(password);
  const attempt = await judgeAttempt({
    sql,
    subject: `sign-in:${wanted}`,
    limit: GUESS_LIMIT,
    judge: async () => {
      const user = await findUserForSignIn(sql, wanted);
      return (await verifyPassword(password, user?.passwordHash ?? null)) ? user : null;
    },
  });
  switch (attempt.outcome) {
    case "refused_unheard":
      return refuseUnheard(password);
    case "failed":
      if (byAddress !== null) await recordAuthAttempt(sql, byAddress, false);
      return { outcome: "refused" };
    case "passed": {
      // The address keeps its failures: one account of one's own must not buy new guesses at others.
      const { userId, name, email: known, sessionVersion } = attempt.value;
      return { outcome: "signed_in", user: { userId, name, email: known, sessionVersion } };
    }
    default:
      return assertNever(attempt);
  }
}

async function refuseUnheard(password: string): Promise<SignInOutcome> {
  await verifyPassword(password, null);
  return { outcome: "too_many_attempts" };
}

async function isAddressSpent(sql: Database["sql"], subject: string | null): Promise<boolean> {
  if (subject === null) return false;
  return (await countFailedAttempts(sql, subject, ADDRESS_LIMIT.windowSeconds)) >= ADDRESS_LIMIT.failuresMax;
}
