import { NonRetriableError, RetryAfterError } from "inngest";
import { getInngest } from "@/inngest/client";
import { inRun } from "@/inngest/in-run";
import { events } from "@/inngest/events";
import { pushAction } from "@/lib/gateway/push-action";

/**
 * Delivers one push. How often it may fail and when it tries again is the push row's business; this only asks again when
 * told to. A push that died fails the run, so that it is seen where runs are watched.
 */
export function pushActionFunction() {
  return getInngest().createFunction(
    { id: "push-action", retries: 12, concurrency: { limit: 4 }, triggers: [events.pushRequested] },
    async ({ event, runId }) => {
      const { tenant_id: tenantId, push_id: pushId } = event.data;
      const result = await inRun("push-action", runId, () => pushAction(tenantId, pushId));
      if (result.outcome === "dead") throw new NonRetriableError("This push gave up; see its dead letter.");
      if ("retryInMs" in result && result.retryInMs !== null) {
        throw new RetryAfterError(
          `Not settled yet: ${result.because}`,
          new Date(Date.now() + result.retryInMs),
        );
      }
      return result;
    },
  );
}
