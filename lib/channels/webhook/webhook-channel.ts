import type { MessageChannel, MessageTarget, SendOutcome } from "@/lib/channels/channel";
import type { Clock } from "@/lib/clock";
import { readRetryAfter } from "@/lib/core/values/retry-after";
import { type Sender, type SendResult, signWebhook } from "@/lib/outbound";
import { endpointUserOf, readQuestionBox, secretsOf } from "./question-box";
import { type QuestionContent, type QuestionEvent, renderQuestion } from "./render-question";

/**
 * An endpoint of the company's own, by Standard Webhooks: questions of people who let it answer for them. It drops repeats by their
 * webhook-id, so that whatever may have arrived is sent again without harm.
 */

const TIMEOUT_MS = 15_000;
/** The answer's body is not read further. */
const ANSWER_BYTES_MAX = 1_000;
const GONE = 410;
/** Nothing goes to it for now, whomever it is for. */
const BUSY: readonly number[] = [429, 503];

/** Where answers come in, below the address of this installation. */
export const ANSWERS_PATH = "/api/v1/public/webhooks/questions";

interface Tools {
  sender: Sender;
  clock: Clock;
}

export function createWebhookChannel(tools: Tools): MessageChannel<QuestionContent> {
  return {
    kind: "webhook",
    // Another event of the same ref changes what stands there.
    following: "in_place",
    render: renderQuestion,
    send: (to, content) => post(to, content, content.type, tools),
    update: (to, _externalId, content) => post(to, content, content.type && "question.changed", tools),
  };
}

async function post(
  to: MessageTarget,
  content: QuestionContent,
  type: QuestionEvent | null,
  { sender, clock }: Tools,
): Promise<SendOutcome> {
  if (type === null) return { kind: "refused", scope: "message", why: "No action goes to a webhook." };
  const box = readQuestionBox(to.account);
  if (box === null)
    return { kind: "refused", scope: "account", why: "Its secret cannot be read: rotate it." };
  // Somebody whose questions go there no more is no reason to keep that from it: no word of the question is in it.
  if (content.data.status !== "withdrawn" && !isAnsweredFor(to, box.url))
    return { kind: "refused", scope: "message", why: "Its person let another address answer for them." };
  const sentAt = clock.now();
  const body = JSON.stringify(bodyOf(to, content, type, sentAt));
  const id = `${to.ref}-${to.part}`;
  const signed = signWebhook({ id, sentAt, body, keys: secretsOf(box, sentAt) });
  const result = await sender.send({
    method: "POST",
    url: box.url,
    headers: { "content-type": "application/json", ...signed },
    body,
    timeoutMs: TIMEOUT_MS,
    answerBytesMax: ANSWER_BYTES_MAX,
    attemptId: id,
  });
  return outcomeOf(result, to.ref, sentAt);
}

const isAnsweredFor = ({ person }: MessageTarget, url: string): boolean =>
  person !== null && person.externalUserId === endpointUserOf(person.userId, url);

/** `timestamp`: when it was true. Of two events of one ref, the later one holds. */
function bodyOf(to: MessageTarget, { data, pageUrl }: QuestionContent, type: QuestionEvent, at: Date) {
  const { ref, question, ...state } = data;
  const person = to.person && state.status !== "withdrawn" ? to.person : null;
  const { externalId } = to.account;
  const isAnswered = state.answer_by === "webhook" && externalId !== null;
  return {
    type,
    timestamp: at.toISOString(),
    data: {
      ref,
      ...state,
      answer_to: isAnswered ? `${new URL(pageUrl).origin}${ANSWERS_PATH}/${externalId}` : null,
      question,
      person: person && { name: person.name, email: person.email },
    },
  };
}

function outcomeOf(result: SendResult, ref: string, now: Date): SendOutcome {
  switch (result.kind) {
    case "answered": {
      const { status, headers } = result;
      if (status >= 200 && status < 300) return { kind: "sent", externalId: ref };
      const why = `It answered ${status}.`;
      if (status === GONE) return { kind: "refused", scope: "account", why: `${why} It is gone for good.` };
      const scope = BUSY.includes(status) ? "account" : "message";
      return { kind: "later", scope, why, retryAfterSeconds: readRetryAfter(headers["retry-after"], now) };
    }
    case "refused":
      return { kind: "refused", scope: "account", why: `Its address may not be called: ${result.rule}.` };
    case "not_sent": {
      const why = `It could not be reached: ${result.stage}, ${result.code}.`;
      return { kind: "later", scope: "account", why, retryAfterSeconds: null };
    }
    case "unknown":
      return {
        kind: "later",
        scope: "message",
        why: `It may have arrived: ${result.reason}.`,
        retryAfterSeconds: null,
      };
  }
}
