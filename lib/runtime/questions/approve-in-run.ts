import { type TenantTransaction, inTenant } from "@/db/client";
import { findInteraction, listResponses } from "@/db/queries/interactions/interactions";
import {
  approvalsToAskFor,
  findQuestionOfStep,
  weighApproval,
} from "@/db/queries/interactions/questions-of-runs";
import { askSchema } from "@/lib/contract/interactions/interactions";
import { isApproved } from "@/lib/core/interaction/answers";
import { TIMEOUT_SECONDS_MAX, TIMEOUT_SECONDS_MIN } from "@/lib/core/interaction/interaction";
import type { OutgoingAnswer } from "@/lib/core/access/policy";
import { secondsOf } from "@/lib/runtime/definitions/definition";
import { standingOf } from "@/lib/gateway/ledger/question-outcome";
import type { TakenUp } from "@/lib/interactions/take-up";
import { assertNotHalted, waitWhileHalted } from "@/lib/runtime/tools/switch-in-run";
import { type ToolCall, type ToolResult, failed } from "@/lib/runtime/tools/tool";
import { type Approved, approvalText } from "./approval";
import { askForStep, takeUpQuestion, wasCancelled } from "./question-of-step";

/** How many people must approve, or have approved. */
export type Approvals = 0 | 1 | 2;
interface NeedsApproval {
  kind: "needs_approval";
  approvals: Approvals;
}

/**
 * Prepares what a step is about to send, in one transaction, with the approvals that people have given; where that needs some and nobody
 * was asked, asks. A question that was put counts whatever the policy says by now: nothing is sent on a refusal of it, nor before its
 * end. `approved`: null where it cannot be shown. Nothing is sent while a kill switch halts it.
 */
export async function prepareApproved<Prepared extends { kind: string }>(
  call: ToolCall,
  approved: Approved | null,
  goes: Prepared["kind"],
  prepare: (tx: TenantTransaction, granted: Approvals) => Promise<Prepared | NeedsApproval | ToolResult>,
): Promise<Prepared | ToolResult> {
  const message = approved && approvalText(approved);
  const asked = await takeUpQuestion(call);
  const notYet = asked && whyNotYet(asked, message);
  if (notYet) return notYet;
  const granted = asked ? (asked.row.answersNeeded as Approvals) : 0;
  const prepared = await waitWhileHalted(
    inTenant(call.gateway.database, call.tenantId, async (tx) => {
      const begun = await prepare(tx, granted);
      if (begun.kind === goes) await assertNotHalted(tx, call);
      return begun;
    }),
  );
  if (!asksForApproval(prepared)) return prepared as Prepared | ToolResult;
  if (asked)
    return failed("policy_denied", `More must approve this than question ${asked.row.id} asked for.`);
  if (!approved) return cannotBeShown();
  return message === null ? tooLong() : ask(call, prepared.approvals, message);
}

const asksForApproval = (prepared: { kind: string }): prepared is NeedsApproval =>
  prepared.kind === "needs_approval";

const tooLong = () =>
  failed(
    "too_long_to_approve",
    "People have to approve this, and it is too long to be shown whole: shorten it, or have the policy let it go without.",
  );

const cannotBeShown = () =>
  failed(
    "cannot_be_shown",
    "People have to approve this, and its headers work on a secret, so that nobody can be shown what would be sent: put the secret there as it is.",
  );

/**
 * In the transaction that sends: whether as many people have approved as the policy or the step's text asks for, and still count, as for
 * a write at L4. Null: they have.
 */
export async function whyNotApproved(
  tx: TenantTransaction,
  call: ToolCall,
  policy: OutgoingAnswer,
  granted: Approvals,
): Promise<NeedsApproval | ToolResult | null> {
  const { approval } = call.definition;
  const own = approval === undefined ? 0 : approval.two_person ? 2 : 1;
  const approvals = own > policy.approvals ? own : policy.approvals;
  if (approvals > granted) return { kind: "needs_approval", approvals };
  return granted === 0 ? null : whyNotCounted(tx, call, granted);
}

async function whyNotCounted(
  tx: TenantTransaction,
  { tenantId, run, step }: ToolCall,
  granted: Approvals,
): Promise<ToolResult | null> {
  const place = { executionId: run.id, nodeId: step.idempotencyKey };
  const question = (await findQuestionOfStep(tx, tenantId, place))!;
  const row = (await findInteraction(tx, tenantId, question.id))!;
  const voters = standingOf(row, await listResponses(tx, tenantId, [row.id])).map(({ userId }) => userId);
  const weighed = await weighApproval(tx, tenantId, place, { voters, needed: granted });
  if (weighed && weighed.refusal === null && weighed.counted >= weighed.needed) return null;
  return failed(
    "not_approved",
    `Not as many approvals of question ${row.id} count as must: somebody left, or had a hand in this run.`,
  );
}

/** Null: people have approved these very words. */
function whyNotYet(asked: TakenUp, message: string | null): ToolResult | null {
  const { row, outcome } = asked;
  if (row.status === "cancelled") return wasCancelled(asked);
  if (outcome === null) return { kind: "waits_for_answer" };
  if (outcome.timed_out) return failed("not_approved", `Nobody approved question ${row.id} in time.`);
  const refusal = outcome.answers.find((one) => !isApproved(one.answer));
  if (refusal || !isApproved(outcome.answer))
    return failed("refused", `${refusal?.by ?? outcome.by} said no to question ${row.id}.`);
  if (row.interactionType !== "approval" || row.requestData.message !== message)
    return failed("not_as_approved", `This is not what people approved in question ${row.id}.`);
  return null;
}

/** Asks for one approval, or for two where a single one would not count. */
async function ask(call: ToolCall, approvals: Approvals, message: string): Promise<ToolResult> {
  const { gateway, tenantId, step } = call;
  const needed = await inTenant(gateway.database, tenantId, (tx) =>
    approvalsToAskFor(tx, tenantId, step.id, approvals),
  );
  return askForStep(call, approvalOf(call, needed, message));
}

function approvalOf({ definition }: ToolCall, approvals: number, message: string) {
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
