import type { InteractionRow, ResponseRow } from "@/db/queries/interactions/interactions";
import type { InteractionView } from "@/lib/contract/interactions/interactions";
import { type AgentPrincipal, type Person, mayAdminister } from "@/lib/core/access/principal";
import { AppError } from "@/lib/core/errors";
import { schemaOfAnswers } from "@/lib/core/interaction/answer-schema";
import { placeOf } from "@/lib/core/interaction/answers";
import { isResponder } from "@/lib/core/interaction/responders";
import { isoOf } from "@/lib/core/values/time";
import { provenResponse, questionOf, standingOf } from "@/lib/gateway/ledger/question-outcome";

export type Caller = Person | AgentPrincipal;

/** Also thrown for another company's question and for one that the caller may not see, so that ids reveal nothing. */
export const noSuchQuestion = () => new AppError("not_found", "There is no such question.");

/** Replaces texts that the retention sweep blanked. */
export const BLANKED_TEXT = "These words were deleted: their retention period is over.";

export const isAskerOf = (row: InteractionRow, caller: Caller): boolean =>
  caller.kind === "agent" ? row.agentId === caller.agentId : row.userId === caller.userId;

const isPersonAsked = (row: InteractionRow, caller: Caller): boolean =>
  caller.kind === "person" && isResponder(row, caller);

/**
 * How much of a question the caller sees. `whole`: as its asker or as a responder. `outline` (its existence): as an administrator, or
 * as a person who may steer the run that asked it. Null: nothing.
 */
export function sightOf(row: InteractionRow, caller: Caller): "whole" | "outline" | null {
  if (isAskerOf(row, caller) || isPersonAsked(row, caller)) return "whole";
  if (caller.kind !== "person") return null;
  const mayKnow = mayAdminister(caller.role) || (row.executionId !== null && caller.role !== "viewer");
  return mayKnow ? "outline" : null;
}

/**
 * @throws AppError not_found 404 if the caller may not see it; unproven 409.
 */
export function viewOf(
  row: InteractionRow,
  responses: readonly ResponseRow[],
  caller: Caller,
  now: Date,
): InteractionView {
  const sight = sightOf(row, caller);
  if (sight === null) throw noSuchQuestion();
  const standing = standingOf(row, responses);
  const response = provenResponse(row, standing, now);
  const redacted = sight === "outline";
  const own = caller.kind === "person" ? standing.find(({ userId }) => userId === caller.userId) : undefined;
  const isOpen = row.status === "pending" && Date.parse(row.timeoutAt) > now.getTime();
  const isPerson = caller.kind === "person";
  const isFinal = row.usedAt !== null || !(isOpen || row.status === "responded");
  const mayAnswer = isOpen && !own && isPerson && placeOf(questionOf(row), caller, standing) !== null;
  return {
    id: row.id,
    status: row.status,
    interaction_type: row.interactionType,
    channel_type: row.channelType,
    asked_by: row.askedByLabel,
    asked_by_you: isAskerOf(row, caller),
    execution_id: row.executionId,
    sends: row.requestData.sends === true,
    redacted,
    message: redacted ? null : row.textBlankedAt === null ? row.requestData.message : BLANKED_TEXT,
    schema:
      redacted || row.textBlankedAt !== null ? null : schemaOfAnswers(row.interactionType, row.requestData),
    options: redacted ? null : (row.requestData.options ?? null),
    responders: row.responders,
    responder_names: row.responders.map((one) =>
      "user_id" in one ? (row.responderNames[one.user_id] ?? null) : null,
    ),
    asked: row.asked,
    rule: row.rule,
    answers_needed: row.answersNeeded,
    in_order: row.inOrder,
    escalate_after_seconds: row.escalateAfterSeconds,
    answers_given: standing.length,
    answered: redacted ? [] : standing.map(({ place, by, channel }) => ({ place, by, channel })),
    may_answer: mayAnswer,
    may_correct: own !== undefined && !isFinal,
    may_retract: own !== undefined && isOpen,
    may_cancel:
      row.status === "pending" && (isAskerOf(row, caller) || (isPerson && mayAdminister(caller.role))),
    your_answer: (own?.answer.value ?? null) as InteractionView["your_answer"],
    timeout_seconds: row.timeoutSeconds,
    timeout_at: isoOf(row.timeoutAt)!,
    timeout_action: row.timeoutAction,
    default_response: redacted ? null : (row.defaultResponse as InteractionView["default_response"]),
    warned: row.warningSent,
    reminders_sent: row.remindersSent,
    response: redacted ? null : (response as InteractionView["response"]),
    cancelled_by: row.cancelledByLabel,
    created_at: isoOf(row.createdAt)!,
    ended_at: isoOf(row.endedAt),
    text_blanked_at: isoOf(row.textBlankedAt),
    used_at: isoOf(row.usedAt),
  };
}
