import { type Database, getDatabase } from "@/db/client";
import { findUserForSignIn } from "@/db/queries/people/identity";
import { AppError, assertNever } from "@/lib/core/errors";
import type { Person } from "@/lib/core/access/principal";
import { GUESS_LIMIT, checkAttempt, secondsToTry } from "./attempts";
import { verifyPassword } from "./password";

/**
 * Checks that the holder of the session also knows the password. Attempts count by person and apart
 * from sign-ins: only a holder of a session can fail here, so that no stranger locks the person out. `path` names the field for the error.
 * @throws AppError wrong_password 403; rate_limited 429 after five failures in fifteen minutes.
 */
export async function provePassword(
  { userId, email }: Pick<Person, "userId" | "email">,
  password: string,
  path: string,
  { database = getDatabase() }: { database?: Database } = {},
): Promise<void> {
  const attempt = await checkAttempt({
    sql: database.sql,
    subject: `password:${userId}`,
    limit: GUESS_LIMIT,
    check: async () => {
      const user = await findUserForSignIn(database.sql, email);
      const matches = await verifyPassword(password, user);
      return (matches && user?.userId === userId) || null;
    },
  });
  switch (attempt.outcome) {
    case "passed":
      return;
    case "failed":
    case "no_guess":
      throw new AppError("wrong_password", "That is not your current password.", {
        issues: [{ path, message: "is not your current password" }],
      });
    case "too_many_attempts":
      throw new AppError("rate_limited", "Too many wrong passwords. Wait a few minutes, then try again.", {
        retryAfterSeconds: secondsToTry(GUESS_LIMIT),
      });
    default:
      assertNever(attempt);
  }
}
