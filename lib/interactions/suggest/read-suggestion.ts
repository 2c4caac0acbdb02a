import { type TenantTransaction, inTenant } from "@/db/client";
import { listEarlierAnswered } from "@/db/queries/interactions/earlier-questions";
import { type InteractionRow, findInteraction, listResponses } from "@/db/queries/interactions/interactions";
import type { ResponseData } from "@/db/schema/interactions";
import type { Suggestion, SuggestionView } from "@/lib/contract/interactions/suggestion";
import type { Person } from "@/lib/core/access/principal";
import { AppError } from "@/lib/core/errors";
import { schemaOfAnswers } from "@/lib/core/interaction/answer-schema";
import {
  EARLIER_MAX,
  LOOKED_THROUGH_MAX,
  SUGGESTION_DAYS,
  areAlike,
  isSameAnswer,
  mayBeSuggested,
  stepOf,
  suggestionFrom,
} from "@/lib/core/interaction/suggestion";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { provenResponse, standingOf, unprovenError } from "@/lib/gateway/ledger/question-outcome";
import { isGenuineQuestion } from "@/lib/gateway/ledger/seals/interaction-seal";
import { type JsonSchema, checkBySchema } from "@/lib/limits/check-by-schema";
import { noSuchQuestion, sightOf, viewOf } from "@/lib/interactions/view";

const DAY_MS = 86_400_000;

/**
 * The answer that earlier ones speak for, for somebody who may answer now. It is only shown: nothing is answered by it. Null: they
 * speak for none. @throws AppError not_found 404; unproven 409 where the app did not ask the question.
 */
export async function readSuggestion(
  person: Person,
  id: number,
  gateway: Gateway = getGateway(),
): Promise<SuggestionView> {
  const { tenantId } = person;
  const now = gateway.clock.now();
  const found = await inTenant(gateway.database, tenantId, async (tx) => {
    const row = await findInteraction(tx, tenantId, id);
    if (!row || sightOf(row, person) === null) throw noSuchQuestion();
    if (!isGenuineQuestion(row)) throw unprovenError("The app did not ask it.");
    if (!mayBeSuggested(row)) return null;
    const { may_answer: mayAnswer } = viewOf(row, await listResponses(tx, tenantId, [id]), person, now);
    return mayAnswer ? { row, earlier: await earlierOf(tx, person, row, now) } : null;
  });
  return { suggestion: found && suggestionOf(found.row, found.earlier) };
}

type Earlier = Pick<ResponseData, "answer" | "by" | "at"> & { id: number };

/** How alike questions ended that this person may see whole, the newest first. One that was changed past the app counts for nothing. */
async function earlierOf(
  tx: TenantTransaction,
  person: Person,
  row: InteractionRow,
  now: Date,
): Promise<Earlier[]> {
  const { tenantId } = person;
  const since = new Date(now.getTime() - SUGGESTION_DAYS * DAY_MS);
  const answered = await listEarlierAnswered(tx, tenantId, { row, since, limit: LOOKED_THROUGH_MAX });
  const alike = answered
    .filter((one) => stepOf(one.nodeId) === stepOf(row.nodeId) && areAlike(one, row))
    .filter((one) => sightOf(one, person) === "whole" && isGenuineQuestion(one))
    .slice(0, EARLIER_MAX);
  const responses = await listResponses(
    tx,
    tenantId,
    alike.map((one) => one.id),
  );
  return alike.flatMap((one) => {
    const own = responses.filter(({ interactionId }) => interactionId === one.id);
    const response = provenOrNull(() => provenResponse(one, standingOf(one, own), now));
    return response ? [{ id: one.id, answer: response.answer, by: response.by, at: response.at }] : [];
  });
}

function provenOrNull(prove: () => ResponseData | null): ResponseData | null {
  try {
    return prove();
  } catch (error) {
    if (error instanceof AppError && error.code === "unproven") return null;
    throw error;
  }
}

/** Outside of the transaction: a schema that somebody else wrote may be slow. */
function suggestionOf(row: InteractionRow, earlier: readonly Earlier[]): Suggestion | null {
  const { interactionType: type } = row;
  const suggested = suggestionFrom(type, earlier);
  if (suggested === null) return null;
  const { answer, agreed } = suggested;
  const schema = schemaOfAnswers(type, row.requestData) as JsonSchema;
  if (checkBySchema(schema, answer, "response").issues) return null;
  return {
    answer: answer as Suggestion["answer"],
    agreed,
    earlier: earlier.map(({ id, at, by, answer: given }) => ({
      id,
      at,
      by,
      agrees: isSameAnswer(type, given, answer),
    })),
  };
}
