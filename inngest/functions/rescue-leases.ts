import { getInngest } from "@/inngest/client";
import { inJob } from "@/inngest/in-job";
import { rescueLeases } from "@/lib/gateway/deliver/repair/rescue-leases";

/** Every minute: takes back pushes whose sender stopped mid-call. */
export function rescueLeasesFunction() {
  return getInngest().createFunction(
    { id: "rescue-leases", retries: 2, concurrency: { limit: 1 }, triggers: [{ cron: "* * * * *" }] },
    ({ runId }) => inJob("rescue-leases", runId, () => rescueLeases()),
  );
}
