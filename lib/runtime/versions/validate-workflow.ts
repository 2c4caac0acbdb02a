import type { WorkflowCheck } from "@/lib/contract/workflows/definitions";
import type { Person } from "@/lib/core/access/principal";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { takeWorkflowCheckQuota } from "@/lib/gateway/controls/quotas";
import { checkWorkflow } from "./check-workflow";

/** All that would be wrong with a workflow, without keeping it. @throws AppError rate_limited 429. */
export async function validateWorkflow(
  person: Person,
  source: string,
  gateway: Gateway = getGateway(),
): Promise<WorkflowCheck> {
  await takeWorkflowCheckQuota(person, gateway);
  const checked = checkWorkflow(source, { providers: gateway.modelProviders.map(({ name }) => name) });
  return checked.problems
    ? { ok: false, errors: checked.problems, warnings: [], hash: null }
    : { ok: true, errors: [], warnings: checked.warnings, hash: checked.hash };
}
