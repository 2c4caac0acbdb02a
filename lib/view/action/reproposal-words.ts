import type { ActionSummary } from "@/lib/contract/action-view";
import type { Reproposal } from "@/lib/contract/live-view";
import { tierMeaning } from "@/lib/core/action/risk-tier";
import { compareDecimals } from "@/lib/core/values/decimal";
import { GESTURE_WORDS } from "./gesture";

type Direction = NonNullable<Reproposal["direction"]>;

const ways: Record<Direction, string> = {
  raises: "It raises it",
  lowers: "It lowers it",
  keeps: "It keeps it",
};

/** `It lowers it; when it was proposed it raised it`. Empty where the write has no direction. */
export function directionWords(action: ActionSummary, now: Reproposal): string {
  if (now.direction === null) return "";
  const before = directionOf(action);
  const turned = before !== null && before !== now.direction;
  return turned ? `${ways[now.direction]} now; when it was proposed it ${before} it` : ways[now.direction];
}

/** Of the first figure, from the value that it was proposed from; null where it has none. */
function directionOf(action: ActionSummary): Direction | null {
  const delta = action.changes.find((change) => change.delta !== null)?.delta ?? null;
  const way = compareDecimals(delta, "0");
  if (way === null) return null;
  return way === 1 ? "raises" : way === -1 ? "lowers" : "keeps";
}

/** `one approver, with one tap` */
export function approvalWords({
  risk_level: tier,
  requires_step_up: stepUp,
  required_approvals: approvals,
}: Reproposal): string {
  const approvers = approvals === 1 ? "One approver" : `${approvals === 2 ? "Two" : approvals} approvers`;
  return `${approvers}, with ${GESTURE_WORDS[stepUp ? "step_up" : tierMeaning(tier).gesture]}`;
}
