import type { Answer } from "@/components/action/decide/outcome";
import type { Decision } from "@/lib/core/action/proposed-action";

/** A decision of this tab whose answer came when its card was out of view. */
export interface DecisionAnswer {
  decision: Decision;
  answer: Answer;
  by: "viewer" | "others";
}

/** Somebody has to go back to it: it was not taken, somebody else was faster, or no answer came. */
export const isUndecided = ({ answer, by }: DecisionAnswer): boolean =>
  by === "others" || answer.tone === "warn" || answer.tone === "bad";

export type UndecidedMap = ReadonlyMap<number, DecisionAnswer>;

export function withAnswer(before: UndecidedMap, id: number, answered: DecisionAnswer): UndecidedMap {
  return isUndecided(answered) ? new Map(before).set(id, answered) : withoutAction(before, id);
}

/** The very same map where it holds no such action. */
export function withoutAction(before: UndecidedMap, id: number): UndecidedMap {
  if (!before.has(id)) return before;
  const after = new Map(before);
  after.delete(id);
  return after;
}

/** The one to go back to first, and what the strip says of them all: `#8421 not approved`, or `3 not decided`. */
export function firstUndecided(undecided: UndecidedMap): { id: number; words: string; why: string } | null {
  const [first] = undecided;
  if (!first) return null;
  const [id, { decision, answer }] = first;
  const verb = decision === "approve" ? "approved" : "rejected";
  const words = undecided.size === 1 ? `#${id} not ${verb}` : `${undecided.size} not decided`;
  return { id, words, why: `#${id}: ${answer.text}` };
}
