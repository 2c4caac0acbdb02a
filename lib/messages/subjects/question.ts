import { type InteractionRow, findInteraction, listResponses } from "@/db/queries/interactions/interactions";
import { readVersion } from "@/db/queries/messages/messages";
import type { Card, CardOffer } from "@/lib/channels/card";
import { schemaOfAnswers } from "@/lib/core/interaction/answer-schema";
import { placeOf } from "@/lib/core/interaction/answers";
import { isResponder } from "@/lib/core/interaction/responders";
import { isoOf } from "@/lib/core/values/time";
import { isGenuineQuestion } from "@/lib/gateway/ledger/seals/interaction-seal";
import { type ProvenAnswer, questionOf, standingOf } from "@/lib/gateway/ledger/question-outcome";
import { baseUrl } from "@/lib/gateway/read/proposals/action-url";
import { questionHref } from "@/lib/view/questions/question-href";
import { TYPE_WORDS } from "@/lib/view/questions/question-words";
import { utcText } from "@/lib/view/time";
import type { Recipient, Subject, SubjectReader } from "./subject";

/** Null: the app did not ask it, so nobody is told of it. */
export async function readQuestion(reader: SubjectReader, id: number): Promise<Subject | null> {
  const { tx, message, recipient, now } = reader;
  const row = await findInteraction(tx, message.tenantId, id);
  if (!row || !isGenuineQuestion(row)) return null;
  const standing = standingOf(row, await listResponses(tx, message.tenantId, [id]));
  const isOpen = row.status === "pending" && Date.parse(row.timeoutAt) > now.getTime();
  const asked = { row, standing, recipient, isOpen };
  return {
    now: {
      version: await readVersion(tx, message.tenantId, message),
      isOpen,
      reminders: row.remindersSent,
      warned: row.warningSent,
    },
    recipient: {
      shouldBeNotified:
        recipient.isReachable && (recipient.questions || message.byRule) && isResponder(row, recipient),
      hasActed: standing.some(({ userId }) => userId === recipient.userId),
    },
    cardOf: (occasion) => ({ ref: message.ref, occasion, ...cardOf(asked) }),
  };
}

interface QuestionFor {
  row: InteractionRow;
  /** Those that the app itself took in. */
  standing: readonly ProvenAnswer[];
  recipient: Recipient;
  isOpen: boolean;
}

function cardOf(asked: QuestionFor): Omit<Card, "ref" | "occasion"> {
  const { row, isOpen } = asked;
  return {
    subject: { kind: "question", id: row.id },
    title: `Question #${row.id}`,
    from: row.askedByLabel,
    said: row.requestData.message,
    facts: [
      { label: "Kind", value: TYPE_WORDS[row.interactionType] },
      ...(isOpen ? [{ label: "Answer by", value: utcText(isoOf(row.timeoutAt)!) }] : []),
      ...(row.requestData.options ?? []).map(({ label }) => ({ label: "Option", value: label })),
    ],
    warnings: [],
    offer: isOpen ? offerOf(asked) : null,
    outcome: isOpen ? null : outcomeOf(asked),
    url: `${baseUrl()}${questionHref(row.id)}`,
    action: null,
    question: {
      id: row.id,
      type: row.interactionType,
      // Its time may be over before the minute's sweep has ended it.
      status: !isOpen && row.status === "pending" ? "timeout" : row.status,
      askedBy: row.askedByLabel,
      message: row.requestData.message,
      options: row.requestData.options ?? null,
      multiple: row.requestData.multiple ?? false,
      schema: schemaOfAnswers(row.interactionType, row.requestData),
      openUntil: isoOf(row.timeoutAt)!,
    },
  };
}

/** A request that a run would send is approved only on the page, where all of it can be read. */
function offerOf({ row, standing, recipient }: QuestionFor): CardOffer | null {
  const { requestData, interactionType: type } = row;
  if (requestData.sends || placeOf(questionOf(row), recipient, standing) === null) return null;
  if (standing.some(({ userId }) => userId === recipient.userId)) return null;
  return {
    kind: "answer",
    type,
    options: requestData.options ?? null,
    multiple: requestData.multiple ?? false,
    schema: schemaOfAnswers(type, requestData),
  };
}

function outcomeOf({ row, standing }: QuestionFor): string {
  switch (row.status) {
    case "responded":
      return standing.length === 0
        ? "It has ended."
        : `${standing.map(({ by }) => by).join(", ")} answered. Nothing is left to do.`;
    case "cancelled":
      return `${row.cancelledByLabel} cancelled it. Nothing is left to do.`;
    case "timeout":
    case "pending":
      return "The time for an answer is over.";
  }
}
