import { type TenantTransaction, inTenant } from "@/db/client";
import { appendEvent, byPerson } from "@/db/queries/ledger/events";
import { setWorkflowCap } from "@/db/queries/workflows/lanes";
import {
  findPublication,
  findVersion,
  holdWorkflows,
  insertPublication,
  type WorkflowRow,
} from "@/db/queries/workflows/workflows";
import type { PublicationView } from "@/lib/contract/workflows/versions";
import { AppError } from "@/lib/core/errors";
import type { Person } from "@/lib/core/access/principal";
import { requireRole } from "@/lib/core/access/require-role";
import { spendStepUp } from "@/lib/gateway/access/step-up/spend-step-up";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { requireWorkflow } from "./require-workflow";
import { placeIn } from "@/lib/runtime/definitions/check-workflow";
import { notFaultless } from "./not-faultless";
import { publishFindings } from "./publish-findings";
import { definitionOf } from "./definition-of";
import { isGenuine, sealPublication } from "@/lib/policy/publication-seal";
import { countAsAuthor } from "./workflow-agent";
import { publicationViewOf } from "./workflow-view";

interface PublishRequest {
  id: number;
  version_id: number;
  note: string;
  base_publication: number;
}

/**
 * Puts a version in force: runs that begin from now on follow it, an older one as well. The step-up's subject is the version's
 * hash. @throws AppError not_allowed, session_required 403; not_found 404; nothing_to_do 409 for the version in force; changed
 *   412 where somebody published or withdrew since; validation_failed 422 for calls of workflows that are not in force or lie too deep,
 *   and for models of providers that are not set up;
 *   step_up_missing, step_up_invalid 428.
 */
export async function publishWorkflow(
  admin: Person,
  request: PublishRequest,
  gateway: Gateway = getGateway(),
): Promise<PublicationView> {
  requireRole(admin, "admin");
  const { tenantId } = admin;
  return inTenant(gateway.database, tenantId, async (tx) => {
    const { workflow, next, current } = await nextPublication(tx, tenantId, request);
    const version = await findVersion(tx, tenantId, workflow.id, request.version_id);
    if (!version) throw new AppError("not_found", `${workflow.name} has no such version.`);
    // A publication that was written past the app puts nothing in force: the same version is published over it.
    if (
      current?.versionId === version.id &&
      isGenuine({ tenantId, workflowId: workflow.id, ...current }, current.seal)
    )
      throw new AppError("nothing_to_do", `Version ${version.number} is in force already.`);
    const definition = definitionOf(version);
    const findings = await publishFindings(tx, tenantId, definition, gateway);
    if (findings.length > 0) throw notFaultless(findings[0]!.message, placeIn(version.source, findings));
    await spendStepUp(tx, admin, { purpose: "publish_workflow", subject: version.hash });
    await countAsAuthor(tx, admin, workflow.agentId, "published");
    const maxConcurrency = definition.limits?.concurrency ?? null;
    await setWorkflowCap(tx, { tenantId, workflowId: workflow.id, maxConcurrency });
    return addPublication(tx, admin, { workflow, number: next, version, note: request.note });
  });
}

/**
 * Takes a workflow out of force: nothing of it starts any more. Runs that are under way go on.
 * @throws AppError not_allowed 403; not_found 404; nothing_to_do 409 where it is not in force; changed 412.
 */
export async function withdrawWorkflow(
  admin: Person,
  request: Omit<PublishRequest, "version_id">,
  gateway: Gateway = getGateway(),
): Promise<PublicationView> {
  requireRole(admin, "admin");
  const { tenantId } = admin;
  return inTenant(gateway.database, tenantId, async (tx) => {
    const { workflow, next, current } = await nextPublication(tx, tenantId, request);
    if (!current || current.versionId === null)
      throw new AppError("nothing_to_do", `${workflow.name} is not in force.`);
    return addPublication(tx, admin, { workflow, number: next, version: null, note: request.note });
  });
}

/** The workflow, with the number of its next publication. */
async function nextPublication(
  tx: TenantTransaction,
  tenantId: number,
  { id, base_publication: base }: Pick<PublishRequest, "id" | "base_publication">,
) {
  await holdWorkflows(tx, tenantId);
  const workflow = await requireWorkflow(tx, tenantId, id);
  const current = await findPublication(tx, tenantId, workflow.id);
  if ((current?.number ?? 0) !== base)
    throw new AppError(
      "changed",
      `${workflow.name} was published or withdrawn since: look again before you do.`,
    );
  return { workflow, current, next: base + 1 };
}

interface NextPublication {
  workflow: WorkflowRow;
  number: number;
  version: { id: number; number: number; hash: string } | null;
  note: string;
}

async function addPublication(
  tx: TenantTransaction,
  admin: Person,
  { workflow, number, version, note }: NextPublication,
): Promise<PublicationView> {
  const { tenantId, userId: byUserId } = admin;
  const workflowId = workflow.id;
  const seal = sealPublication({ tenantId, workflowId, number, hash: version?.hash ?? null, byUserId });
  await insertPublication(tx, {
    tenantId,
    workflowId,
    number,
    versionId: version?.id ?? null,
    note,
    byUserId,
    byLabel: admin.name,
    seal,
  });
  await appendEvent(tx, {
    ...byPerson(admin),
    entityType: "workflow",
    entityId: workflowId,
    type: version ? "workflow.published" : "workflow.withdrawn",
    details: {
      name: workflow.name,
      publication: number,
      ...(version ? { version: version.number, version_id: version.id, hash: version.hash } : {}),
      note,
      by_user_id: byUserId,
    },
  });
  return publicationViewOf({ tenantId, workflowId }, (await findPublication(tx, tenantId, workflowId))!);
}
