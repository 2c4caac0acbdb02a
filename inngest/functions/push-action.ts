import { NonRetriableError, RetryAfterError } from "inngest";
import { getInngest } from "@/inngest/client";
import { inJob } from "@/inngest/in-job";
import { events } from "@/inngest/events";
import { pushAction } from "@/lib/gateway/deliver/push-action";
import { type RollOutcome, pushRoll, rollOfPush } from "@/lib/gateway/deliver/push-roll";

/** Rounds per job of a roll, each up to 200 lines. Reconciliation requests the remaining lines again. */
const roundsMax = 200;

/**
 * Delivers one push, or the whole roll that it belongs to. The push's row holds its attempts and its next time; this
 * function only comes back when the verb says so. A dead push fails the job, so that it shows among the failed jobs.
 */
export function pushActionFunction() {
  return getInngest().createFunction(
    { id: "push-action", retries: 12, concurrency: { limit: 4 }, triggers: [events.pushRequested] },
    async ({ event, step, runId }) => {
      const { tenant_id: tenantId, push_id: pushId } = event.data;
      const rollId = await inJob("push-action", runId, () => rollOfPush(tenantId, pushId));
      if (rollId !== null) {
        for (let round = 0; round < roundsMax; round += 1) {
          const push = () => inJob("push-action", runId, () => pushRoll(tenantId, rollId));
          const result = await step.run(`round-${round}`, push);
          if (result.retryInMs === null) return endOfRoll(result);
          // Each round and each wait is a separate step, so neither spends one of the job's attempts.
          if (result.retryInMs > 0) await step.sleep(`wait-${round}`, result.retryInMs);
        }
        return { outcome: "left to reconciliation" };
      }
      const result = await inJob("push-action", runId, () => pushAction(tenantId, pushId));
      if (result.outcome === "dead") throw new NonRetriableError("This push gave up; see its dead letter.");
      if ("retryInMs" in result && result.retryInMs !== null) {
        throw new RetryAfterError(`Not settled yet: ${result.because}`, result.retryInMs);
      }
      return result;
    },
  );
}

function endOfRoll({ lines, because }: RollOutcome) {
  if (lines.dead > 0) throw new NonRetriableError(`${lines.dead} lines gave up; see their dead letters.`);
  return { outcome: because ?? "every line has ended", lines };
}
