import { getInngest } from "@/inngest/client";
import { inRun } from "@/inngest/in-run";
import { rescueLeases } from "@/lib/gateway/deliver/repair/rescue-leases";

/** Takes back the pushes of senders that went away in mid-call. */
export function rescueLeasesFunction() {
  return getInngest().createFunction(
    { id: "rescue-leases", retries: 2, concurrency: { limit: 1 }, triggers: [{ cron: "* * * * *" }] },
    ({ runId }) => inRun("rescue-leases", runId, () => rescueLeases()),
  );
}
