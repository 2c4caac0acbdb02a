import type { Decision } from "@/lib/core/action/proposed-action";
import type { Answer } from "./outcome";

/**
 * Decisions on their way and the server's answers, shared by card and detail. Never optimistic: between sending and
 * answer an action is only "being decided". One decision per action at a time, whatever is pressed or held.
 */
export type DecisionState =
  | { phase: "reading" }
  | { phase: "sending"; decision: Decision }
  /** `by`: who did it. `mayLeave`: it has been on screen for a while, so the card may leave. */
  | { phase: "answered"; answer: Answer; by: "viewer" | "others"; mayLeave: boolean };

/** True while nothing else can be pressed: the record is read, the decision is on its way, or it was made. */
export function isBusy(state: DecisionState | undefined): boolean {
  if (!state) return false;
  return state.phase !== "answered" || state.answer.leaves;
}

export type AnsweredState = DecisionState & { phase: "answered" };

/** The viewer's own decision that is on its way or was taken while its card is still there. */
export const isOwn = (state: DecisionState): boolean =>
  state.phase === "sending" || (state.phase === "answered" && state.by === "viewer" && state.answer.leaves);
