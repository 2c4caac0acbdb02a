import { getInngest } from "@/inngest/client";
import { events } from "@/inngest/events";
import { inJob } from "@/inngest/in-job";
import { deliverEveryWebhook, deliverWebhooks } from "@/lib/gateway/webhooks/deliver-webhooks";

const ROUNDS_MAX = 20;
/** A longer wait is left to the sweep of each minute. */
const WAIT_MS_MAX = 60_000;

/**
 * Sends webhooks: when an event asked for it, and every minute what is due. One job at a time for each company: its endpoints may
 * hang, and hold up nobody else's.
 */
export function deliverWebhooksFunction() {
  return getInngest().createFunction(
    {
      id: "deliver-webhooks",
      retries: 2,
      concurrency: [{ limit: 2, key: "event.data.tenant_id" }, { limit: 16 }],
      triggers: [events.webhooksWake],
    },
    async ({ event, step, runId }) => {
      const { tenant_id: tenantId } = event.data as { tenant_id: number };
      const deliver = () => inJob("deliver-webhooks", runId, () => deliverWebhooks(tenantId));
      for (let round = 0; round < ROUNDS_MAX; round += 1) {
        const { handled, nextInMs } = await step.run(`round-${round}`, deliver);
        // A job that sent something comes back for its failures; every other job leaves them to it.
        if (handled === 0 || nextInMs === null || nextInMs > WAIT_MS_MAX) break;
        await step.sleepUntil(`wait-${round}`, new Date(Date.now() + Math.max(nextInMs, 100)));
      }
      return null;
    },
  );
}

/** Every minute: what is due by now, and whatever a lost event called for. */
export function sweepWebhooksFunction() {
  return getInngest().createFunction(
    { id: "sweep-webhooks", retries: 2, concurrency: { limit: 1 }, triggers: [{ cron: "* * * * *" }] },
    ({ runId }) => inJob("sweep-webhooks", runId, () => deliverEveryWebhook()),
  );
}
