import { withCorrelation } from "@/lib/correlation";
import { describeError, log } from "@/lib/log";

/**
 * Runs one job. Its log lines carry one id, which Inngest's dashboard shows too. Errors are logged here and rethrown
 * without their message: Inngest stores thrown errors, and a database error contains the values of its statement.
 */
export function inJob<T>(functionId: string, runId: string, work: () => Promise<T>): Promise<T> {
  const correlationId = `${functionId}-${runId}`;
  return withCorrelation({ correlationId, traceId: null }, async () => {
    try {
      return await work();
    } catch (error) {
      log.error({ error: describeError(error) }, "A function broke off");
      // oxlint-disable-next-line preserve-caught-error -- Inngest must not store its message: see above
      throw new Error(`${functionId} broke off; the log says why under ${correlationId}`);
    }
  });
}
