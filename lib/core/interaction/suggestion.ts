import { canonicalText } from "@/lib/core/ledger/payload-hash";
import type { InteractionType } from "./interaction";

/** Which earlier answers speak for an answer to a question. A suggestion fills a form and answers nothing (docs/adr/0147). */

/** Older answers say nothing of today. */
export const SUGGESTION_DAYS = 90;
/** The most answered questions of the same asker and type that are searched, newest first. */
export const LOOKED_THROUGH_MAX = 200;
/** The most alike earlier questions that count; the newest are taken. */
export const EARLIER_MAX = 10;
const EARLIER_MIN = 3;

interface QuestionText {
  interactionType: InteractionType;
  requestData: Readonly<{ message: string; sends?: boolean }>;
}

/**
 * An approval and a review are verdicts about one thing: what was said of others would only be pressed without a look. The same holds
 * for whatever sends something.
 */
export const mayBeSuggested = ({ interactionType, requestData }: QuestionText): boolean =>
  (interactionType === "input" || interactionType === "selection") && requestData.sends !== true;

/** The asker within its workflow: `41:ask:3` is item 3 of the step `ask` in run 41. Null: no step asked. */
export const stepOf = (nodeId: string | null): string | null =>
  nodeId === null ? null : nodeId.replace(/^\d+:/, "").replace(/:\d+$/, "");

/** True where both ask for the same form in the same words, apart from numbers, ids and dates. */
export function areAlike(one: QuestionText, other: QuestionText): boolean {
  const words = wordsAlone(one.requestData.message);
  return (
    words !== null &&
    one.interactionType === other.interactionType &&
    words === wordsAlone(other.requestData.message) &&
    formText(one) === formText(other)
  );
}

const formText = ({ requestData }: QuestionText): string => canonicalText({ ...requestData, message: null });

const letter = /\p{L}/u;
/** `1,250.50`, `2026-11-30` and `10:30`. Only what everybody reads as a digit: the small ¹ of a footnote hides no word. */
const NUMBERS = /\p{Nd}+(?:[.,:/-]\p{Nd}+)*(?:st\b|nd\b|rd\b|th\b)?/gu;
const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gu;
/** The marks of a sentence around a number. All others may say something: `-10` and `(10)` are below zero. */
const marksAlone = /^[.,;:?!…"'“”‘’#]*$/u;
const notLetters = /[^\p{L}]/gu;
const DAYS = "monday tuesday wednesday thursday friday saturday sunday";
const MONTHS = "january february march april may june july august september october november december";
const DATE_NAMES = new Set(`${DAYS} ${MONTHS} sept`.split(" ").flatMap((name) => [name, name.slice(0, 3)]));

/**
 * The message without its numbers, and without names of days and months beside one. Upper case and blanks make no difference; every
 * other word does, so that another customer's name is another question. Letters and signs that stand in one word with a number stay
 * too, such as a currency or the letters of an id: an asker could join a whole sentence to a digit. Null: no word is left.
 */
export function wordsAlone(message: string): string | null {
  const words = message.normalize("NFC").toLowerCase().split(/\s+/u);
  const bare = words.map((word) => word.replace(UUID, "").replace(NUMBERS, ""));
  const isNumber = (at: number) => words[at] !== bare[at];
  const isOfDate = (at: number) =>
    DATE_NAMES.has(words[at]!.replace(notLetters, "")) && (isNumber(at - 1) || isNumber(at + 1));
  const left = bare.filter((word, at) => (isNumber(at) ? !marksAlone.test(word) : !isOfDate(at))).join(" ");
  return letter.test(left) ? left : null;
}

export interface Suggested {
  answer: unknown;
  /** So many of the earlier questions came to it, and how many there are. */
  agreed: number;
  of: number;
}

/** @param earlier how alike questions ended, the newest first. Null: there are too few, or they agree too little. */
export function suggestionFrom(
  type: InteractionType,
  earlier: readonly { answer: unknown }[],
): Suggested | null {
  const newest = earlier.slice(0, EARLIER_MAX);
  if (newest.length < EARLIER_MIN) return null;
  const [most] = newest
    .map(({ answer }) => ({
      answer,
      agreed: newest.filter((one) => isSameAnswer(type, one.answer, answer)).length,
    }))
    .toSorted((a, b) => b.agreed - a.agreed);
  // Two thirds agree at least. Where the answers of its people differed, a question came to none.
  if (most!.answer === null || most!.agreed * 3 < newest.length * 2) return null;
  return { ...most!, of: newest.length };
}

/** Exactly the same, but for the order in which several options were chosen. */
export const isSameAnswer = (type: InteractionType, one: unknown, other: unknown): boolean =>
  textOf(type, one) === textOf(type, other);

const textOf = (type: InteractionType, answer: unknown): string =>
  type === "selection" && Array.isArray(answer)
    ? canonicalText(answer.map(canonicalText).toSorted())
    : canonicalText(answer);
