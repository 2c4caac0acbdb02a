import { canonicalText } from "@/lib/core/ledger/payload-hash";
import type { InteractionType, ResponseRule } from "./interaction";
import { type Answerer, type Responder, matchesResponder } from "./responders";

/** Which answers of a question count, whether they are enough, and what they come to. */

export interface Question {
  type: InteractionType;
  responders: readonly Responder[];
  rule: ResponseRule;
  /** Of `n_of_m`. */
  answersNeeded: number;
  /** A chain: each is asked when the one before has answered. */
  inOrder: boolean;
  asked: number;
}

export interface Given {
  userId: number;
  /** Among the responders, from 1. */
  place: number;
  /** Null: taken back. */
  answer: { value: unknown } | null;
}

export type Standing = Given & { answer: { value: unknown } };

/** Of each person the latest of what they said, unless they took it back; in the order in which they first answered. */
export function standingAnswers<Row extends Given>(given: readonly Row[]): (Row & Standing)[] {
  const latest = new Map<number, Row>();
  for (const one of given) latest.set(one.userId, one);
  return [...latest.values()].filter((one): one is Row & Standing => one.answer !== null);
}

/** The place for which this person answers, from 1. Null: none is theirs now. */
export function placeOf(question: Question, person: Answerer, standing: readonly Standing[]): number | null {
  const isOpen = (place: number) => question.rule !== "all" || standing.every((one) => one.place !== place);
  const index = question.responders
    .slice(0, question.asked)
    .findIndex((responder, at) => matchesResponder(responder, person) && isOpen(at + 1));
  return index === -1 ? null : index + 1;
}

export const isApproved = (value: unknown): boolean =>
  (value as { approved?: unknown } | null)?.approved === true;

/** One refusal refuses, whatever the rule: nobody outvotes whoever says no. */
const isRefusal = (type: InteractionType, { answer: { value } }: Standing): boolean =>
  type === "approval" && !isApproved(value);

export function areEnough(question: Question, standing: readonly Standing[]): boolean {
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

/** How many are asked once these have answered: of a chain one more than have answered without a gap. */
export function askedAfter(question: Question, standing: readonly Standing[]): number {
  if (!question.inOrder) return question.asked;
  const answered = new Set(standing.map(({ place }) => place));
  let next = question.asked;
  while (answered.has(next) && next < question.responders.length) next += 1;
  return next;
}

/** What they come to: a refusal where there is one, else the answer that all of them give. Null: they differ. */
export function outcomeOf(type: InteractionType, standing: readonly Standing[]): unknown {
  const refusal = standing.find((one) => isRefusal(type, one));
  if (refusal) return refusal.answer.value;
  if (type === "approval") return { approved: true };
  const [first] = standing;
  if (!first) return null;
  const text = canonicalText(first.answer.value);
  return standing.every(({ answer }) => canonicalText(answer.value) === text) ? first.answer.value : null;
}
