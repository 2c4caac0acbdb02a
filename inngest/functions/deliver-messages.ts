import { getInngest } from "@/inngest/client";
import { events } from "@/inngest/events";
import { inJob } from "@/inngest/in-job";
import { deliverEveryMessage, deliverMessages } from "@/lib/messages/deliver-messages";

const ROUNDS_MAX = 20;
/** Messages that are due later are left to the cron run of the next minute. */
const WAIT_MS_MAX = 60_000;

/** Sends messages to people: those of one tenant after an event, and every minute all that are due. */
export function deliverMessagesFunction() {
  return getInngest().createFunction(
    {
      id: "deliver-messages",
      retries: 2,
      concurrency: { limit: 4 },
      triggers: [events.messagesWake, { cron: "* * * * *" }],
    },
    async ({ event, step, runId }) => {
      const { tenant_id: tenantId } = event.data as { tenant_id?: number };
      const deliver = () => inJob("deliver-messages", runId, () => deliverMessages(tenantId!));
      if (tenantId === undefined) return inJob("deliver-messages", runId, () => deliverEveryMessage());
      // Only a job that sent something returns for its failures, so that parallel jobs do not all wait for the same messages.
      for (let round = 0; round < ROUNDS_MAX; round += 1) {
        const { handled, nextInMs } = await step.run(`round-${round}`, deliver);
        if (handled === 0 || nextInMs === null || nextInMs > WAIT_MS_MAX) break;
        await step.sleepUntil(`wait-${round}`, new Date(Date.now() + Math.max(nextInMs, 100)));
      }
      return null;
    },
  );
}
