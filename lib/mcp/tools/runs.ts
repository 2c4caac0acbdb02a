import { z } from "zod";
import { idSchema } from "@/lib/contract/actions/decision";
import { runSchema } from "@/lib/contract/workflows/runs";
import { takeProposalQuota } from "@/lib/gateway/controls/quotas/quotas";
import { defineTool } from "@/lib/mcp/tool";
import { readRun } from "@/lib/runtime/runs/read-runs";
import { startRun } from "@/lib/runtime/runs/start-run";
import { cancelRun } from "@/lib/runtime/runs/steer-run";

/** Tools that begin, watch and cancel runs of workflows. */

const id = idSchema.describe("The run's number, as start_run answered it.");

export const startRunTool = defineTool({
  name: "start_run",
  title: "Start a workflow",
  description:
    "Begins a run of a workflow that is in force. Its writes are proposals too: people decide each of them. Then watch it with get_run.",
  input: z.strictObject({
    workflow: z.string().min(1).max(64).describe("The workflow's name."),
    inputs: z.record(z.string().max(64), z.json()).default({}).describe("The workflow's inputs, by name."),
    triggerRef: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .describe("The same one twice is one run. Without it every call begins a run."),
    versionId: idSchema.optional().describe("Only if this version is the one in force."),
  }),
  output: runSchema.extend({ created: z.boolean().describe("False: this triggerRef began it before.") }),
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
  run: async ({ agent }, _args, read) => {
    await takeProposalQuota(agent, {});
    const { workflow, inputs, triggerRef, versionId } = read();
    const { created, run } = await startRun(agent, {
      workflow,
      inputs,
      ...(triggerRef !== undefined && { trigger_ref: triggerRef }),
      ...(versionId !== undefined && { version_id: versionId }),
    });
    return { ...run, created };
  },
});

export const getRunTool = defineTool({
  name: "get_run",
  title: "Look at a run",
  description: "Says how a run that you began stands, with its steps; with waitSeconds, at its next change.",
  input: z.strictObject({
    id,
    waitSeconds: z.int().min(0).max(45).default(0).describe("How long to wait for a change."),
  }),
  output: runSchema,
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  run: ({ agent, signal, keepTelling }, _args, read) => {
    const { id: runId, waitSeconds } = read();
    return keepTelling(`Run ${runId} goes on`, waitSeconds, () =>
      readRun(agent, { id: runId, wait: waitSeconds, signal }),
    );
  },
});

export const cancelRunTool = defineTool({
  name: "cancel_run",
  title: "Cancel a run",
  description: "Lets nothing more begin of a run that you began, and withdraws what it proposed.",
  input: z.strictObject({ id }),
  output: runSchema,
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  run: ({ agent }, _args, read) => cancelRun(agent, read().id),
});
