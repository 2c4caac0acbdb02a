import { inTenant } from "@/db/client";
import { findInteraction } from "@/db/queries/interactions/interactions";
import { countDeliveries } from "@/db/queries/interactions/replies";
import type { AccountRow } from "@/db/queries/messages/accounts";
import { findMessage } from "@/db/queries/messages/messages";
import { type QuestionBox, endpointUserOf } from "@/lib/channels/webhook/question-box";
import type { WebhookAnswerInput } from "@/lib/contract/interactions/webhook-answer";
import type { Person } from "@/lib/core/access/principal";
import { AppError } from "@/lib/core/errors";
import type { Gateway } from "@/lib/gateway/context";
import { baseUrl } from "@/lib/gateway/read/proposals/action-url";
import { answerBy } from "@/lib/interactions/answer";
import { receiveAnswer } from "@/lib/interactions/replies/receive-answer";
import { findLinkedPerson } from "@/lib/messages/links";
import { questionHref } from "@/lib/view/questions/question-href";

/** One answer of the endpoint's, in the name of the person whom the question was sent for. */

export type WebhookAnswer = WebhookAnswerInput["data"];

interface AnswerDelivery {
  account: AccountRow;
  box: QuestionBox;
  /** The id of the delivery. */
  id: string;
  command: WebhookAnswer;
}

const PROVIDER = "webhook";
/** Free text to one question, beyond which none is kept. */
const TEXTS_MAX = 20;

/**
 * `answered`: it is the person's answer. `recorded`: it is, and more answers are needed. `kept`: free text that people see, with its
 * draft, and that answers nothing.
 * @throws AppError not_found 404 for a ref that was not sent to this endpoint; not_allowed 403 where its person does not let the
 *   endpoint answer (any more), or for a yes or a no; rate_limited 429; as `answer` does.
 */
export async function takeAnswer(
  { account, box, id, command }: AnswerDelivery,
  gateway: Gateway,
): Promise<"answered" | "recorded" | "kept"> {
  const { tenantId, id: accountId } = account;
  const { ref } = command;
  const found = await inTenant(gateway.database, tenantId, async (tx) => {
    const message = await findMessage(tx, tenantId, { accountId, ref });
    if (!message?.interactionId) return null;
    const question = await findInteraction(tx, tenantId, message.interactionId);
    return question && { question, userId: message.userId! };
  });
  if (!found) throw new AppError("not_found", "No question of this ref was sent to you.");
  const { question, userId } = found;
  const externalUserId = endpointUserOf(userId, box.url);
  const person = await findLinkedPerson({ tenantId, accountId, externalUserId }, gateway);
  if (person?.userId !== userId)
    throw new AppError("not_allowed", "The person whom it was sent for does not let you answer any more.");
  if ("text" in command)
    return takeText({ person, id, ref, text: command.text, questionId: question.id }, gateway);
  if (question.interactionType === "approval" || question.requestData.sends)
    throw new AppError(
      "not_allowed",
      "A yes or a no is a person's own: they give it on the question's page.",
      {
        members: { url: `${baseUrl()}${questionHref(question.id)}` },
      },
    );
  const { answer: response } = command;
  const arrival = { channel: "webhook", raw: { response, endpoint: account.label }, reply: null } as const;
  try {
    const { outcome } = await answerBy(person, { id: question.id, response, arrival }, gateway);
    return outcome === "responded" ? "answered" : "recorded";
  } catch (error) {
    throw error instanceof AppError && error.issues.length > 0 ? atTheirField(error) : error;
  }
}

/** The same complaint, at the field that the endpoint sent. */
function atTheirField({ code, publicMessage, issues }: AppError): AppError {
  const moved = (text: string) => text.replace(/^response\b/, "data.answer");
  return new AppError(code, moved(publicMessage), {
    issues: issues.map(({ path, message }) => ({ path: moved(path), message })),
  });
}

interface Text {
  person: Person;
  id: string;
  ref: string;
  text: string;
  questionId: number;
}

async function takeText(
  { person, id, ref, text, questionId }: Text,
  gateway: Gateway,
): Promise<"answered" | "kept"> {
  const { tenantId } = person;
  const begin = `${ref}:`;
  const { count } = await inTenant(gateway.database, tenantId, (tx) =>
    countDeliveries(tx, tenantId, { provider: PROVIDER, begin }),
  );
  if (count >= TEXTS_MAX)
    throw new AppError("rate_limited", `${TEXTS_MAX} texts to this question are kept, and no more.`);
  const { outcome } = await receiveAnswer(
    {
      tenantId,
      interactionId: questionId,
      channel: "webhook",
      delivery: { provider: PROVIDER, key: `${begin}${id}` },
      from: person,
      text,
      answersOurMessage: true,
    },
    gateway,
  );
  // Its delivery was not noted as handled: nobody can say any more what became of it.
  if (outcome === "repeated") throw new AppError("already_received", "This text came before.");
  return outcome;
}
