import type { QuestionColumn } from "@/db/schema/interactions";
import type { InteractionRow, ResponseRow } from "@/db/queries/interactions/interactions";
import { canonicalHash, canonicalText } from "@/lib/core/ledger/payload-hash";
import { isoOf } from "@/lib/core/values/time";
import { keyedHash, matchesKeyedHash } from "@/lib/secrets/keyed-hash";

/**
 * The app's seals on questions and on their answers. Whoever holds the database alone asks nobody anything, and answers for
 * nobody (docs/adr/0112). `asked`, reminders and statuses are not in them: they follow from the answers and from the time.
 */
export type SealedQuestion = Pick<InteractionRow, QuestionColumn | "executionId" | "nodeId"> & {
  createdAt: string | Date;
  timeoutAt: string | Date;
};

export const sealQuestion = (question: SealedQuestion): string =>
  keyedHash("interaction", textOfQuestion(question));

export const isGenuineQuestion = (question: InteractionRow): boolean =>
  matchesKeyedHash("interaction", textOfQuestion(question), question.seal);

/** Each member by name: rows have others beside them. */
const textOfQuestion = (question: SealedQuestion): string =>
  canonicalText({
    kind: "question",
    tenantId: question.tenantId,
    executionId: question.executionId,
    nodeId: question.nodeId,
    userId: question.userId,
    agentId: question.agentId,
    askedByLabel: question.askedByLabel,
    interactionType: question.interactionType,
    channelType: question.channelType,
    requestData: canonicalHash(question.requestData),
    responders: canonicalHash(question.responders),
    rule: question.rule,
    answersNeeded: question.answersNeeded,
    inOrder: question.inOrder,
    timeoutAction: question.timeoutAction,
    defaultResponse: canonicalHash(question.defaultResponse),
    requestHash: question.requestHash,
    createdAt: isoOf(question.createdAt),
    timeoutAt: isoOf(question.timeoutAt),
  });

interface SealedAnswer extends Omit<ResponseRow, "id" | "seal" | "receivedAt"> {
  receivedAt: string | Date;
  tenantId: number;
  /** That of the question: an answer to one of the same words is none to this. */
  questionSeal: string | null;
  /** Among all that came for the question, from 1: an earlier answer that is copied behind a correction has a wrong one. */
  number: number;
}

export const sealAnswer = (answer: SealedAnswer): string => keyedHash("interaction", textOfAnswer(answer));

export const isGenuineAnswer = (answer: SealedAnswer, seal: string | null): boolean =>
  matchesKeyedHash("interaction", textOfAnswer(answer), seal);

const textOfAnswer = (answer: SealedAnswer): string =>
  canonicalText({
    kind: "answer",
    tenantId: answer.tenantId,
    interactionId: answer.interactionId,
    questionSeal: answer.questionSeal,
    number: answer.number,
    userId: answer.userId,
    userLabel: answer.userLabel,
    responseKind: answer.kind,
    place: answer.place,
    response: canonicalHash(answer.response ?? null),
    sourceChannel: answer.sourceChannel,
    receivedAt: isoOf(answer.receivedAt),
  });
