import { isPassingFault } from "@/db/passing-faults";
import { AppError } from "@/lib/core/errors";
import { describeError, log } from "@/lib/log";

const retryAfterSeconds = 2;

/**
 * The answer to a fault of the database that passes, such as a lock that somebody's frozen process held, or a connection that
 * was lost: 503 with Retry-After. Null: it is another fault.
 */
export function passingFaultOf(error: unknown): AppError | null {
  if (!isPassingFault(error)) return null;
  log.warn({ error: describeError(error) }, "The database was busy or out of reach");
  return new AppError(
    "unavailable",
    "The database was busy or out of reach. Look whether it was done, and otherwise try again in a moment.",
    { retryAfterSeconds, cause: error },
  );
}
