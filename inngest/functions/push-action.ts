import { NonRetriableError } from "inngest";
import { getInngest } from "@/inngest/client";
import { inJob } from "@/inngest/in-job";
import { events } from "@/inngest/events";
import { type DeliveryProgress, pushAction } from "@/lib/gateway/deliver/push-action";
import { statusOfLines, waitingLines } from "@/lib/core/push/lines";

/** Limits of one job. Every 15 minutes reconciliation requests the pushes that a job leaves behind. */
const roundsMax = 200;
const waitsMsMax = 30 * 60_000;

/**
 * Delivers the action that a push belongs to. The pushes' rows hold attempts and times; this function only comes back when
 * the verb says so. A dead push fails the job, so that it shows among the failed jobs.
 */
export function pushActionFunction() {
  return getInngest().createFunction(
    {
      id: "push-action",
      retries: 12,
      concurrency: { limit: 4 },
      triggers: [events.pushRequested],
      // The first round travels with the job's answer: most actions need no second one, and no request for this one.
      checkpointing: { bufferedSteps: 2 },
    },
    async ({ event, step, runId }) => {
      const { tenant_id: tenantId, push_id: pushId } = event.data;
      const push = () => inJob("push-action", runId, () => pushAction(tenantId, pushId));
      const steps: RoundSteps = {
        run: (id, work) => step.run(id, work),
        sleep: (id, ms) => step.sleep(id, ms),
        // The SDK counts a span in whole seconds, and a time in milliseconds.
        sleepExactly: (id, ms) => step.sleepUntil(id, new Date(Date.now() + ms)),
      };
      return deliverInRounds(steps, push);
    },
  );
}

interface RoundSteps {
  run(id: string, push: () => Promise<DeliveryProgress>): Promise<DeliveryProgress>;
  sleep(id: string, ms: number): Promise<void>;
  sleepExactly(id: string, ms: number): Promise<void>;
}

/** Each wait is a step, so it spends none of the job's attempts; after a wait there is always a round. */
export async function deliverInRounds(step: RoundSteps, push: () => Promise<DeliveryProgress>) {
  let waitsMs = 0;
  for (let round = 0; round < roundsMax; round += 1) {
    const result = await step.run(`round-${round}`, push);
    if (result.retryInMs === null) return endOf(result);
    if (result.retryInMs === 0) continue;
    if (result.isExact) {
      await step.sleepExactly(`grace-${round}`, result.retryInMs);
      continue;
    }
    // A job that stands in a long line asks ever more rarely: its predecessor requests it at the end.
    const waitMs = Math.ceil(Math.max(result.retryInMs, round * 1_000) / 1_000) * 1_000;
    waitsMs += waitMs;
    if (waitsMs > waitsMsMax) break;
    await step.sleep(`wait-${round}`, waitMs);
  }
  return { outcome: "left to reconciliation" };
}

function endOf({ lines, because }: DeliveryProgress) {
  // A roll that waits for a switch has not given up, whatever became of single lines: its last job says so.
  if (lines.dead === 0 || waitingLines(lines) > 0)
    return { outcome: because ?? (lines.total === 0 ? "not_found" : statusOfLines(lines)), lines };
  const message =
    lines.total === 1
      ? "This push gave up; see its dead letter."
      : lines.dead === 1
        ? "A line gave up; see its dead letter."
        : `${lines.dead} lines gave up; see their dead letters.`;
  throw new NonRetriableError(message);
}
