import type { World } from "@/lib/gateway/testing/world";
import { openWorkflowSecret, sealWorkflowSecret } from "@/lib/secrets/workflow-secret";
import type { SealedCase } from "./sealed-case";
import { publishedWorkflow } from "./sealed-publication";

/** A secret that a workflow's requests carry. */
export async function sealedWorkflowSecret(world: World): Promise<SealedCase & { tenantId: number }> {
  const keep = async () => {
    const workflow = await publishedWorkflow(world);
    const { tenantId, workflowId } = workflow;
    await world.owner`
      INSERT INTO workflow_secrets (tenant_id, workflow_id, name, sealed, set_by_label)
      VALUES (${tenantId}, ${workflowId}, 'KEY', ${sealWorkflowSecret(workflowId, "KEY", "s3cret")}, 'Adam')`;
    const stored = async () =>
      (await world.owner`SELECT sealed FROM workflow_secrets WHERE workflow_id = ${workflowId}`)[0]!
        .sealed as string;
    return { ...workflow, stored };
  };
  const mine = await keep();
  const other = await keep();
  return {
    tenantId: mine.tenantId,
    works: async () => {
      const sealed = await mine.stored();
      try {
        return openWorkflowSecret(mine.workflowId, "KEY", sealed) === "s3cret";
      } catch {
        return false;
      }
    },
    stored: mine.stored,
    forge: (app, value) =>
      app`UPDATE workflow_secrets SET sealed = ${value} WHERE workflow_id = ${mine.workflowId}`,
    another: other.stored,
  };
}
