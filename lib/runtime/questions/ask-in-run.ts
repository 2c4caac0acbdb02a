/** Asks people for a run: once per step, with a time limit, and reads the end of the question. */

import type { InteractionRow } from "@/db/queries/interactions/interactions";
import type { ResponseData } from "@/db/schema/interactions";
import { isApproved } from "@/lib/core/interaction/answers";
import { type ToolCall, type ToolResult, done, failed } from "@/lib/runtime/tools/tool";
import type { Json } from "@/lib/runtime/values/evaluate";
import { type AskInRunInput, questionOf } from "./ask-input";
import { askForStep, takeUpQuestion, wasCancelled } from "./question-of-step";

/** Asks, and waits until the question has ended. Only this step's own question counts, and that once. */
export async function askInRun(call: ToolCall, input: AskInRunInput): Promise<ToolResult> {
  const asked = await takeUpQuestion(call);
  if (!asked) return askForStep(call, questionOf(input));
  const { row, outcome } = asked;
  if (row.status === "cancelled") return wasCancelled(asked);
  if (outcome === null) return { kind: "waits_for_answer" };
  return whyFailed(row, outcome, input) ?? done(outputOf(row.id, outcome));
}

/** People's answers arrive as JSON. */
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
  { if_refused: chargeRefusal }: AskInRunInput,
): ToolResult | null {
  if (timedOut && timeoutAction === "fail")
    return failed("not_answered", `Nobody answered question ${id} in time.`);
  if (timedOut && timeoutAction === "continue") return null;
  if (interactionType !== "approval" || chargeRefusal === "continue" || isApproved(answer)) return null;
  const refusal = answers.find((one) => !isApproved(one.answer));
  return failed("refused", `${refusal?.by ?? "The default answer"} said no to question ${id}.`);
}
