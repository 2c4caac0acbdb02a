import { canonicalText } from "@/lib/core/ledger/payload-hash";
import type { InteractionType, ResponseRule } from "./interaction";
import { type Answerer, type Responder, matchesResponder } from "./responders";

/** Rules about the answers to a question: which of them count, whether they are enough, and their outcome. */

export interface Question {
  type: InteractionType;
  responders: readonly Responder[];
  rule: ResponseRule;
  /** For the rule `n_of_m`; the other rules do not read it. */
  answersNeeded: number;
  /** True: a chain, in which each responder is asked when the one before has answered. */
  inOrder: boolean;
  /** The number of responders that have been asked so far, from the first one on. */
  asked: number;
}

export interface GivenAnswer {
  userId: number;
  /** The responder's position in the question's list, from 1. */
  place: number;
  /** Null: taken back. */
  answer: { value: unknown } | null;
}

export type StandingAnswer = GivenAnswer & { answer: { value: unknown } };

/** Each person's latest answer, in the order in which people first answered. A person who took theirs back is left out. */
export function standingAnswers<Row extends GivenAnswer>(given: readonly Row[]): (Row & StandingAnswer)[] {
  const latest = new Map<number, Row>();
  for (const one of given) latest.set(one.userId, one);
  return [...latest.values()].filter((one): one is Row & StandingAnswer => one.answer !== null);
}

/** The position in the list of responders that this person answers for, from 1. Null: they may not answer now. */
export function placeOf(
  question: Question,
  person: Answerer,
  standing: readonly StandingAnswer[],
): number | null {
  const isOpen = (place: number) => question.rule !== "all" || standing.every((one) => one.place !== place);
  const index = question.responders
    .slice(0, question.asked)
    .findIndex((responder, at) => matchesResponder(responder, person) && isOpen(at + 1));
  return index === -1 ? null : index + 1;
}

export const isApproved = (value: unknown): boolean =>
  (value as { approved?: unknown } | null)?.approved === true;

/** A single refusal of an approval is final under every rule: approvers cannot outvote it. */
const isRefusal = (type: InteractionType, { answer: { value } }: StandingAnswer): boolean =>
  type === "approval" && !isApproved(value);

/** True if these answers end the question under its rule. */
export function areAnswersEnough(question: Question, standing: readonly StandingAnswer[]): boolean {
  if (standing.some((one) => isRefusal(question.type, one))) return true;
  switch (question.rule) {
    case "first":
      return standing.length >= 1;
    case "n_of_m":
      return standing.length >= question.answersNeeded;
    case "all":
      return question.responders.every((_, at) => standing.some(({ place }) => place === at + 1));
  }
}

/** The number of responders to ask after these answers. A chain asks one more than have answered without a gap. */
export function respondersAskedAfter(question: Question, standing: readonly StandingAnswer[]): number {
  if (!question.inOrder) return question.asked;
  const answered = new Set(standing.map(({ place }) => place));
  let next = question.asked;
  while (answered.has(next) && next < question.responders.length) next += 1;
  return next;
}

/** The outcome of the answers: the refusal if there is one, else the answer that all of them give. Null: they differ. */
export function outcomeOf(type: InteractionType, standing: readonly StandingAnswer[]): unknown {
  const refusal = standing.find((one) => isRefusal(type, one));
  if (refusal) return refusal.answer.value;
  if (type === "approval") return { approved: true };
  const [first] = standing;
  if (!first) return null;
  const text = canonicalText(first.answer.value);
  return standing.every(({ answer }) => canonicalText(answer.value) === text) ? first.answer.value : null;
}
