import type { InteractionRow, ResponseRow } from "@/db/queries/interactions/interactions";
import type { ResponseData } from "@/db/schema/interactions";
import { AppError } from "@/lib/core/errors";
import {
  type GivenAnswer,
  type Question,
  type StandingAnswer,
  areAnswersEnough,
  outcomeOf,
  standingAnswers,
} from "@/lib/core/interaction/answers";
import type { InteractionChannel } from "@/lib/core/interaction/interaction";
import { isoOf } from "@/lib/core/values/time";
import { isGenuineAnswer } from "@/lib/gateway/ledger/seals/interaction-seal";

/** The answers that the app itself accepted for a question, and their outcome. Rows without the app's seal are ignored. */

export type GivenBy = GivenAnswer & { by: string; at: string; channel: InteractionChannel };
export type ProvenAnswer = GivenBy & StandingAnswer;

export const questionOf = (row: InteractionRow): Question => ({
  type: row.interactionType,
  responders: row.responders,
  rule: row.rule,
  answersNeeded: row.answersNeeded,
  inOrder: row.inOrder,
  asked: row.asked,
});

/** @param responses all of this question, as they came. */
export function standingOf(row: InteractionRow, responses: readonly ResponseRow[]): ProvenAnswer[] {
  const given = responses.flatMap((response, index): GivenBy[] => {
    const { userId, place, userLabel } = response;
    const sealed = { ...response, tenantId: row.tenantId, questionSeal: row.seal, number: index + 1 };
    if (userId === null || place === null || userLabel === null) return [];
    if (!isGenuineAnswer(sealed, response.seal)) return [];
    const answer = response.kind === "retraction" ? null : { value: response.response };
    const channel = response.sourceChannel;
    return [{ userId, place, answer, by: userLabel, at: isoOf(response.receivedAt)!, channel }];
  });
  return standingAnswers(given);
}

export function responseOf(row: InteractionRow, standing: readonly ProvenAnswer[]): ResponseData {
  const last = standing.at(-1)!;
  return {
    answer: outcomeOf(row.interactionType, standing),
    by: last.by,
    at: last.at,
    timed_out: false,
    answers: standing.map(({ answer, by, at }) => ({ answer: answer.value, by, at })),
  };
}

/** The server that ended it may have a clock ahead of this one's. */
const CLOCKS_DIFFER_MS_MAX = 60_000;

/**
 * How the question ended, worked out again from its answers and its time. Null: it is open, or was cancelled.
 * @throws AppError unproven 409: the row says an end that the app did not bring about.
 */
export function provenResponse(
  row: InteractionRow,
  standing: readonly ProvenAnswer[],
  now: Date,
): ResponseData | null {
  switch (row.status) {
    case "pending":
    case "cancelled":
      return null;
    case "responded":
      if (!areAnswersEnough(questionOf(row), standing))
        throw unprovenError("The app took in no answer that ends it.");
      return responseOf(row, standing);
    case "timeout": {
      if (Date.parse(row.timeoutAt) > now.getTime() + CLOCKS_DIFFER_MS_MAX)
        throw unprovenError("Its time is not over.");
      const answers = standing.map(({ answer, by, at }) => ({ answer: answer.value, by, at }));
      return {
        answer: row.defaultResponse ?? null,
        by: null,
        at: isoOf(row.timeoutAt)!,
        timed_out: true,
        answers,
      };
    }
  }
}

export const unprovenError = (why: string) =>
  new AppError("unproven", `This question was changed past Countersign. ${why}`);
