import type { TenantTransaction } from "@/db/client";
import type { InteractionRow } from "@/db/queries/interactions/interactions";
import {
  type BlankedQuestion,
  type BlankedResponse,
  type TextRow,
  blankQuestion,
  blankReplies,
  listRepliesToBlank,
  listTextsOf,
  takeQuestionsToBlank,
} from "@/db/queries/interactions/blank-texts";
import type { RequestData } from "@/db/schema/interactions";
import { isApproved } from "@/lib/core/interaction/answers";
import type { InteractionType } from "@/lib/core/interaction/interaction";
import {
  isGenuineAnswer,
  isGenuineQuestion,
  isGenuineReply,
  sealAnswer,
  sealQuestion,
  sealReply,
} from "@/lib/gateway/ledger/seals/interaction-seal";

/**
 * Blanks the texts of questions whose period is over, at most `limit` questions and replies. What the app had sealed it
 * seals again, without the texts; what was written past the app stays unsealed. Returns how many it blanked, and whether
 * more may be due.
 */
export async function blankQuestionTexts(
  tx: TenantTransaction,
  tenantId: number,
  limit: number,
): Promise<{ rows: number; more: boolean }> {
  let rows = 0;
  const questions = await takeQuestionsToBlank(tx, tenantId, limit);
  for (const row of questions) if (await blankOne(tx, row)) rows += 1;
  if (questions.length === limit) return { rows, more: rows > 0 };
  const replies = await listRepliesToBlank(tx, tenantId, limit - questions.length);
  const blanked = await blankReplies(
    tx,
    replies.map((reply) => blankedReply(tenantId, reply)),
  );
  return { rows: rows + blanked, more: blanked > 0 && replies.length === limit - questions.length };
}

async function blankOne(tx: TenantTransaction, row: InteractionRow): Promise<boolean> {
  const responses = await listTextsOf(tx, row.tenantId, row.id);
  const question = blankedQuestion(row);
  const answers = responses.filter(({ place }) => place !== null);
  const blanked = responses.map((response) =>
    response.place === null
      ? blankedReply(row.tenantId, response)
      : blankedAnswer(row, question.seal, response, answers.indexOf(response) + 1),
  );
  return blankQuestion(tx, row.id, question, blanked);
}

/** Blanks an answer. The verdict of an approval stays, because it is how the question ended. */
const blankAnswer = (type: InteractionType, value: unknown): unknown =>
  type === "approval" && value !== null && value !== undefined ? { approved: isApproved(value) } : null;

const blankRequest = ({ sends }: RequestData): RequestData => ({ message: "", ...(sends && { sends }) });

function blankedQuestion(row: InteractionRow): BlankedQuestion {
  const { interactionType: type, responseData } = row;
  const texts = {
    requestData: blankRequest(row.requestData),
    defaultResponse: blankAnswer(type, row.defaultResponse),
  };
  return {
    request_data: texts.requestData,
    default_response: texts.defaultResponse,
    response_data: responseData && {
      ...responseData,
      answer: blankAnswer(type, responseData.answer),
      answers: responseData.answers.map((one) => ({ ...one, answer: blankAnswer(type, one.answer) })),
    },
    seal: isGenuineQuestion(row) ? sealQuestion({ ...row, ...texts }) : row.seal,
  };
}

function blankedAnswer(
  row: InteractionRow,
  questionSeal: string | null,
  answer: TextRow,
  number: number,
): BlankedResponse {
  const { tenantId, id: interactionId } = row;
  const { id, seal, userId, userLabel, kind, place, sourceChannel, receivedAt } = answer;
  const response = blankAnswer(row.interactionType, answer.response);
  const given = {
    tenantId,
    interactionId,
    number,
    userId,
    userLabel,
    kind,
    place,
    sourceChannel,
    receivedAt,
  };
  const isGenuine = isGenuineAnswer({ ...given, response: answer.response, questionSeal: row.seal }, seal);
  return {
    id,
    raw_payload: blankRaw(answer.rawPayload),
    response,
    seal: isGenuine ? sealAnswer({ ...given, response, questionSeal }) : seal,
  };
}

function blankedReply(tenantId: number, reply: TextRow): BlankedResponse {
  const whole = { ...reply, tenantId };
  const rawPayload = blankRaw(reply.rawPayload);
  const seal = isGenuineReply(whole, reply.seal)
    ? sealReply({ ...whole, rawPayload, draftedAnswer: null })
    : reply.seal;
  return { id: reply.id, raw_payload: rawPayload, response: null, seal };
}

/** The action that it was about stays. */
function blankRaw(raw: unknown) {
  const { about } = (raw ?? {}) as { about?: unknown };
  return { ...(about !== undefined && { about }), text: "", headers: {} };
}
