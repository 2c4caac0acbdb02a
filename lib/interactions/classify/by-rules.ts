import { schemaOfAnswers } from "@/lib/core/interaction/answer-schema";
import { type JsonSchema, checkBySchema } from "@/lib/limits/check-by-schema";
import { READ_CHARACTERS_MAX, normaliseText } from "./clauses";
import { gatesOf } from "./gates";
import { newTextOf } from "./new-text";
import { type Stance, readStance } from "./read-stance";
import { readValue } from "./read-value";
import {
  type Classification,
  type DraftedAnswer,
  FILTERED_POINTS_MAX,
  type RepliedQuestion,
  type Reply,
  UNCERTAIN_POINTS_MAX,
  relevanceOf,
} from "./reply";
import { anywhere } from "./words/signals";

/** The weights of the reference document, of 100. */
const CHANNEL_POINTS = 30;
const USER_POINTS = 20;
const TIMING_POINTS = 20;
const CONTENT_POINTS = 30;

export interface RuleReading extends Classification {
  newText: string;
  stance: Stance;
  /** Why it is never relevant. Empty: it may be. */
  gates: string[];
}

/** Weighs a reply and drafts an answer from it, without a model. A few milliseconds. */
export function classifyByRules(reply: Reply, question: RepliedQuestion): RuleReading {
  const newText = newTextOf(reply.text);
  const stance = readStance(newText, question.message);
  const gates = gatesOf(reply, newText);
  const draft = gates.length > 0 ? noDraft : draftOf(newText, stance, question);
  const isReadable = draft.reading !== "nothing" && belongs(draft, newText, question);
  const reasons: string[] = [];
  const weigh = (counts: boolean, points: number, yes: string, no: string): number => {
    reasons.push(counts ? yes : no);
    return counts ? points : 0;
  };
  let points =
    weigh(
      reply.cameByAskedChannel,
      CHANNEL_POINTS,
      "It came by the channel of the question.",
      "The question did not go out by this channel.",
    ) +
    weigh(reply.from === "asked", USER_POINTS, "Its sender is asked.", "Its sender is not asked.") +
    weigh(
      isInTime(reply, question),
      TIMING_POINTS,
      "It came in time.",
      "It came when the question was not open.",
    ) +
    weigh(
      isReadable,
      CONTENT_POINTS,
      CONTENT_WORDS[draft.reading],
      "Nothing in it can be read as an answer.",
    );
  if (!isReadable) points = Math.min(points, UNCERTAIN_POINTS_MAX);
  if (gates.length > 0) points = Math.min(points, FILTERED_POINTS_MAX);
  reasons.push(...gates);
  const relevance = relevanceOf(points);
  return { points, relevance, reasons, draft: isReadable ? draft : noDraft, newText, stance, gates };
}

export const noDraft: DraftedAnswer = { reading: "nothing", value: null };

const CONTENT_WORDS: Readonly<Record<DraftedAnswer["reading"], string>> = {
  yes: "It reads as a yes.",
  no: "It reads as a no.",
  value: "It names a value that the question asks for.",
  conditional: "It agrees on a condition.",
  question: "It asks back.",
  delegation: "It names somebody else who should decide.",
  nothing: "Nothing in it can be read as an answer.",
};

export const isInTime = ({ receivedAt }: Reply, { askedAt, openUntil }: RepliedQuestion): boolean =>
  receivedAt >= askedAt && receivedAt < openUntil;

function draftOf(newText: string, stance: Stance, question: RepliedQuestion): DraftedAnswer {
  if (newText.length > READ_CHARACTERS_MAX) return noDraft;
  const { reading } = stance;
  if (reading === "question" || reading === "delegation" || reading === "conditional")
    return { reading, value: null };
  const value = readValue(newText, question);
  if (value !== null) {
    const checked = fitAnswer(value.answer, question);
    return checked === null ? noDraft : { reading: "value", value: checked };
  }
  if (reading !== "yes" && reading !== "no") return noDraft;
  const answer = answerOf(reading, newText, question);
  return answer === null ? noDraft : { reading, value: fitAnswer(answer.answer, question) };
}

/** Null: a question of this kind has no yes and no. */
export function answerOf(
  reading: "yes" | "no",
  comment: string,
  { type, schema }: RepliedQuestion,
): { answer: unknown } | null {
  const isYes = reading === "yes";
  if (type === "approval") return { answer: { approved: isYes, ...commentOf(comment) } };
  if (type === "review" && !schema)
    return { answer: { verdict: isYes ? "accepted" : "changes_needed", ...commentOf(comment) } };
  return null;
}

const COMMENT_CHARACTERS_MAX = 2_000;
const commentOf = (text: string) => (text.length <= COMMENT_CHARACTERS_MAX ? { comment: text } : {});

/** Null: it does not fit the question's schema. */
export function fitAnswer(answer: unknown, question: RepliedQuestion): { answer: unknown } | null {
  const schema = schemaOfAnswers(question.type, question) as JsonSchema;
  const { issues } = checkBySchema(schema, answer, "response");
  return issues ? null : { answer };
}

const reference = anywhere("reference");
const trade = anywhere("trade");
/** So short a text needs no word of the question to belong to it: “Why?”, “Please ask Dana in finance.” */
const BARE_WORDS_MAX: Readonly<Partial<Record<DraftedAnswer["reading"], number>>> = {
  question: 2,
  delegation: 8,
};

const SHARED_LETTERS_MIN = 5;
/** Words that every message may have. */
const WHENEVER = new Set([
  "today",
  "heute",
  "morgen",
  "obwohl",
  "although",
  "still",
  "aujourd",
  "encore",
  "aunque",
]);

/** A question about something else belongs to something else. */
function belongs({ reading }: DraftedAnswer, newText: string, question: RepliedQuestion): boolean {
  const bareMax = BARE_WORDS_MAX[reading];
  if (bareMax === undefined) return true;
  const text = normaliseText(newText);
  const words = text.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "");
  if (words.length <= bareMax) return true;
  if (text.search(reference) !== -1 || text.search(trade) !== -1) return true;
  const askedWords = new Set(normaliseText(question.message).split(/[^\p{L}\p{N}]+/u));
  return words.some(
    (word) => word.length >= SHARED_LETTERS_MIN && askedWords.has(word) && !WHENEVER.has(word),
  );
}
