import type { Card, QuestionOnCard } from "@/lib/channels/card";
import type { InteractionStatus } from "@/lib/core/interaction/interaction";

/** A card of a question as JSON for an endpoint. Text of others stands in it as it is: it is data there. Pure. */

export type QuestionEvent =
  "question.asked" | "question.reminder" | "question.warning" | "question.changed" | "test";

export interface QuestionContent {
  /** Null: the card is about an action, and nothing of it leaves by a webhook. */
  type: QuestionEvent | null;
  data: QuestionData;
  /** The page of the question; its origin is ours. */
  pageUrl: string;
}

interface QuestionData {
  ref: string;
  /** `withdrawn`: its person is not asked any more. Null: a test. */
  status: InteractionStatus | "withdrawn" | null;
  /** In a sentence. Null: it is open. */
  outcome: string | null;
  /** Where an answer may be given. Null: nowhere now. */
  answer_by: "webhook" | "page" | null;
  question: ReturnType<typeof questionOf> | null;
}

export function renderQuestion(card: Card): QuestionContent {
  const { ref, question, outcome, url: pageUrl } = card;
  return {
    type: typeOf(card),
    data: {
      ref,
      status: question?.status ?? (card.occasion === "test" ? null : "withdrawn"),
      outcome,
      answer_by: answerBy(card),
      question: question ? questionOf(question, pageUrl) : null,
    },
    pageUrl,
  };
}

/** A change of a card is its `asked` again, which the sender knows by its part. */
function typeOf({ occasion, subject }: Card): QuestionEvent | null {
  if (occasion === "test") return "test";
  if (subject.kind !== "question") return null;
  switch (occasion) {
    case "asked":
    case "repeat":
      return "question.asked";
    case "reminder":
    case "warning":
      return `question.${occasion}`;
    case "outcome":
      return "question.changed";
    case "went_wrong":
    case "digest":
      return null;
  }
}

/** Behind an endpoint stands a machine: a yes or no is a person's own, on the page. */
function answerBy({ offer, question }: Card): QuestionData["answer_by"] {
  if (question?.status !== "pending") return null;
  if (offer?.kind !== "answer") return "page";
  return question.type === "approval" ? "page" : "webhook";
}

const questionOf = (question: QuestionOnCard, url: string) => ({
  id: question.id,
  type: question.type,
  message: question.message,
  asked_by: question.askedBy,
  options: question.options,
  multiple: question.multiple,
  schema: question.schema,
  url,
  open_until: question.openUntil,
});
