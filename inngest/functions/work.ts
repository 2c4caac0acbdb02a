import { getInngest } from "@/inngest/client";
import { events } from "@/inngest/events";
import { inJob } from "@/inngest/in-job";
import { WORKERS } from "@/lib/core/run/run";
import { tidyRunsOf } from "@/lib/runtime/work/tidy-runs";
import { work } from "@/lib/runtime/work/work";
import { getGateway } from "@/lib/gateway/context";

/** A request of the engine's may take a minute. */
const TURN_MS = 50_000;

/** Takes steps of runs, whoever's turn it is: when something became due, and every minute for what no event told of. */
export function workFunction() {
  return getInngest().createFunction(
    {
      id: "work",
      retries: 3,
      concurrency: { limit: WORKERS.number },
      triggers: [events.runtimeWake, { cron: "* * * * *" }],
    },
    ({ event, runId }) =>
      inJob("work", runId, async () => {
        const steps = await work({ parallel: WORKERS.stepsAtOnce, forMs: TURN_MS });
        const { tenant_id: tenantId } = event.data as { tenant_id?: number };
        if (tenantId !== undefined) await tidyRunsOf(tenantId, getGateway());
        return { steps };
      }),
  );
}
