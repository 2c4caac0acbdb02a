import { askSchema } from "@/lib/contract/interactions/interactions";
import { TIMEOUT_SECONDS_MAX, TIMEOUT_SECONDS_MIN } from "@/lib/core/interaction/interaction";
import type { OutgoingAnswer } from "@/lib/core/access/policy";
import { secondsOf } from "@/lib/runtime/definitions/definition";
import { type ToolCall, type ToolResult, failed, tryAgain } from "@/lib/runtime/tools/tool";
import { type Approved, approvalText, isApproval } from "./approval";
import { putForStep, takeUpQuestion, wasCancelled } from "./question-of-step";

/** How many people must approve, or have approved. */
export type Approvals = 0 | 1 | 2;
export interface NeedsApproval {
  kind: "needs_approval";
  approvals: Approvals;
}
export const needsApproval = (approvals: Approvals): NeedsApproval => ({ kind: "needs_approval", approvals });

/** As many as the policy asks for, or as the step's text does. */
export const neededApprovals = (
  { definition: { approval } }: ToolCall,
  policy: OutgoingAnswer,
): Approvals => {
  const own = approval === undefined ? 0 : approval.two_person ? 2 : 1;
  return own > policy.approvals ? own : policy.approvals;
};

/** Begins; where that needs people's approval, waits for it and begins again, under the policy of that moment. */
export async function whenApproved<Begun extends { kind: string }>(
  call: ToolCall,
  approved: Approved,
  begin: (granted: Approvals) => Promise<Begun>,
): Promise<Exclude<Begun, NeedsApproval> | ToolResult> {
  const begun = await begin(0);
  if (!asksForApproval(begun)) return begun as Exclude<Begun, NeedsApproval>;
  const notYet = await approveInRun(call, begun.approvals, approved);
  if (notYet) return notYet;
  const again = await begin(begun.approvals);
  if (!asksForApproval(again)) return again as Exclude<Begun, NeedsApproval>;
  return tryAgain("policy_changed", "The policy asks for more approvals than it did a moment ago.");
}

const asksForApproval = (begun: { kind: string }): begun is NeedsApproval => begun.kind === "needs_approval";

/**
 * People's approval of what a step is about to send, where the policy or the step's text asks for it: of these very words. Null: it may
 * go. What was approved counts for this step alone; words that have changed since, or more approvals than it was asked of, refuse it.
 */
async function approveInRun(
  call: ToolCall,
  approvals: Approvals,
  approved: Approved,
): Promise<ToolResult | null> {
  const message = approvalText(approved);
  if (message === null)
    return failed(
      "too_long_to_approve",
      "People have to approve this, and it is too long to be shown whole: shorten it, or have the policy let it go without.",
    );
  const asked = await takeUpQuestion(call);
  if (!asked) return putForStep(call, approvalOf(call, approvals, message));
  const { row, outcome } = asked;
  if (row.status === "cancelled") return wasCancelled(asked);
  if (outcome === null) return { kind: "waits_for_answer" };
  if (outcome.timed_out) return failed("not_approved", `Nobody approved question ${row.id} in time.`);
  const refusal = outcome.answers.find((one) => !isApproval(one.answer));
  if (refusal || !isApproval(outcome.answer))
    return failed("refused", `${refusal?.by ?? outcome.by} said no to question ${row.id}.`);
  if (row.interactionType !== "approval" || row.requestData.message !== message)
    return failed("not_as_approved", `This is not what people approved in question ${row.id}.`);
  if (row.answersNeeded < approvals)
    return failed("policy_denied", `The policy asks for more approvals than question ${row.id} did.`);
  return null;
}

function approvalOf({ definition }: ToolCall, approvals: Approvals, message: string) {
  const { expires } = definition.approval ?? {};
  const seconds = expires === undefined ? TIMEOUT_SECONDS_MAX : secondsOf(expires);
  return askSchema.parse({
    interaction_type: "approval",
    request_data: { message: "{{message}}" },
    context: { message },
    responders: [{ role: "approver" }],
    ...(approvals === 1 ? {} : { rule: "n_of_m", answers_needed: approvals }),
    timeout_seconds: Math.min(Math.max(seconds, TIMEOUT_SECONDS_MIN), TIMEOUT_SECONDS_MAX),
  });
}
