import { type TenantTransaction, inTenant } from "@/db/client";
import { appendEvent, byPerson } from "@/db/queries/ledger/events";
import {
  findVersionByHash,
  findWorkflow,
  holdWorkflows,
  insertVersion,
  insertWorkflow,
  keepWorkspace,
} from "@/db/queries/workflows/workflows";
import { DEFAULT_WORKSPACE, type StoredVersion } from "@/lib/contract/workflows/versions";
import { canonicalText } from "@/lib/core/ledger/payload-hash";
import { AppError } from "@/lib/core/errors";
import type { Person } from "@/lib/core/access/principal";
import { requireRole } from "@/lib/core/access/require-role";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { takeWorkflowCheckQuota } from "@/lib/gateway/controls/quotas/quotas";
import { type CheckedWorkflow, checkWorkflow } from "@/lib/runtime/definitions/check-workflow";
import { notFaultless } from "./not-faultless";
import { makeWorkflowAgent } from "./workflow-agent";

type Faultless = Extract<CheckedWorkflow, { problems: null }>;

/**
 * Keeps a workflow's text as its next version, which is not in force yet. The first one makes the workflow, and the agent as
 * which its runs propose.
 * @throws AppError not_allowed 403; rate_limited 429; validation_failed 422 naming line and column of each problem, or the workspace
 *   that the workflow is in; already_exists 409 for a name that an agent stands in the way of.
 */
export async function storeVersion(
  admin: Person,
  { source, workspace }: { source: string; workspace?: string | undefined },
  gateway: Gateway = getGateway(),
): Promise<{ created: boolean; version: StoredVersion }> {
  requireRole(admin, "admin");
  await takeWorkflowCheckQuota(admin, gateway);
  const checked = checkWorkflow(source);
  if (checked.problems) throw notFaultless("This workflow has faults; see errors.", checked.problems);
  const { tenantId } = admin;
  return inTenant(gateway.database, tenantId, async (tx) => {
    await holdWorkflows(tx, tenantId);
    const workflow = await workflowFor(tx, admin, checked.definition.workflow, workspace);
    const named = { id: workflow.id, name: checked.definition.workflow, hash: checked.hash };
    const existing = await findVersionByHash(tx, tenantId, workflow.id, checked.hash);
    if (existing)
      return { created: false, version: { ...named, version_id: existing.id, number: existing.number } };
    const version = await insertVersion(tx, newVersion(admin, workflow.id, source, checked));
    await appendEvent(tx, {
      ...byPerson(admin),
      entityType: "workflow",
      entityId: workflow.id,
      type: "workflow.version_stored",
      details: {
        name: named.name,
        version: version.number,
        version_id: version.id,
        hash: checked.hash,
        by_user_id: admin.userId,
      },
    });
    return { created: true, version: { ...named, version_id: version.id, number: version.number } };
  });
}

const newVersion = (admin: Person, workflowId: number, source: string, { definition, hash }: Faultless) => ({
  tenantId: admin.tenantId,
  workflowId,
  hash,
  source,
  definitionText: canonicalText(definition),
  createdByUserId: admin.userId,
  createdByLabel: admin.name,
});

/** Made where there is none of this name. */
async function workflowFor(
  tx: TenantTransaction,
  admin: Person,
  name: string,
  workspace: string | undefined,
): Promise<{ id: number }> {
  const { tenantId } = admin;
  const existing = await findWorkflow(tx, tenantId, { name });
  if (existing) {
    if (workspace === undefined || workspace === existing.workspace) return existing;
    throw new AppError("validation_failed", `${name} belongs to the workspace ${existing.workspace}.`, {
      issues: [{ path: "workspace", message: `must be ${existing.workspace}, or be left out` }],
    });
  }
  const { id: workspaceId } = await keepWorkspace(tx, tenantId, workspace ?? DEFAULT_WORKSPACE);
  const agentId = await makeWorkflowAgent(tx, admin, name);
  return insertWorkflow(tx, { tenantId, workspaceId, name, agentId });
}
