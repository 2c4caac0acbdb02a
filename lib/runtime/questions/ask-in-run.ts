/** What a run asks people: once a step, until when, and what becomes of it. */

import { type TenantTransaction, inTenant } from "@/db/client";
import type { InteractionRow } from "@/db/queries/interactions/interactions";
import { findQuestionOfStep, insertPause } from "@/db/queries/interactions/questions-of-runs";
import { lockRun } from "@/db/queries/workflows/runs";
import { extendStepLease } from "@/db/queries/workflows/steps";
import type { ResponseData } from "@/db/schema/interactions";
import { TIMEOUT_SECONDS_MIN } from "@/lib/core/interaction/interaction";
import { LEASE_SECONDS, hasRunEnded } from "@/lib/core/run/run";
import { afterCommit } from "@/lib/gateway/after-commit";
import { checkQuestion } from "@/lib/interactions/check-question";
import { type Asker, putQuestion } from "@/lib/interactions/put-question";
import { takeUpOutcome } from "@/lib/interactions/take-up";
import { agentInRun } from "@/lib/runtime/tools/agent-in-run";
import { type ToolCall, type ToolResult, done, failed } from "@/lib/runtime/tools/tool";
import type { Json } from "@/lib/runtime/values/evaluate";
import { type AskInRunInput, questionOf } from "./ask-input";

/** Asks, and waits until the question has ended. Only this step's own question counts, and that once. */
export async function askInRun(call: ToolCall, input: AskInRunInput): Promise<ToolResult> {
  const { gateway, tenantId } = call;
  return (
    (await inTenant(gateway.database, tenantId, (tx) => resultOfEarlier(tx, call, input))) ??
    putTheQuestion(call, input)
  );
}

/** Null: the step has asked nothing yet. */
async function resultOfEarlier(
  tx: TenantTransaction,
  call: ToolCall,
  input: AskInRunInput,
): Promise<ToolResult | null> {
  const { tenantId, gateway } = call;
  const asked = await findQuestionOfStep(tx, tenantId, placeOf(call));
  if (!asked) return null;
  const { row, outcome } = await takeUpOutcome(tx, tenantId, asked.id, gateway.clock.now());
  if (row.status === "cancelled")
    return failed("question_cancelled", `${row.cancelledByLabel} cancelled question ${row.id}.`);
  if (outcome === null) return { kind: "waits_for_answer" };
  return whyFailed(row, outcome, input) ?? done(outputOf(row.id, outcome));
}

/** What people answered came as JSON. */
const outputOf = (id: number, { answer, by, at, timed_out: timedOut, answers }: ResponseData): Json => ({
  question_id: id,
  answer: answer as Json,
  by,
  at,
  timed_out: timedOut,
  answers: answers.map((one) => ({ answer: one.answer as Json, by: one.by, at: one.at })),
});

function whyFailed(
  { id, interactionType, timeoutAction }: InteractionRow,
  { answer, answers, timed_out: timedOut }: ResponseData,
  { if_refused: ifRefused }: AskInRunInput,
): ToolResult | null {
  if (timedOut && timeoutAction === "fail")
    return failed("not_answered", `Nobody answered question ${id} in time.`);
  if (timedOut && timeoutAction === "continue") return null;
  const isApproved = (one: unknown) => (one as { approved?: unknown } | null)?.approved === true;
  if (interactionType !== "approval" || ifRefused === "continue" || isApproved(answer)) return null;
  const refusal = answers.find((one) => !isApproved(one.answer));
  return failed("refused", `${refusal?.by ?? "The default answer"} said no to question ${id}.`);
}

async function putTheQuestion(call: ToolCall, input: AskInRunInput): Promise<ToolResult> {
  const { gateway, tenantId, run, step } = call;
  const now = gateway.clock.now();
  // Nobody waits for an answer once the run has to have ended.
  const secondsLeft = Math.floor((Date.parse(run.deadlineAt) - now.getTime()) / 1_000);
  if (secondsLeft < TIMEOUT_SECONDS_MIN)
    return failed("after_deadline", "The run is to end before anybody could answer.");
  const question = questionOf({ ...input, timeout_seconds: Math.min(input.timeout_seconds, secondsLeft) });
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

/** Whoever holds the step's lease holds its run open until the question is there. */
async function whyNotAsked(tx: TenantTransaction, call: ToolCall): Promise<ToolResult | null> {
  const { tenantId, run, lease } = call;
  const agent = await agentInRun(tx, call);
  if ("refusal" in agent) return agent.refusal;
  const locked = await lockRun(tx, tenantId, run.id);
  if (!locked || hasRunEnded(locked.status) || locked.cancelRequestedBy !== null)
    return failed("run_is_over", "The run is over: nobody is asked.");
  if (!(await extendStepLease(tx, tenantId, lease, LEASE_SECONDS)))
    return failed("lease_lost", "The lease was lost.");
  return null;
}

const placeOf = ({ run, step }: ToolCall) => ({ executionId: run.id, nodeId: step.idempotencyKey });

const askerOf = (call: ToolCall): Asker => ({
  tenantId: call.tenantId,
  kind: "system",
  label: `${call.workflow.workflow}, run ${call.run.id}`,
  userId: null,
  agentId: null,
  step: { workflowId: call.run.workflowId, ...placeOf(call) },
});
