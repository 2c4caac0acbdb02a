import { getInngest } from "@/inngest/client";
import { inJob } from "@/inngest/in-job";
import { nextQuestionDue, sweepInteractions } from "@/lib/interactions/sweep-interactions";

const MINUTE_MS = 60_000;
/** The pause between sweeps, so that questions that end shortly after one another are swept together. */
const PAUSE_MS = 4_000;
const SWEEPS_MAX = MINUTE_MS / PAUSE_MS;

/**
 * Every minute, and within it whenever a question is due: ends questions that nobody answered in time, asks the next one, and reminds.
 * No answer depends on it.
 */
export function sweepInteractionsFunction() {
  return getInngest().createFunction(
    { id: "sweep-interactions", retries: 2, concurrency: { limit: 1 }, triggers: [{ cron: "* * * * *" }] },
    async ({ step, runId }) => {
      let began: number | null = null;
      for (let sweep = 0; sweep < SWEEPS_MAX; sweep += 1) {
        const { at, dueAt } = await step.run(`sweep-${sweep}`, () =>
          inJob("sweep-interactions", runId, async () => {
            await sweepInteractions();
            return nextQuestionDue();
          }),
        );
        began ??= at;
        if (dueAt === null) break;
        const next = Math.max(dueAt, at + PAUSE_MS);
        // The next minute's sweep takes what is due later.
        if (next >= began + MINUTE_MS) break;
        await step.sleepUntil(`wait-${sweep}`, new Date(next));
      }
    },
  );
}
