import type { ChangedRun } from "@/lib/contract/runs";
import type { Person } from "@/lib/core/access/principal";
import { type RunChange, changeRun } from "./change-job";
import { type Gateway, getGateway } from "@/lib/gateway/context";

/**
 * Ends one of the tenant's running runs: it is called no more. A push's row stays as it is, and reconciliation asks for it
 * again. @throws AppError not_allowed 403, also for scheduled runs; not_found 404; run_has_ended 409; unavailable 503.
 */
export async function cancelRun(
  person: Person,
  change: RunChange,
  gateway: Gateway = getGateway(),
): Promise<ChangedRun> {
  return changeRun(person, "cancel", change, gateway);
}
