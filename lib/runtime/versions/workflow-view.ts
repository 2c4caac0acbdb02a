import type { ListedWorkflow, Publication, VersionRow } from "@/db/queries/workflows/workflows";
import type { PublicationView, WorkflowView } from "@/lib/contract/workflows/versions";
import { isoOf } from "@/lib/core/values/time";
import { isGenuine } from "@/lib/policy/publication-seal";
import { agentNameOf } from "@/lib/core/run/workflow-agent-name";

/** Workflows and publications as people see them. */

export function publicationViewOf(
  of: { tenantId: number; workflowId: number },
  publication: Publication,
): PublicationView {
  return {
    number: publication.number,
    version_id: publication.versionId,
    version_number: publication.versionNumber,
    note: publication.note,
    by: publication.byLabel,
    at: isoOf(publication.at),
    genuine: isGenuine({ ...of, ...publication }, publication.seal),
  };
}

export function workflowViewOf(tenantId: number, row: ListedWorkflow, title: string | null): WorkflowView {
  return {
    id: row.id,
    name: row.name,
    title,
    workspace: row.workspace,
    agent: { id: row.agentId, name: agentNameOf(row.name) },
    versions: row.versions,
    latest: { version_id: row.latestVersionId, number: row.latestNumber },
    publication: row.publication && publicationViewOf({ tenantId, workflowId: row.id }, row.publication),
  };
}

/** The version that runs follow which begin now. Null: none. */
export function versionInForce(
  tenantId: number,
  workflowId: number,
  publication: Publication | null,
): number | null {
  if (!publication || !isGenuine({ tenantId, workflowId, ...publication }, publication.seal)) return null;
  return publication.versionId;
}

export const versionViewOf = (
  row: Omit<VersionRow, "source" | "definitionText">,
  inForce: number | null,
) => ({
  version_id: row.id,
  number: row.number,
  hash: row.hash,
  by: row.createdByLabel,
  at: isoOf(row.createdAt),
  in_force: row.id === inForce,
});
