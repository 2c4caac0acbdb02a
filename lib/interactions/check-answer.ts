import { inTenant } from "@/db/client";
import { type InteractionRow, findInteraction } from "@/db/queries/interactions/interactions";
import type { Person } from "@/lib/core/access/principal";
import { AppError, type FieldIssue } from "@/lib/core/errors";
import { schemaOfAnswers } from "@/lib/core/interaction/answer-schema";
import { placeOf } from "@/lib/core/interaction/answers";
import { whyNotStorable } from "@/lib/core/values/storable";
import type { Gateway } from "@/lib/gateway/context";
import { questionOf, unprovenError } from "@/lib/gateway/ledger/question-outcome";
import { isGenuineQuestion } from "@/lib/gateway/ledger/seals/interaction-seal";
import { type JsonSchema, checkBySchema } from "@/lib/limits/check-by-schema";
import { noSuchQuestion, sightOf } from "./view";

/** Checks that a person may answer a question, and that the answer fits it. */

interface Checked {
  /** The answer as it was sent. */
  value: unknown;
  /** The faults of the answer. Empty: it fits the question. */
  issues: readonly FieldIssue[];
}

/** Runs before the question is locked, because a schema that somebody else wrote may be slow. @throws as assertMayAnswer. */
export async function checkAnswer(
  person: Person,
  id: number,
  response: unknown,
  gateway: Gateway,
): Promise<Checked> {
  const row = await inTenant(gateway.database, person.tenantId, (tx) =>
    findInteraction(tx, person.tenantId, id),
  );
  assertMayAnswer(row, person);
  const why = whyNotStorable(response);
  if (why) return { value: null, issues: [{ path: "response", message: why }] };
  const schema = schemaOfAnswers(row.interactionType, row.requestData) as JsonSchema;
  const { value, issues } = checkBySchema(schema, response, "response");
  return { value, issues: issues ?? [] };
}

/** @throws AppError not_found 404; unproven 409; not_allowed 403 if the question is not for this person. */
export function assertMayAnswer(row: InteractionRow | null, person: Person): asserts row is InteractionRow {
  if (!row || sightOf(row, person) === null) throw noSuchQuestion();
  if (!isGenuineQuestion(row)) throw unprovenError("The app did not ask it.");
  const { responders } = row;
  if (placeOf({ ...questionOf(row), rule: "first", responders }, person, []) === null) throw notAResponder();
}

export const notAResponder = () => new AppError("not_allowed", "This question is for others to answer.");

/** The refusal of an answer to a question that has ended. */
export function isOver({ status, cancelledByLabel }: InteractionRow): AppError {
  if (status === "cancelled")
    return new AppError("question_cancelled", `${cancelledByLabel} cancelled this question.`);
  return new AppError("already_responded", "This question has been answered.");
}
