import { randomUUID } from "node:crypto";
import { schemaOfAnswers } from "@/lib/core/interaction/answer-schema";
import type { Gateway } from "@/lib/gateway/context";
import { describeError, log } from "@/lib/log";
import { type ModelWord, askModel } from "./ask-model";
import { type RuleReading, answerOf, classifyByRules, fitAnswer, isInTime, noDraft } from "./by-rules";
import { normaliseText, numbersIn } from "./clauses";
import {
  type Classification,
  type DraftedAnswer,
  FILTERED_POINTS_MAX,
  type RepliedQuestion,
  type Reply,
  UNCERTAIN_POINTS_MAX,
  relevanceOf,
} from "./reply";

export interface Classified extends Classification {
  /** `rules`, or the model by its provider and name. */
  by: string;
  /** A model was asked, and gave no answer that could be used. */
  modelFailed: boolean;
}

/**
 * By the model where one is set up and answers within 2 seconds, else by rules. What the rules keep from being relevant, and what they
 * find against a yes, holds over the model's word too. Never throws.
 */
export async function classify(
  reply: Reply,
  question: RepliedQuestion,
  { classifierModel, sender }: Pick<Gateway, "classifierModel" | "sender">,
): Promise<Classified> {
  const rules = classifyByRules(reply, question);
  // A model is not asked about what it could not make relevant.
  if (classifierModel === null || rules.gates.length > 0 || rules.newText === "")
    return { ...plain(rules), by: "rules", modelFailed: false };
  const attemptId = `reply ${randomUUID()}`;
  try {
    const word = await askModel({
      classifier: classifierModel,
      sender,
      question,
      schema: schemaOfAnswers(question.type, question),
      text: rules.newText,
      delimiter: `text-${randomUUID()}`,
      facts: {
        channel: reply.cameByAskedChannel,
        user: reply.from === "asked",
        inTime: isInTime(reply, question),
        thread: reply.cameByAskedChannel,
      },
      attemptId,
    });
    const by = `${classifierModel.provider.name}/${classifierModel.model}`;
    return { ...judge(word, rules, question), by, modelFailed: false };
  } catch (error) {
    log.warn({ attemptId, error: describeError(error) }, "The model classified no reply: rules do");
    return { ...plain(rules), by: "rules", modelFailed: true };
  }
}

const plain = ({ points, relevance, reasons, draft }: RuleReading): Classification => ({
  points,
  relevance,
  reasons,
  draft,
});

/** The model's word, as far as the rules let it count. */
function judge(word: ModelWord, rules: RuleReading, question: RepliedQuestion): Classification {
  const draft = draftOf(word, rules, question);
  const reasons = [word.reasoning.trim() || "The model gave no reason."];
  let points = Math.round(word.relevance_score * 100);
  const cap = (max: number, why: string) => {
    if (points <= max) return;
    points = max;
    reasons.push(why);
  };
  if (word.factors.content_relevance === 0)
    cap(UNCERTAIN_POINTS_MAX, "Nothing in its words belongs to the question.");
  if (rules.stance.isOnlyCourtesy)
    cap(UNCERTAIN_POINTS_MAX, "It has only thanks, greetings, or the promise of a later answer.");
  if (draft.reading !== word.reading)
    cap(UNCERTAIN_POINTS_MAX, `The model read “${word.reading}”, which its words do not bear out.`);
  if (rules.gates.length > 0) cap(FILTERED_POINTS_MAX, rules.gates.join(" "));
  return { points, relevance: relevanceOf(points), reasons, draft };
}

/** In doubt nothing: where model and rules contradict one another, and where the answer does not fit. */
function draftOf(
  word: ModelWord,
  { stance, draft: own, newText }: RuleReading,
  question: RepliedQuestion,
): DraftedAnswer {
  const { reading } = word;
  if (stance.isOnlyCourtesy) return noDraft;
  const contradicts = own.reading !== "nothing" && own.reading !== reading;
  switch (reading) {
    case "nothing":
      return noDraft;
    case "conditional":
    case "question":
    case "delegation":
      return { reading, value: null };
    case "yes":
    case "no": {
      if (contradicts || (reading === "yes" && stance.isAgainstYes)) return noDraft;
      const said = answerOf(reading, newText, question);
      const value = said && fitAnswer(said.answer, question);
      return value === null ? noDraft : { reading, value };
    }
    case "value": {
      if (contradicts || question.type === "approval" || question.type === "review") return noDraft;
      const answer = parsed(word.answer_json);
      const value = answer === undefined ? null : fitAnswer(answer, question);
      if (value === null || !bearsOut(newText, value.answer, question)) return noDraft;
      const differs = own.value !== null && JSON.stringify(own.value) !== JSON.stringify(value);
      return differs ? noDraft : { reading, value };
    }
  }
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};

/** Figures and words that the text does not have are not the sender's. Options are the question's. */
function bearsOut(text: string, answer: unknown, { type }: RepliedQuestion): boolean {
  if (type === "selection") return true;
  const figures = new Set(numbersIn(text).map(Number));
  const words = normaliseText(text);
  return leavesOf(answer).every((leaf) =>
    typeof leaf === "number" ? figures.has(leaf) : words.includes(normaliseText(String(leaf))),
  );
}

function leavesOf(value: unknown): unknown[] {
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(leavesOf) : [value];
}
