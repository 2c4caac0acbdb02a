import type { ChangedJob } from "@/lib/contract/jobs";
import type { Person } from "@/lib/core/access/principal";
import { type JobChange, changeJob } from "./change-job";
import { type Gateway, getGateway } from "@/lib/gateway/context";

/**
 * Starts one of the tenant's ended jobs again, with the same event. It decides nothing: the push's row determines
 * whether anything is sent.
 * @throws AppError not_allowed 403, also for scheduled jobs; not_found 404; run_is_running, run_function_gone 409;
 *   unavailable 503.
 */
export async function rerunJob(
  person: Person,
  change: JobChange,
  gateway: Gateway = getGateway(),
): Promise<ChangedJob> {
  return changeJob(person, "rerun", change, gateway);
}
