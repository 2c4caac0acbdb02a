/**
 * This folder reads free text that came in as the answer to a question: whether it belongs to the question (its relevance), and apart from
 * that which answer it drafts. All of it is pure but `ask-model.ts`. A draft decides nothing.
 */

import type { AnswerRules } from "@/lib/core/interaction/answer-schema";
import type { InteractionType, ReplyReading, Relevance } from "@/lib/core/interaction/interaction";

export interface Reply {
  text: string;
  /** Headers by lower-case name. A chat message has none. */
  headers: Readonly<Record<string, string>>;
  /** It came by a channel by which the question went out. */
  cameByAskedChannel: boolean;
  /** `asked`: one of those whom the question asks. `other`: anybody else, of whichever company. */
  from: "asked" | "other";
  receivedAt: Date;
}

export interface RepliedQuestion extends AnswerRules {
  type: InteractionType;
  message: string;
  askedAt: Date;
  /** When its time was over, or it ended. */
  openUntil: Date;
}

/** The eight factors of the reference document (§ 4.1, phase 3). */
export const FACTORS = [
  "content_relevance",
  "expected_pattern",
  "channel",
  "user",
  "timing",
  "response_quality",
  "thread",
  "action_keywords",
] as const;
export type Factor = (typeof FACTORS)[number];

export interface DraftedAnswer {
  reading: ReplyReading;
  /** That fits the schema of the question's answers. Null: the reading is no answer. */
  value: { answer: unknown } | null;
}

export interface Classification {
  /** Points out of 100. */
  points: number;
  relevance: Relevance;
  /** Sentences, one for each that counted. */
  reasons: string[];
  draft: DraftedAnswer;
}

const RELEVANT_POINTS_MIN = 70;
export const UNCERTAIN_POINTS_MAX = RELEVANT_POINTS_MIN - 1;
export const FILTERED_POINTS_MAX = 30;

export function relevanceOf(points: number): Relevance {
  if (points >= RELEVANT_POINTS_MIN) return "relevant";
  return points <= FILTERED_POINTS_MAX ? "filtered" : "uncertain";
}
