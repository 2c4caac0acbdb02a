import type { ActionSummary } from "@/lib/contract/actions/action-view";
import { markWarning } from "@/lib/core/action/marks";
import { tierLabel } from "@/lib/core/action/risk-tier";
import { unshownWords } from "@/lib/core/action/unshown";
import { gestureOf } from "@/lib/view/action/gesture";
import { relatedActionsOf } from "@/lib/view/action/related-actions";

/**
 * Why an action is approved on its page alone and a card only leads there, in a sentence. Null: the card may offer it. The server
 * judges every decision again.
 */
export function whyByLinkAlone(
  action: ActionSummary,
  { changedRecord, isExact }: { changedRecord: string | null; isExact: boolean },
): string | null {
  if (action.redacted) return "Its content is hidden here.";
  if (action.approved_by_me) return "You have approved this; somebody else has to give the next approval.";
  if (gestureOf(action) === "step_up")
    return `${tierLabel(action.risk_level)} is approved on its page, in three steps.`;
  if (action.unshown !== null) return unshownWords(action.unshown);
  if (action.suspicious_text) return "It holds characters that can deceive: open it.";
  const [mark] = action.marks;
  if (mark) return `${markWarning(mark)}: open it.`;
  const [other] = relatedActionsOf(action);
  if (other) return `${other.words}: open it.`;
  if (!isExact) return "A card cannot show all of its text letter for letter: open it.";
  return changedRecord;
}
