import { type TenantTransaction, inTenant } from "@/db/client";
import { findQuestionOfStep, insertPause } from "@/db/queries/interactions/questions-of-runs";
import { lockRun } from "@/db/queries/workflows/runs";
import { extendStepLease } from "@/db/queries/workflows/steps";
import type { AskInput } from "@/lib/contract/interactions/interactions";
import { TIMEOUT_SECONDS_MIN } from "@/lib/core/interaction/interaction";
import { hasRunEnded } from "@/lib/core/run/run";
import { afterCommit } from "@/lib/gateway/after-commit";
import { checkQuestion } from "@/lib/interactions/check-question";
import { type Asker, putQuestion } from "@/lib/interactions/put-question";
import { type TakenUp, takeUpOutcome } from "@/lib/interactions/take-up";
import { agentInRun } from "@/lib/runtime/tools/agent-in-run";
import { type ToolCall, type ToolResult, failed } from "@/lib/runtime/tools/tool";

/** The single question of a step: asks it once, and reads how it ended. */

/** The tool that asks for its own sake. Every other one asks whether it may send. */
export const ASK_TOOL = "human.ask";

/** Null: the step has asked nothing yet. Answers change no more once it has ended. @throws AppError unproven 409. */
export const takeUpQuestion = ({ gateway, tenantId, ...place }: ToolCall): Promise<TakenUp | null> =>
  inTenant(gateway.database, tenantId, async (tx) => {
    const asked = await findQuestionOfStep(tx, tenantId, placeOf(place));
    return asked && takeUpOutcome(tx, tenantId, asked.id, gateway.clock.now());
  });

export const wasCancelled = ({ row: { id, cancelledByLabel } }: TakenUp): ToolResult =>
  failed("question_cancelled", `${cancelledByLabel} cancelled question ${id}.`);

/** It lasts no longer than the run. @throws AppError validation_failed 422. */
export async function askForStep(call: ToolCall, asked: AskInput): Promise<ToolResult> {
  const { gateway, tenantId, run, step } = call;
  const now = gateway.clock.now();
  const secondsLeft = Math.floor((Date.parse(run.deadlineAt) - now.getTime()) / 1_000);
  if (secondsLeft < TIMEOUT_SECONDS_MIN)
    return failed("after_deadline", "The run is to end before anybody could answer.");
  const question = { ...asked, timeout_seconds: Math.min(asked.timeout_seconds, secondsLeft) };
  const message = checkQuestion(question);
  const refusal = await inTenant(gateway.database, tenantId, async (tx) => {
    const why = await whyNotAsked(tx, call);
    if (why) return why;
    const asking = { message, idempotencyKey: step.idempotencyKey, now };
    const { row } = await putQuestion(tx, askerOf(call), question, asking);
    await insertPause(tx, tenantId, { ...placeOf(call), interactionId: row.id });
    return null;
  });
  if (refusal) return refusal;
  afterCommit(gateway, tenantId);
  return { kind: "waits_for_answer" };
}

/** Why the question may not be asked; null: it may, and the run stays open until it is stored. */
async function whyNotAsked(tx: TenantTransaction, call: ToolCall): Promise<ToolResult | null> {
  const { tenantId, run, lease } = call;
  const agent = await agentInRun(tx, call);
  if ("refusal" in agent) return agent.refusal;
  const locked = await lockRun(tx, tenantId, run.id);
  if (!locked || hasRunEnded(locked.status) || locked.cancelRequestedBy !== null)
    return failed("run_is_over", "The run is over: nobody is asked.");
  if (!(await extendStepLease(tx, tenantId, lease))) return failed("lease_lost", "The lease was lost.");
  return null;
}

const placeOf = ({ run, step }: Pick<ToolCall, "run" | "step">) => ({
  executionId: run.id,
  nodeId: step.idempotencyKey,
});

const askerOf = (call: ToolCall): Asker => ({
  tenantId: call.tenantId,
  kind: "system",
  label: `${call.workflow.workflow}, run ${call.run.id}`,
  userId: null,
  agentId: null,
  step: { workflowId: call.run.workflowId, ...placeOf(call), sends: call.step.toolName !== ASK_TOOL },
});
