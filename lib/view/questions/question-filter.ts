import {
  INTERACTION_TYPES,
  type InteractionStatus,
  type InteractionType,
  type QuestionSide,
} from "@/lib/core/interaction/interaction";

/** The filter of the page of questions, as its address says it. */

export const QUESTION_STATES = {
  open: { name: "Open", statuses: ["pending"] },
  answered: { name: "Answered", statuses: ["responded"] },
  over: { name: "Time is over", statuses: ["timeout"] },
  cancelled: { name: "Cancelled", statuses: ["cancelled"] },
} as const satisfies Record<string, { name: string; statuses: readonly InteractionStatus[] }>;
export type QuestionState = keyof typeof QUESTION_STATES;
export const QUESTION_STATE_NAMES = Object.keys(QUESTION_STATES) as QuestionState[];
const ENDED = ["responded", "timeout", "cancelled"] as const satisfies readonly InteractionStatus[];

/** `yours` is the page without a choice. */
export const SIDE_NAMES: Readonly<Record<QuestionSide, string>> = {
  yours: "Yours",
  asked_of_you: "Asked of you",
  asked_by_you: "Asked by you",
  others: "Of others",
};
const SIDES = Object.keys(SIDE_NAMES) as QuestionSide[];

export interface QuestionFilter {
  state: QuestionState | null;
  type: InteractionType | null;
  whose: QuestionSide;
}

const questionsPerPage = 25;

/** Anything else in an address means nothing. */
export function parseQuestionFilter(param: (name: string) => string | null): QuestionFilter {
  return {
    state: QUESTION_STATE_NAMES.find((state) => state === param("state")) ?? null,
    type: INTERACTION_TYPES.find((type) => type === param("type")) ?? null,
    whose: SIDES.find((side) => side === param("whose")) ?? "yours",
  };
}

export function questionFilterHref({ state, type, whose }: QuestionFilter): string {
  const search = new URLSearchParams({
    ...(state ? { state } : {}),
    ...(type ? { type } : {}),
    ...(whose === "yours" ? {} : { whose }),
  });
  return search.size > 0 ? `/questions?${search.toString()}` : "/questions";
}

/** The page's two lists: open ones, the next to end first, and ended ones, the newest first. */
export type QuestionPart = "open" | "ended";

export const partsOf = ({ state }: QuestionFilter): readonly QuestionPart[] =>
  state === null ? ["open", "ended"] : [state === "open" ? "open" : "ended"];

/** The query of GET /api/interactions. */
export function questionsQueryOf(
  { state, type, whose }: QuestionFilter,
  part: QuestionPart,
): URLSearchParams {
  const statuses = part === "open" ? ["pending"] : state === null ? ENDED : QUESTION_STATES[state].statuses;
  return new URLSearchParams({
    status: statuses.join(","),
    ...(type ? { interaction_type: type } : {}),
    whose,
    order: part === "open" ? "ending" : "newest",
    limit: String(questionsPerPage),
  });
}
