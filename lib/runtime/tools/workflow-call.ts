import { inTenant } from "@/db/client";
import { findCalledRun } from "@/db/queries/workflows/runs";
import { beginRun } from "@/lib/runtime/runs/start-run";
import { CALL_DEPTH_MAX } from "@/lib/runtime/versions/check-calls";
import type { Json } from "@/lib/runtime/values/evaluate";
import { type ToolCall, type ToolResult, done, failed } from "./tool";

/** A step that calls another workflow, and waits until its run has ended. It is no tool that a text names. */
export async function callInRun(call: ToolCall): Promise<ToolResult> {
  const { gateway, tenantId, run, step, definition, input } = call;
  const called = await inTenant(gateway.database, tenantId, (tx) => findCalledRun(tx, tenantId, step.id));
  if (!called) {
    const depth = run.callDepth + 1;
    if (depth >= CALL_DEPTH_MAX) return failed("calls_too_deep", `Calls go ${CALL_DEPTH_MAX} deep at most.`);
    await beginRun(
      {
        tenantId,
        userId: run.startedByUserId,
        agentId: run.startedByAgentId,
        label: run.startedByLabel,
        kind: run.startedByUserId !== null ? "person" : run.startedByAgentId !== null ? "agent" : "system",
      },
      {
        workflow: definition.call!,
        inputs: input as Record<string, Json>,
        trigger: { type: "call", ref: step.idempotencyKey },
        parent: { stepId: step.id, depth },
      },
      gateway,
    );
    return { kind: "waits_for_run" };
  }
  if (called.status === "succeeded") return done({ run_id: called.id });
  if (called.status === "cancelled") return failed("call_cancelled", `Run ${called.id} was cancelled.`);
  if (called.status === "failed_terminal")
    return failed("call_failed", `Run ${called.id} failed: ${called.errorMessage ?? "see its steps"}`);
  return { kind: "waits_for_run" };
}
