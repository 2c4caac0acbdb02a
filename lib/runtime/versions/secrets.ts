import { inTenant } from "@/db/client";
import { appendEvent, byPerson } from "@/db/queries/ledger/events";
import { keepSecret, listSecrets } from "@/db/queries/workflows/secrets";
import { countSettings } from "@/db/queries/workflows/settings";
import type { WorkflowSecrets } from "@/lib/contract/workflows/secrets";
import type { Person } from "@/lib/core/access/principal";
import { requireRole } from "@/lib/core/access/require-role";
import { isoOf } from "@/lib/core/values/time";
import { spendStepUp } from "@/lib/gateway/access/step-up/spend-step-up";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { sealWorkflowSecret } from "@/lib/secrets/workflow-secret";
import { requireWorkflow } from "./require-workflow";
import { countAsAuthor } from "./workflow-agent";

/** The names of a workflow's secrets, and who set each when. @throws AppError not_allowed 403; not_found 404. */
export async function readSecrets(
  admin: Person,
  workflowId: number,
  gateway: Gateway = getGateway(),
): Promise<WorkflowSecrets> {
  requireRole(admin, "admin");
  const { tenantId } = admin;
  const rows = await inTenant(gateway.database, tenantId, async (tx) => {
    await requireWorkflow(tx, tenantId, workflowId);
    return listSecrets(tx, tenantId, workflowId);
  });
  return { items: rows.map(({ name, setByLabel: by, setAt }) => ({ name, by, at: isoOf(setAt) })) };
}

/**
 * Sets what a workflow's requests carry under a name, in the place of what stood there. Nobody reads it again, and whoever sets it counts
 * as an author of what the workflow proposes. The step-up's subject is `<workflow's id>/<name>`.
 * @throws AppError not_allowed, session_required 403; not_found 404; step_up_missing, step_up_invalid 428.
 */
export async function setSecret(
  admin: Person,
  { id: workflowId, name, value }: { id: number; name: string; value: string },
  gateway: Gateway = getGateway(),
): Promise<WorkflowSecrets> {
  requireRole(admin, "admin");
  const { tenantId } = admin;
  await inTenant(gateway.database, tenantId, async (tx) => {
    const workflow = await requireWorkflow(tx, tenantId, workflowId);
    await spendStepUp(tx, admin, { purpose: "set_workflow_secret", subject: `${workflowId}/${name}` });
    await countAsAuthor(tx, admin, workflow.agentId, "secret_set");
    const type = "workflow.secret_set";
    await appendEvent(tx, {
      ...byPerson(admin),
      entityType: "workflow",
      entityId: workflowId,
      type,
      details: { name: workflow.name, secret: name, by_user_id: admin.userId },
    });
    // Its own event counts, and another setting waits for it.
    const number = await countSettings(tx, { tenantId, workflowId, type, name });
    const sealed = sealWorkflowSecret({ workflowId, name, number }, value);
    await keepSecret(tx, { tenantId, workflowId, name, sealed, by: admin.name });
  });
  return readSecrets(admin, workflowId, gateway);
}
