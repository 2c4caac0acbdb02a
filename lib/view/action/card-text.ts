import type { ActionSummary } from "@/lib/contract/actions/action-view";
import { inPlainText } from "@/lib/core/values/shown-text";

/** `#8421 Bid price · Strawberries 8×1 lb clamshell`; a subject that could pose as words of ours has no edge in a name. */
export function cardLabel(action: ActionSummary): string {
  const { id, title, subject, sayable } = action;
  return sayable ? `#${id} ${title} · ${inPlainText(subject)}` : `#${id} ${title}`;
}
