import { getInngest } from "@/inngest/client";
import { inJob } from "@/inngest/in-job";
import { beginScheduled } from "@/lib/runtime/triggers/schedules";

/** Every minute: begins the runs whose time has come. */
export function beginScheduledFunction() {
  return getInngest().createFunction(
    { id: "begin-scheduled", retries: 2, concurrency: { limit: 1 }, triggers: [{ cron: "* * * * *" }] },
    ({ runId }) => inJob("begin-scheduled", runId, () => beginScheduled()),
  );
}
