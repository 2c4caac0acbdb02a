import { withCorrelation } from "@/lib/correlation";
import { describeError, log } from "@/lib/log";

/**
 * One job: its lines carry one id, which names it in Inngest's dashboard too. Faults are logged here and
 * go on without their words, since Inngest keeps what is thrown and a database error carries its statement's values.
 */
export function inJob<T>(functionId: string, runId: string, work: () => Promise<T>): Promise<T> {
  const correlationId = `${functionId}-${runId}`;
  return withCorrelation({ correlationId, traceId: null }, async () => {
    try {
      return await work();
    } catch (error) {
      log.error({ error: describeError(error) }, "A function broke off");
      // oxlint-disable-next-line preserve-caught-error -- its words must not leave: see above
      throw new Error(`${functionId} broke off; the log says why under ${correlationId}`);
    }
  });
}
