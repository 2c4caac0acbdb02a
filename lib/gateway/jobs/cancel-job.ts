import type { ChangedJob } from "@/lib/contract/jobs";
import type { Person } from "@/lib/core/access/principal";
import { type JobChange, changeJob } from "./change-job";
import { type Gateway, getGateway } from "@/lib/gateway/context";

/**
 * Cancels one of the tenant's running jobs: the engine calls it no more. The push's row stays unchanged, and
 * reconciliation requests the push again.
 * @throws AppError not_allowed 403, also for scheduled jobs; not_found 404; run_has_ended 409; unavailable 503.
 */
export async function cancelJob(
  person: Person,
  change: JobChange,
  gateway: Gateway = getGateway(),
): Promise<ChangedJob> {
  return changeJob(person, "cancel", change, gateway);
}
