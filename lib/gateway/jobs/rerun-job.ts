import type { ChangedRun } from "@/lib/contract/runs";
import type { Person } from "@/lib/core/access/principal";
import { type RunChange, changeRun } from "./change-job";
import { type Gateway, getGateway } from "@/lib/gateway/context";

/**
 * Starts one of the tenant's ended runs again, with the same event. It decides nothing: of a push, the row says what is
 * done. @throws AppError not_allowed 403, also for scheduled runs; not_found 404; run_is_running, run_function_gone 409; unavailable 503.
 */
export async function rerunRun(
  person: Person,
  change: RunChange,
  gateway: Gateway = getGateway(),
): Promise<ChangedRun> {
  return changeRun(person, "rerun", change, gateway);
}
