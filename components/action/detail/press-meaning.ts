import type { DecisionState } from "@/components/action/decide/decisions";
import { type Answer, answerOfStatus } from "@/components/action/decide/outcome";
import type { ActionSummary } from "@/lib/contract/actions/action-view";

export type DecideName = "approve" | "reject";

export interface PressObstacles {
  /** It has ended, or its decision is on its way: neither can be pressed. */
  held: string | null;
  /** Why it cannot be approved. */
  whyNot: string | null;
  /** The long text that is not read to its end. */
  unread: string | null;
  rejects: boolean;
}

/** Why a press on an action that is in view does nothing, in words; null: it decides. No press is swallowed. */
export function whyNotPressed(
  name: DecideName,
  { held, whyNot, unread, rejects }: PressObstacles,
): string | null {
  if (held !== null) return held;
  if (name === "approve") return whyNot ?? unread;
  return rejects ? null : (whyNot ?? "This action cannot be rejected.");
}

/** How it ended by somebody else's doing, or by the clock; null while it waits, and after the viewer's own decision. */
export function endOf(
  action: ActionSummary,
  state: DecisionState | undefined,
  now: number,
  whyNot: string | null,
): Answer | null {
  const answer = state?.phase === "answered" && state.answer.leaves ? state.answer : null;
  if (
    state?.phase === "reading" ||
    state?.phase === "sending" ||
    (answer && state?.phase === "answered" && state.by === "viewer")
  )
    return null;
  if (action.status !== "pending") return answerOfStatus(action, now);
  if (answer) return answer;
  const isOver = Date.parse(action.expires_at) <= now;
  return isOver && whyNot !== null ? { code: "expired", tone: "warn", text: whyNot, leaves: true } : null;
}
