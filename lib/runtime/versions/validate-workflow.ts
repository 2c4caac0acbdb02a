import { inTenant } from "@/db/client";
import type { WorkflowCheck } from "@/lib/contract/workflows/definitions";
import type { Person } from "@/lib/core/access/principal";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { takeWorkflowCheckQuota } from "@/lib/gateway/controls/quotas/quotas";
import { checkWorkflow, placeIn } from "@/lib/runtime/definitions/check-workflow";
import { publishFindings } from "./publish-findings";

/** All that would be wrong with a workflow, without keeping it. @throws AppError rate_limited 429. */
export async function validateWorkflow(
  person: Person,
  source: string,
  gateway: Gateway = getGateway(),
): Promise<WorkflowCheck> {
  await takeWorkflowCheckQuota(person, gateway);
  const checked = checkWorkflow(source);
  if (checked.problems) return { ok: false, errors: checked.problems, warnings: [], hash: null };
  const { definition, hash } = checked;
  const findings = await inTenant(gateway.database, person.tenantId, (tx) =>
    publishFindings(tx, person.tenantId, definition, gateway),
  );
  return { ok: true, errors: [], warnings: placeIn(source, findings), hash };
}
