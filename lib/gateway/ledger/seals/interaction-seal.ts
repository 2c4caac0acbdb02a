import type { QuestionColumn } from "@/db/schema/interactions";
import type { InteractionRow, ResponseRow } from "@/db/queries/interactions/interactions";
import { canonicalHash, canonicalText } from "@/lib/core/ledger/payload-hash";
import { isoOf } from "@/lib/core/values/time";
import { keyedHash, matchesKeyedHash } from "@/lib/secrets/keyed-hash";

/**
 * The app's seals on questions and on their answers. A person with access to the database alone asks nobody anything, and answers for
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
  /** The number of this answer among all to the question, from 1. It exposes an earlier answer that was copied behind a correction. */
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

/** Free text that answered nothing by itself. Pages show those alone that the app took in. */
export interface SealedReply {
  tenantId: number;
  interactionId: number | null;
  userId: number | null;
  userLabel: string | null;
  sourceChannel: string;
  rawPayload: unknown;
  receivedAt: string | Date;
  deliveryProvider: string | null;
  deliveryKey: string | null;
  classification: string | null;
  draftedReading: string | null;
  draftedAnswer: unknown;
}

export const sealReply = (reply: SealedReply): string => keyedHash("interaction", textOfReply(reply));

export const isGenuineReply = (reply: SealedReply, seal: string | null): boolean =>
  matchesKeyedHash("interaction", textOfReply(reply), seal);

const textOfReply = (reply: SealedReply): string =>
  canonicalText({
    kind: "reply",
    tenantId: reply.tenantId,
    interactionId: reply.interactionId,
    userId: reply.userId,
    userLabel: reply.userLabel,
    sourceChannel: reply.sourceChannel,
    rawPayload: canonicalHash(reply.rawPayload),
    receivedAt: isoOf(reply.receivedAt),
    deliveryProvider: reply.deliveryProvider,
    deliveryKey: reply.deliveryKey,
    classification: reply.classification,
    draftedReading: reply.draftedReading,
    draftedAnswer: canonicalHash(reply.draftedAnswer ?? null),
  });
