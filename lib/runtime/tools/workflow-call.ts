import { inTenant } from "@/db/client";
import { type RunRow, findCalledRun, findFormerCall } from "@/db/queries/workflows/runs";
import { isCalledOff, listStepProofs } from "@/db/queries/workflows/steps";
import { AppError } from "@/lib/core/errors";
import { hasRunEnded } from "@/lib/core/run/run";
import { isGenuineRun } from "@/lib/gateway/ledger/seals/run-seal";
import { type Beginner, beginRun } from "@/lib/runtime/runs/start-run";
import { areDone } from "@/lib/runtime/runs/step-proofs";
import { CALL_DEPTH_MAX } from "@/lib/runtime/versions/call-findings";
import type { Json } from "@/lib/runtime/values/evaluate";
import { agentPaused, runIsOver } from "./agent-in-run";
import { type ToolCall, type ToolResult, done, failed, tryAgain } from "./tool";

/**
 * A step that calls another workflow, and waits until its run has ended. In a re-run it goes on from the run that it called before, so
 * that what succeeded there is not done again. It is no tool that a text names.
 */
export async function callInRun(call: ToolCall): Promise<ToolResult> {
  const { gateway, tenantId, run, step, definition, input } = call;
  const { called, former, isOver } = await inTenant(gateway.database, tenantId, async (tx) => {
    const found = await findCalledRun(tx, tenantId, step.id);
    return {
      called: found,
      isOver: !found && (await isCalledOff(tx, tenantId, step.id)),
      former: found || step.isOnError ? null : await findFormerCall(tx, tenantId, step),
    };
  });
  if (called && !isGenuineRun({ ...called, tenantId })) return unproven(called.id);
  if (called?.status === "succeeded") return doneBy(called, call);
  if (called?.status === "cancelled") return failed("call_cancelled", `Run ${called.id} was cancelled.`);
  if (called?.status === "failed_terminal")
    return failed("call_failed", `Run ${called.id} failed: ${called.errorMessage ?? "see its steps"}`);
  if (called) return { kind: "waits_for_run" };
  if (isOver) return runIsOver();
  const depth = run.callDepth + 1;
  if (depth >= CALL_DEPTH_MAX) return failed("calls_too_deep", `Calls go ${CALL_DEPTH_MAX} deep at most.`);
  const parent = { stepId: step.id, depth };
  if (former) return goOnFrom(former, parent, call);
  const begun = await unlessPaused(
    beginRun(
      beginnerOfRun(call),
      {
        workflow: definition.call!,
        inputs: input as Record<string, Json>,
        trigger: { type: "call", ref: step.idempotencyKey },
        parent,
      },
      gateway,
    ),
  );
  return "kind" in begun ? begun : { kind: "waits_for_run" };
}

async function goOnFrom(
  former: RunRow,
  parent: { stepId: number; depth: number },
  call: ToolCall,
): Promise<ToolResult> {
  if (former.status === "succeeded") return doneBy(former, call);
  const isOpen = (id: number) => tryAgain("call_under_way", `Run ${id} is under way, and was called before.`);
  if (!hasRunEnded(former.status)) return isOpen(former.id);
  const begun = await unlessPaused(
    beginRun(
      beginnerOfRun(call),
      {
        workflow: former.workflow,
        version_id: former.workflowVersionId,
        inputs: former.inputsJson as Record<string, Json>,
        trigger: { type: "rerun", ref: String(former.id) },
        rerunOf: former.id,
        parent,
      },
      call.gateway,
    ),
  );
  if ("kind" in begun) return begun;
  // Somebody went on from it at this moment.
  return begun.created ? { kind: "waits_for_run" } : isOpen(begun.runId);
}

/** The result of `beginning`; where the agent that began the run is paused, a result that lets the step wait. */
async function unlessPaused<Begun>(beginning: Promise<Begun>): Promise<Begun | ToolResult> {
  try {
    return await beginning;
  } catch (error) {
    if (error instanceof AppError && error.code === "agent_paused") return agentPaused(error.publicMessage);
    throw error;
  }
}

/** Its status is what its steps' rows say: a person with access to the database alone can write those. */
async function doneBy(called: RunRow, { gateway, tenantId }: ToolCall): Promise<ToolResult> {
  const steps = await inTenant(gateway.database, tenantId, (tx) => listStepProofs(tx, tenantId, called.id));
  const isDone = isGenuineRun({ ...called, tenantId }) && areDone({ tenantId, runId: called.id }, steps);
  return isDone ? done({ run_id: called.id }) : unproven(called.id);
}

const unproven = (id: number) =>
  failed("unproven", `Run ${id} was not begun by Countersign, or not all of its steps were done by it.`);

const beginnerOfRun = ({ tenantId, run }: ToolCall): Beginner => ({
  tenantId,
  userId: run.startedByUserId,
  agentId: run.startedByAgentId,
  label: run.startedByLabel,
  kind: run.startedByUserId !== null ? "person" : run.startedByAgentId !== null ? "agent" : "system",
});
