import { type TenantTransaction, inTenant } from "@/db/client";
import {
  type InteractionRow,
  askNext,
  findInteraction,
  insertResponse,
  listResponses,
  lockInteraction,
  replaceResponse,
  resolveInteraction,
} from "@/db/queries/interactions/interactions";
import type { ReplyColumns } from "@/db/queries/interactions/replies";
import { isStepOpen, weighApproval } from "@/db/queries/interactions/questions-of-runs";
import { findRole } from "@/db/queries/people/people";
import { appendEvent, byPerson, bySystem } from "@/db/queries/ledger/events";
import type { AnsweredView } from "@/lib/contract/interactions/interactions";
import type { Person } from "@/lib/core/access/principal";
import { uncountedWords } from "@/lib/core/action/own-proposal";
import { AppError } from "@/lib/core/errors";
import type { InteractionChannel } from "@/lib/core/interaction/interaction";
import { areAnswersEnough, respondersAskedAfter, isApproved, placeOf } from "@/lib/core/interaction/answers";
import { isoOf } from "@/lib/core/values/time";
import { afterCommit } from "@/lib/gateway/after-commit";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { checkAnswer, isOver, notAResponder, assertMayAnswer } from "./check-answer";
import { throwIfInvalid } from "./check-question";
import { type ProvenAnswer, questionOf, responseOf, standingOf } from "@/lib/gateway/ledger/question-outcome";
import { sealAnswer } from "@/lib/gateway/ledger/seals/interaction-seal";
import { viewOf } from "./view";

export interface GivenAnswer {
  id: number;
  response: unknown;
  /** The channel that it came by; the app by default. */
  channel?: InteractionChannel;
}

/**
 * An authenticated person's answer to a question. It approves no proposed action, whatever the question says.
 * @throws AppError not_found 404; not_allowed 403 for whoever is not asked; already_responded, question_cancelled, unproven 409;
 *   timeout 410; validation_failed 422, naming the field of the answer; rate_limited 429 behind too many others.
 */
export const answer = (
  person: Person,
  { id, response, channel = "in_app" }: GivenAnswer,
  gateway: Gateway = getGateway(),
): Promise<AnsweredView> =>
  gateway.answerTurns.take(person, () =>
    answerBy(person, { id, response, arrival: asGiven(response, channel) }, gateway),
  );

/** How an answer came in. */
export interface Arrival {
  channel: InteractionChannel;
  /** As it came. */
  raw: unknown;
  /** Null: it was given as an answer, not read from free text. */
  reply: ReplyColumns | null;
}

const asGiven = (response: unknown, channel: InteractionChannel = "in_app"): Arrival => ({
  channel,
  raw: { response },
  reply: null,
});

/** The same by any channel. Throws as `answer` does; already_received 409 where this delivery came before. */
export async function answerBy(
  person: Person,
  { id, response, arrival }: { id: number; response: unknown; arrival: Arrival },
  gateway: Gateway,
): Promise<AnsweredView> {
  const { value, issues } = await checkAnswer(person, id, response, gateway);
  return say(person, id, gateway, async (tx, held) => {
    const { row, standing, answerer } = held;
    if (row.status !== "pending") throw isOver(row);
    const place = placeOf(questionOf(row), answerer, standing);
    if (standing.some(({ userId }) => userId === person.userId))
      throw new AppError(
        "already_responded",
        "You have answered already: correct your answer, or take it back.",
      );
    if (place === null) throw notAResponder();
    throwIfInvalid(issues);
    await refuseUnlessCounted(tx, person, held, value);
    const now = await write(tx, person, held, { kind: "answer", place, value, arrival });
    const after = [...standing, now];
    const responders = respondersAskedAfter(questionOf(row), after);
    await askNext(tx, row.tenantId, row.id, responders);
    await appendEvent(tx, {
      ...eventOf(person, id, "interaction.answered"),
      details: { place, channel: arrival.channel },
    });
    if (areAnswersEnough(questionOf(row), after)) await resolve(tx, held, after);
  });
}

/**
 * Another answer in the place of one's own, until whoever asked has read how the question ended. Throws as `answer` does;
 * answer_counted 409 where it is used, or where the question would be open again.
 */
export async function correctAnswer(
  person: Person,
  { id, response }: { id: number; response: unknown },
  gateway: Gateway = getGateway(),
): Promise<AnsweredView> {
  const { value, issues } = await checkAnswer(person, id, response, gateway);
  return say(person, id, gateway, async (tx, held) => {
    const { row, standing } = held;
    const own = ownOf(person, held);
    if (row.usedAt !== null)
      throw new AppError("answer_counted", `${row.askedByLabel} has read the answer: it stays as it is.`);
    if (!(await isAwaited(tx, row)))
      throw new AppError("answer_counted", `${row.askedByLabel} has ended: the answer stays as it is.`);
    throwIfInvalid(issues);
    const others = { ...held, standing: standing.filter((one) => one !== own) };
    await refuseUnlessCounted(tx, person, others, value);
    const corrected: ProvenAnswer = { ...own, answer: { value } };
    const after = standing.map((one) => (one === own ? corrected : one));
    const enough = areAnswersEnough(questionOf(row), after);
    if (row.status === "responded" && !enough)
      throw new AppError("answer_counted", "Your answer ended the question; this one would open it again.");
    const said = await write(tx, person, held, {
      kind: "correction",
      place: own.place,
      value,
      arrival: asGiven(response),
    });
    Object.assign(corrected, { at: said.at, channel: said.channel });
    if (row.status === "responded")
      await replaceResponse(tx, row.tenantId, { id, response: responseOf(row, after) });
    await appendEvent(tx, { ...eventOf(person, id, "interaction.corrected"), details: { place: own.place } });
    if (row.status === "pending" && enough) await resolve(tx, held, after);
  });
}

/** Takes one's own answer back while the question is open. Throws as `answer` does; answer_counted 409 once it has ended. */
export const retractAnswer = (
  person: Person,
  id: number,
  gateway: Gateway = getGateway(),
): Promise<AnsweredView> =>
  say(person, id, gateway, async (tx, held) => {
    const { row } = held;
    const { place } = ownOf(person, held);
    if (row.status === "responded")
      throw new AppError("answer_counted", "The question has ended with your answer: correct it instead.");
    await write(tx, person, held, {
      kind: "retraction",
      place,
      value: null,
      arrival: { ...asGiven(null), raw: {} },
    });
    await appendEvent(tx, { ...eventOf(person, id, "interaction.retracted"), details: { place } });
  });

interface LockedQuestion {
  row: InteractionRow;
  /** The person who answers, with their present role. */
  answerer: Person;
  standing: ProvenAnswer[];
  /** How many responses came so far, whoever wrote them. */
  count: number;
  now: Date;
}

/** In one transaction that holds the question, so that answers follow one another. */
async function say(
  person: Person,
  id: number,
  gateway: Gateway,
  change: (tx: TenantTransaction, held: LockedQuestion) => Promise<void>,
): Promise<AnsweredView> {
  const { tenantId } = person;
  const view = await inTenant(gateway.database, tenantId, async (tx) => {
    const row = await lockInteraction(tx, tenantId, id);
    const answerer = await asTheyAreNow(tx, person);
    assertMayAnswer(row, answerer);
    const now = gateway.clock.now();
    if (row.status === "timeout" || (row.status === "pending" && Date.parse(row.timeoutAt) <= now.getTime()))
      throw new AppError("timeout", "The time for an answer is over.");
    if (row.status === "cancelled") throw isOver(row);
    if (row.status === "pending" && !(await isAwaited(tx, row)))
      throw new AppError("question_cancelled", `${row.askedByLabel} has ended: nobody waits for an answer.`);
    const responses = await listResponses(tx, tenantId, [id]);
    await change(tx, { row, answerer, standing: standingOf(row, responses), count: responses.length, now });
    const after = (await findInteraction(tx, tenantId, id))!;
    const answered = viewOf(after, await listResponses(tx, tenantId, [id]), answerer, now);
    const outcome = after.status === "responded" ? ("responded" as const) : ("recorded" as const);
    return { ...answered, outcome };
  });
  afterCommit(gateway, tenantId);
  return view;
}

/**
 * An answer waits for its turn, and for the question: membership and role are read at this moment, not when the session was.
 * @throws AppError not_allowed 403 where the person was removed meanwhile.
 */
async function asTheyAreNow(tx: TenantTransaction, person: Person): Promise<Person> {
  const role = await findRole(tx, person.tenantId, person.userId);
  if (role === null)
    throw new AppError("not_allowed", "You were removed from this company; your answer was not taken in.");
  return { ...person, role };
}

/** The approver of a run's request is weighed as for a write at L4. */
async function refuseUnlessCounted(
  tx: TenantTransaction,
  { tenantId, userId }: Person,
  { row, standing }: LockedQuestion,
  value: unknown,
): Promise<void> {
  const { executionId, nodeId } = row;
  if (executionId === null || nodeId === null || !isApproved(value)) return;
  const voters = [...standing.map((one) => one.userId), userId];
  const place = { executionId, nodeId };
  const weighed = await weighApproval(tx, tenantId, place, { voters, needed: row.answersNeeded });
  if (!weighed?.refusal) return;
  const { refusal, because } = weighed;
  throw new AppError(refusal, uncountedWords({ refusal, because }));
}

/** A run that was cancelled or failed asks nothing any more; the minute's tidying cancels its questions. */
const isAwaited = async (tx: TenantTransaction, { tenantId, executionId, nodeId }: InteractionRow) =>
  executionId === null || nodeId === null || isStepOpen(tx, tenantId, { executionId, nodeId });

function ownOf(person: Person, { row, standing }: LockedQuestion): ProvenAnswer {
  const own = standing.find(({ userId }) => userId === person.userId);
  if (own) return own;
  if (row.status !== "pending") throw isOver(row);
  throw new AppError("nothing_to_do", "You have given no answer.");
}

interface NewResponse {
  kind: "answer" | "correction" | "retraction";
  place: number;
  /** The answers that count. */
  value: unknown;
  arrival: Arrival;
}

/** Keeps the answer as it came, with the app's seal. */
async function write(
  tx: TenantTransaction,
  { userId, name }: Person,
  { row, count, now }: LockedQuestion,
  { kind, place, value, arrival }: NewResponse,
): Promise<ProvenAnswer> {
  const given = {
    tenantId: row.tenantId,
    interactionId: row.id,
    userId,
    userLabel: name,
    kind,
    place,
    response: value,
    sourceChannel: arrival.channel,
    receivedAt: now,
  };
  const seal = sealAnswer({ ...given, questionSeal: row.seal, number: count + 1 });
  const { raw: rawPayload, reply } = arrival;
  if ((await insertResponse(tx, { ...given, rawPayload, reply, seal })) === null)
    throw new AppError("already_received", "This reply came before.");
  return { userId, place, answer: { value }, by: name, at: isoOf(now)!, channel: arrival.channel };
}

async function resolve(
  tx: TenantTransaction,
  { row, now }: LockedQuestion,
  standing: ProvenAnswer[],
): Promise<void> {
  const { tenantId, id } = row;
  const moved = await resolveInteraction(tx, tenantId, { id, response: responseOf(row, standing), now });
  if (moved === 0) throw new AppError("timeout", "The time for an answer is over.");
  await appendEvent(tx, {
    ...bySystem(tenantId, "answers"),
    entityType: "interaction",
    entityId: id,
    type: "interaction.resolved",
    details: { answers: standing.length },
  });
}

const eventOf = (person: Person, id: number, type: string) =>
  ({ ...byPerson(person), entityType: "interaction", entityId: id, type }) as const;
