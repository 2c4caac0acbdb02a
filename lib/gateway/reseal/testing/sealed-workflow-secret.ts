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
    seal: (workflowId) => sealWorkflowSecret({ workflowId, name: "KEY", number: 1 }, "s3cret"),
    open: (workflowId, sealed) => openWorkflowSecret({ workflowId, name: "KEY", number: 1 }, sealed),
  });

/** The key of an address at which somebody outside begins runs. */
export const sealedWebhookKey = (world: World) =>
  kept(world, "workflow_webhooks", "hook", {
    seal: (workflowId) => sealWebhookKey({ workflowId, name: "hook", number: 1 }, "s3cret"),
    open: (workflowId, sealed) => openWebhookKey({ workflowId, name: "hook" }, sealed)?.key ?? null,
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
      return box.open(mine.workflowId, await mine.stored()) === "s3cret";
    },
    stored: mine.stored,
    forge: (app, value) =>
      app`UPDATE ${app(table)} SET sealed = ${value} WHERE workflow_id = ${mine.workflowId}`,
    another: other.stored,
  };
}
