import type { World } from "@/lib/gateway/testing/world";
import {
  openWebhookKey,
  openWorkflowSecret,
  sealWebhookKey,
  sealWorkflowSecret,
} from "@/lib/secrets/workflow-secret";
import type { SealedCase } from "./sealed-case";
import { publishedWorkflow } from "./sealed-publication";

type Table = "workflow_secrets" | "workflow_webhooks";

/** A secret that a workflow's requests carry. */
export const sealedWorkflowSecret = (world: World) =>
  kept(world, "workflow_secrets", "KEY", {
    seal: (id) => sealWorkflowSecret(id, "KEY", "s3cret"),
    open: (id, sealed) => openWorkflowSecret(id, "KEY", sealed),
  });

/** The key of an address at which somebody outside begins runs. */
export const sealedWebhookKey = (world: World) =>
  kept(world, "workflow_webhooks", "hook", {
    seal: (id) => sealWebhookKey(id, "hook", "s3cret"),
    open: (id, sealed) => openWebhookKey(id, "hook", sealed),
  });

interface Box {
  seal(workflowId: number): string;
  open(workflowId: number, sealed: string): string | null;
}

async function kept(
  world: World,
  table: Table,
  name: string,
  box: Box,
): Promise<SealedCase & { tenantId: number }> {
  const { owner } = world;
  const keep = async () => {
    const workflow = await publishedWorkflow(world);
    const { tenantId, workflowId } = workflow;
    await owner`
      INSERT INTO ${owner(table)} (tenant_id, workflow_id, name, sealed, set_by_label)
      VALUES (${tenantId}, ${workflowId}, ${name}, ${box.seal(workflowId)}, 'Adam')`;
    const stored = async () =>
      (await owner`SELECT sealed FROM ${owner(table)} WHERE workflow_id = ${workflowId}`)[0]!
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
        return box.open(mine.workflowId, sealed) === "s3cret";
      } catch {
        return false;
      }
    },
    stored: mine.stored,
    forge: (app, value) =>
      app`UPDATE ${app(table)} SET sealed = ${value} WHERE workflow_id = ${mine.workflowId}`,
    another: other.stored,
  };
}
